import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The result of an `AuthsignalEffect`.
enum AuthsignalOutcome: Sendable {
  /// The number is the one that the app's backend compares, if it compares a number.
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
