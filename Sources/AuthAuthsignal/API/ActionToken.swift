import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A token for one user and one action: a JWT of the vendor (A70). The same token goes with the start of a ceremony and
/// with its end.
///
/// Its signature is the servers' to verify. What it says of itself is only looked at to send nothing that is bound to be
/// refused: a token whose words cannot be read is taken as it is.
struct ActionToken: Sendable, Equatable {
  let secret: Secret
  /// When it ends.
  let expiresAt: Date?
  /// What it is for.
  let action: String?
  /// Whose it is.
  let user: String?
  /// What it may do to authenticators.
  let scopes: [String]?

  /// The largest token that is sent. DESIGN A78: what HTTP servers take as a header.
  private static let maximumByteCount = 8192

  /// A token; nil for a text that is no JWT in compact form.
  init?(_ secret: Secret) {
    let text = secret.revealText().trimmingBlanks
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, text.utf8.count <= Self.maximumByteCount,
      parts.allSatisfy({ !$0.isEmpty && Base64URL.decode($0) != nil })
    else { return nil }
    self.secret = Secret(text)
    let claims = Self.claims(parts[1])
    expiresAt = claims?["exp"]?.integerValue.map { Date(timeIntervalSince1970: Double($0)) }
    // The vendor's own clients look at the top and inside `other` (A70).
    action = claims?["actionCode"]?.stringValue ?? claims?["other"]?["actionCode"]?.stringValue
    user = claims?["userId"]?.stringValue ?? claims?["other"]?["userId"]?.stringValue ?? claims?["sub"]?.stringValue
    scopes = claims?["scope"]?.stringValue?.split(separator: " ").map { String($0) }
  }

  /// Whether it may list what the user has enrolled, as far as it says (A72).
  var mayRead: Bool { scopes?.contains("read:authenticators") ?? true }

  /// Whether it says that it may add to what a user has, and list it: then the server would let a known user be
  /// enrolled as a new one, and looking first is allowed (A107).
  var mayAddAndRead: Bool {
    guard let scopes else { return false }
    return scopes.contains("read:authenticators") && scopes.contains("add:authenticators")
  }

  /// The field that carries it.
  var authorization: String { "Bearer " + secret.revealText() }

  /// Whether it is past its time by its own words.
  func isExpired(at date: Date) -> Bool { expiresAt.map { date >= $0 } ?? false }

  /// When the proof of a challenge that was completed at `date` ends: ten minutes later, unless the token says so
  /// itself (A71).
  func expiry(ofChallengeAt date: Date) -> Date { expiresAt ?? date.addingTimeInterval(AuthsignalAttempt.lifetime) }

  private static func claims(_ part: some StringProtocol) -> JSONValue? {
    guard let bytes = Base64URL.decode(part) else { return nil }
    do throws(JSONError) { return try JSONValue(parsing: bytes) } catch { return nil }
  }
}
