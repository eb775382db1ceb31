import AuthCore

/// The result of a `TurnkeyEffect`.
enum TurnkeyOutcome: Sendable {
  case taken(TokenContent)
  case codeSent(OTPChallenge)
  case verified(VerifiedContact)
  case redirectPrepared(OAuthAttempt, Prompt)
  case identified(VerifiedIdentity)
  case organizations([String])
  case asserted(PasskeyLogin)
  case created(NewPasskey)
  case account(organizationID: String?)
  case signedUp(organizationID: String)
  case loggedIn(Session)
  case released
}
