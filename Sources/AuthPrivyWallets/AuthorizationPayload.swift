public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The payload of an authorisation signature: the signed parts of a request as JSON in the canonical form of RFC 8785
/// (P45).
public struct AuthorizationPayload: Sendable {
  /// The name of the header field for signatures. Several signatures are separated by commas.
  public static let headerName = "privy-authorization-signature"

  /// The header fields that are signed if a request has them.
  private static let signedHeaders = ["privy-app-id", "privy-idempotency-key", "privy-request-expiry"]

  /// The bytes to sign.
  public let bytes: [UInt8]

  /// Creates the payload of a request.
  ///
  /// - Throws: `invalid_request` for a body that is neither empty nor a JSON object.
  public init(_ request: TransportRequest) throws(AuthError) {
    var headers = JSONObject()
    for name in Self.signedHeaders { headers[name] = request.headers[name].map { .string($0) } }
    var url = request.url.absoluteString
    while url.hasSuffix("/") { url.removeLast() }
    let content: JSONValue = [
      "version": 1, "method": .string(request.method), "url": .string(url), "headers": .object(headers),
      "body": try Self.body(request),
    ]
    bytes = content.canonical
  }

  /// Returns the payload's member `body`. A missing body and an empty object are signed as an empty string.
  private static func body(_ request: TransportRequest) throws(AuthError) -> JSONValue {
    guard let bytes = request.body, !bytes.isEmpty else { return "" }
    guard let value = try? JSONValue(parsing: bytes), let object = value.objectValue else {
      throw AuthError(
        .invalidRequest,
        "The request was not signed, because its body is not a JSON object. Send a JSON object or no body.")
    }
    return object.isEmpty ? "" : value
  }
}
