import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A token for one user and one action: a JWT of the vendor (A70). The same token is sent at the start and at the end
/// of a ceremony.
///
/// The servers verify its signature. This package reads its claims only to avoid requests that are certain to be
/// refused. A token with unreadable claims is used as it is.
struct ActionToken: Sendable, Equatable {
  let secret: Secret
  /// When it expires.
  let expiresAt: Date?
  /// The action that it is for.
  let action: String?
  /// The user that it is for.
  let user: String?
  /// The operations on authenticators that it permits.
  let scopes: [String]?

  /// The maximum size of a token that is sent. DESIGN A78: the size that HTTP servers accept in a header.
  private static let maximumByteCount = 8192

  /// A token; nil for a string that is not a JWT in compact form.
  init?(_ secret: Secret) {
    let text = secret.revealText().trimmingBlanks
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, text.utf8.count <= Self.maximumByteCount,
      parts.allSatisfy({ !$0.isEmpty && Base64URL.decode($0) != nil })
    else { return nil }
    self.secret = Secret(text)
    let claims = Self.claims(parts[1])
    expiresAt = claims?["exp"]?.integerValue.map { Date(timeIntervalSince1970: Double($0)) }
    // The vendor's own clients look at the top level and inside `other` (A70).
    action = claims?["actionCode"]?.stringValue ?? claims?["other"]?["actionCode"]?.stringValue
    user = claims?["userId"]?.stringValue ?? claims?["other"]?["userId"]?.stringValue ?? claims?["sub"]?.stringValue
    scopes = claims?["scope"]?.stringValue?.split(separator: " ").map { String($0) }
  }

  /// Whether it may list the user's authenticators, as far as its claims say (A72).
  var mayRead: Bool { scopes?.contains("read:authenticators") ?? true }

  /// Whether its claims allow adding and listing authenticators. The server would then enrol a known user as a new one,
  /// and the flow may look first (A107).
  var mayAddAndRead: Bool {
    guard let scopes else { return false }
    return scopes.contains("read:authenticators") && scopes.contains("add:authenticators")
  }

  /// The value of the header field that carries it.
  var authorization: String { "Bearer " + secret.revealText() }

  /// Whether it has expired by its own claims.
  func isExpired(at date: Date) -> Bool { expiresAt.map { date >= $0 } ?? false }

  /// When the proof of a challenge that was completed at `date` expires: ten minutes later, unless the token itself
  /// says otherwise (A71).
  func expiry(ofChallengeAt date: Date) -> Date { expiresAt ?? date.addingTimeInterval(AuthsignalAttempt.lifetime) }

  private static func claims(_ part: some StringProtocol) -> JSONValue? {
    guard let bytes = Base64URL.decode(part) else { return nil }
    do throws(JSONError) { return try JSONValue(parsing: bytes) } catch { return nil }
  }
}
