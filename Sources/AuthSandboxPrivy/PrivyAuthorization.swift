import AuthCore
import AuthCrypto
import AuthSandboxKit

/// The signatures over a request, made with the keys of a wallet's owner: `privy-authorization-signature` (P45).
struct PrivyAuthorization: Sendable {
  /// The signed bytes, in the canonical form of RFC 8785.
  private let payload: [UInt8]
  private let signatures: [[UInt8]]

  /// Reads the signatures and the signed content from a request.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - appID: the app's id.
  ///   - baseURL: the sandbox's own address, with which the signed URL begins. The signed URL has no trailing slash.
  /// - Throws: `invalid_data` if the body is not a JSON object.
  init(_ request: SandboxRequest, appID: String, baseURL: String) throws(PrivyFailure) {
    var headers: JSONObject = ["privy-app-id": .string(appID)]
    for name in ["privy-idempotency-key", "privy-request-expiry"] {
      headers[name] = request.headers[name].map { .string($0) }
    }
    let body = try request.privyBody
    var url = baseURL + request.target
    while url.hasSuffix("/") { url.removeLast() }
    let content: JSONValue = [
      "version": 1, "method": .string(request.method), "url": .string(url), "headers": .object(headers),
      "body": body.isEmpty ? "" : .object(body),
    ]
    payload = content.canonical
    signatures = (request.headers["privy-authorization-signature"] ?? "").split(separator: ",").compactMap {
      Base64.decode(String($0).trimmingBlanks)
    }
  }

  /// Whether one of the signatures was made over the signed content with the private key of `key`.
  func isSigned(by key: P256.Signing.PublicKey) -> Bool {
    signatures.contains { der in
      guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: der) else { return false }
      return key.isValidSignature(signature, for: payload)
    }
  }
}
