import AuthCore

/// The kind of a token that the app supplied.
enum TokenContent: Sendable {
  /// A session that was opened outside this provider.
  case session(Session)
  /// A verified contact.
  case contact(VerifiedContact)
  /// An account at an identity provider.
  case identity(VerifiedIdentity, TurnkeyOAuthProvider)
}
