import AuthCore

/// An effect of a flow, for `AuthsignalFlowPerformer`.
enum AuthsignalEffect: Sendable, Equatable {
  /// Requests an action token from the token provider or the app's backend. `rejected` is the expired token to replace,
  /// if there is one.
  case fetchToken(identifier: String?, rejected: ActionToken? = nil)

  // MARK: Codes

  case list(ActionToken)
  case enroll(AuthsignalAttempt)
  case sendCode(AuthsignalAttempt)
  case verify(Secret, AuthsignalAttempt)

  // MARK: Approvals, keys and passkeys

  case challenge(WaitingMethod, ActionToken?)
  /// Enrols an e-mail address for magic links, which sends the first link.
  case enrollLink(Contact, ActionToken)
  case ask(WaitingMethod, WaitingChallenge, ActionToken?)
  /// Requests a new QR code in place of an earlier one.
  case renew(WaitingChallenge, ActionToken?)
  case prove(ActionToken?)
  case add(DeviceMethod, ActionToken)
  case assert(WebAuthnMethod, ActionToken?)
  case register(WebAuthnMethod, ActionToken)
  /// Closes the connection of the QR code, because the flow has ended.
  case hangUp
}
