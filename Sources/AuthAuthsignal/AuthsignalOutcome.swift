import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The result of an `AuthsignalEffect`.
enum AuthsignalOutcome: Sendable {
  /// A fetched token. `number` is the number for number matching; nil if the app's backend does not use it.
  case token(ActionToken, number: String? = nil)
  /// The only source of tokens is the backend, which needs the user's identifier.
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
