#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A JWT that was parsed but not verified (RFC 7519).
///
/// Use the claims only to decide whether to send the token and when to renew it. The server that receives the token
/// verifies it.
public struct UnverifiedJWT: Sendable {
  /// The token without surrounding white space, such as the line break at the end of a file or of a command's output.
  public let token: Secret
  /// The claims, unverified.
  public let claims: JSONObject

  /// Parses a token; nil unless the text has three parts separated by dots, and the first two are JSON objects in
  /// base64url. The third part may be empty: the server decides whether to accept a token without a signature.
  public init?(_ secret: Secret) {
    let text = secret.revealText().trimmingBlanks
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, Self.object(parts[0]) != nil, let claims = Self.object(parts[1]) else { return nil }
    token = Secret(text)
    self.claims = claims
  }

  /// The expiry time, from the claim `exp` (RFC 7519 §4.1.4); nil if the token has no numeric `exp`.
  public var expiresAt: Date? { claims["exp"]?.numberValue.map { Date(timeIntervalSince1970: $0) } }

  /// Whether the token has expired at `now` (RFC 7519 §4.1.4: on or after `exp`). False for a token without `exp`.
  public func isExpired(at now: Date) -> Bool { expiresAt.map { $0 <= now } ?? false }

  private static func object(_ part: Substring.UTF8View) -> JSONObject? {
    guard let bytes = Base64URL.decode(utf8: part) else { return nil }
    do throws(JSONError) {
      return try JSONValue(parsing: bytes).objectValue
    } catch {
      return nil
    }
  }
}

extension UnverifiedJWT: Redacting {
  /// The names of the claims, without their values.
  public var shownParts: KeyValuePairs<String, String> { ["claims": claims.names.joined(separator: " ")] }
}
