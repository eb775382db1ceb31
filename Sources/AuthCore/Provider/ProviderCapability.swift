/// A capability of a provider beyond signing in. Each capability has its own protocol.
public enum ProviderCapability: String, Sendable, Hashable, CaseIterable {
  /// `SessionRefreshing`.
  case sessionRefreshing
  /// `SessionRevoking`.
  case sessionRevoking
  /// `RequestAuthorizing`.
  case requestAuthorizing
  /// `SessionExchanging`.
  case sessionExchanging
  /// `CredentialEnrolling`.
  case credentialEnrolling
  /// `CredentialListing`.
  case credentialListing
  /// `StepUp`.
  case stepUp
  /// `ChallengeApproving`.
  case challengeApproving
  /// `AccountLinking`.
  case accountLinking
  /// `KeyRotating`.
  case keyRotating
  /// `FlowResuming`.
  case flowResuming
  /// `DeviceForgetting`.
  case deviceForgetting
}
