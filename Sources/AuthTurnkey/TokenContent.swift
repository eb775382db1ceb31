import AuthCore

/// What a token that the app brought turned out to be.
enum TokenContent: Sendable {
  /// A session that was opened elsewhere.
  case session(Session)
  /// A verified contact.
  case contact(VerifiedContact)
  /// An account elsewhere.
  case identity(VerifiedIdentity, TurnkeyOAuthProvider)
}
