#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A JWT that was parsed but not verified (RFC 7519).
///
/// A client uses the claims only to decide whether to send the token and when to renew it. A server uses them only to
/// find the verifier of the token. The server that receives the token verifies it.
public struct UnverifiedJWT: Sendable {
  /// The token without surrounding white space, such as the line break at the end of a file or of a command's output.
  public let token: Secret
  /// The claims, unverified.
  public let claims: JSONObject

  /// Parses a token; nil unless the text has three parts separated by dots, and the first two are JSON objects in
  /// base64url that nest at most 32 deep. The third part may be empty: the server decides whether to accept a token
  /// without a signature.
  public init?(_ secret: Secret) {
    token = Self.trimmed(secret)
    guard let claims = token.withBytes({ Self.claims(of: $0.bindMemory(to: UInt8.self)) }) else { return nil }
    self.claims = claims
  }

  /// The expiry time, from the claim `exp` (RFC 7519 §4.1.4); nil if the token has no numeric `exp`.
  public var expiresAt: Date? { claims["exp"]?.numberValue.map { Date(timeIntervalSince1970: $0) } }

  /// Whether the token has expired at `now` (RFC 7519 §4.1.4: on or after `exp`). False for a token without `exp`.
  public func isExpired(at now: Date) -> Bool { expiresAt.map { $0 <= now } ?? false }

  /// A token of a request has no white space, and is not copied.
  private static func trimmed(_ secret: Secret) -> Secret {
    let isBare = secret.withBytes { bytes in
      [bytes.first, bytes.last].allSatisfy { (0x21...0x7E).contains($0 ?? 0) }
    }
    return isBare ? secret : Secret(secret.revealText().trimmingBlanks)
  }

  private static func claims(of bytes: UnsafeBufferPointer<UInt8>) -> JSONObject? {
    guard let first = bytes.firstIndex(of: 0x2E), let second = bytes[(first + 1)...].firstIndex(of: 0x2E),
      !bytes[(second + 1)...].contains(0x2E), object(bytes[..<first]) != nil
    else { return nil }
    return object(bytes[(first + 1)..<second])
  }

  private static func object(_ part: Slice<UnsafeBufferPointer<UInt8>>) -> JSONObject? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: part.count) { room in
      guard let count = Base64URL.decode(UnsafeBufferPointer(rebasing: part), into: room) else { return nil }
      do throws(JSONError) {
        return try JSONValue(parsing: UnsafeBufferPointer(rebasing: room[..<count]), depthLimit: 32).objectValue
      } catch {
        return nil
      }
    }
  }
}

extension UnverifiedJWT: Redacting {
  /// The names of the claims, without their values.
  public var shownParts: KeyValuePairs<String, String> { ["claims": claims.names.joined(separator: " ")] }
}
