import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A token for one user and one action: a JWT from the vendor (A70). The same token is sent at the start and at the end
/// of a ceremony.
///
/// The servers verify its signature. This package reads its claims only to avoid requests that are certain to be
/// refused. A token with unreadable claims is also used.
struct ActionToken: Sendable, Equatable {
  let secret: Secret
  /// When the token expires; nil if the claims contain no expiry.
  let expiresAt: Date?
  /// The action that the token is for; nil if the claims contain no action.
  let action: String?
  /// The user that the token is for; nil if the claims contain no user.
  let user: String?
  /// The operations on authenticators that the token permits; nil if the claims contain no scopes.
  let scopes: [String]?

  /// The maximum size of a token that is sent. DESIGN A78: many HTTP servers refuse a request whose header is larger.
  private static let maximumByteCount = 8192

  /// Reads a token. Returns nil for a string that is not a JWT in compact serialization, or is longer than 8192 bytes.
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

  /// Whether the token may list the user's authenticators (A72); true if the claims contain no scopes.
  var mayRead: Bool { scopes?.contains("read:authenticators") ?? true }

  /// Whether the token's claims allow both adding and listing authenticators. With such a token, the server would let a
  /// sign-up add an authenticator to a known user, but the flow can list the authenticators first (A107).
  var mayAddAndRead: Bool {
    guard let scopes else { return false }
    return scopes.contains("read:authenticators") && scopes.contains("add:authenticators")
  }

  /// The value of the `Authorization` header.
  var authorization: String { "Bearer " + secret.revealText() }

  /// Whether the token has expired according to its claims.
  func isExpired(at date: Date) -> Bool { expiresAt.map { date >= $0 } ?? false }

  /// When the proof of a challenge that was completed at `date` expires: at the token's own expiry or, if the token has
  /// none, ten minutes after `date` (A71).
  func expiry(ofChallengeAt date: Date) -> Date { expiresAt ?? date.addingTimeInterval(AuthsignalAttempt.lifetime) }

  private static func claims(_ part: some StringProtocol) -> JSONValue? {
    guard let bytes = Base64URL.decode(part) else { return nil }
    do throws(JSONError) { return try JSONValue(parsing: bytes) } catch { return nil }
  }
}
