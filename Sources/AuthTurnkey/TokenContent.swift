import AuthCore

/// The content of a token that the app supplied, by the kind of the token.
enum TokenContent: Sendable {
  /// A session that was opened outside this provider.
  case session(Session)
  /// A verified contact.
  case contact(VerifiedContact)
  /// An account at an identity provider.
  case identity(VerifiedIdentity, TurnkeyOAuthProvider)
}
