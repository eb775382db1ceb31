import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An effect of a flow, for `AuthsignalPerformer`.
enum AuthsignalEffect: Sendable, Equatable {
  /// Requests an action token from the token provider or the app's backend. `rejected` is the expired one.
  case fetchToken(identifier: String?, rejected: ActionToken? = nil)

  // MARK: Codes

  case list(ActionToken)
  case enroll(AuthsignalAttempt)
  case sendCode(AuthsignalAttempt)
  case verify(Secret, AuthsignalAttempt)

  // MARK: Approvals, keys and passkeys

  case challenge(DeviceMethod, ActionToken?)
  case ask(DeviceMethod, WaitingChallenge, ActionToken?)
  case prove(ActionToken?)
  case add(DeviceMethod, ActionToken)
  case assert(ActionToken?)
  case register(ActionToken)
  /// The flow has ended, so its QR code is no longer needed.
  case hangUp
}

/// The result of an `AuthsignalEffect`.
enum AuthsignalOutcome: Sendable {
  /// The number is the one that the app's backend compares, if it compares one.
  case token(ActionToken, number: String? = nil)
  /// There is no token provider, and the backend needs the user's identifier.
  case identifierRequired
  case authenticators([Authenticator])
  case enrolled(Enrollment)
  case codeSent(at: Date)
  case verified(Verification)
  case challenged(WaitingChallenge)
  case state(WaitingState, at: Date)
  case proved(ActionProof)
  case added(DeviceCredential, at: Date)
  case registered(ActionProof, credentialID: String, at: Date)
}
