import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A JWT that was parsed but not verified. Its claims decide only whether it is worth sending; its receiver verifies
/// it.
struct UnverifiedJWT: Sendable {
  /// The token, without surrounding blanks and line ends from files and commands.
  let token: Secret
  /// `exp`, where there is one.
  let expiresAt: Date?

  /// nil unless the text has three parts separated by dots, and the first two are JSON objects. The third part may be
  /// empty: the server decides about a token without a signature.
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
