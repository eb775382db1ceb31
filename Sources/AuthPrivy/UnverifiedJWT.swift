import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A JWT that was looked into and not verified. Nothing is decided by what it claims but whether it is worth sending:
/// its receiver verifies it.
struct UnverifiedJWT: Sendable {
  /// The token, without the blanks and line ends that files and commands put around it.
  let token: Secret
  /// `exp`, where there is one.
  let expiresAt: Date?

  /// nil unless it consists of three parts by dots, of which the first two are JSON objects. The third may be empty: a
  /// token without a signature is one for the server to refuse.
  init?(_ secret: Secret) {
    let text = secret.revealText().trimmingBlanks
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, Self.object(parts[0]) != nil, let claims = Self.object(parts[1]) else { return nil }
    token = Secret(text)
    expiresAt = claims["exp"]?.numberValue.map { Date(timeIntervalSince1970: $0) }
  }

  func isExpired(at now: Date) -> Bool { expiresAt.map { $0 <= now } ?? false }

  private static func object(_ part: Substring.UTF8View) -> JSONObject? {
    guard let bytes = Base64URL.decode(utf8: part) else { return nil }
    do throws(JSONError) {
      return try JSONValue(parsing: bytes).objectValue
    } catch {
      return nil
    }
  }
}
