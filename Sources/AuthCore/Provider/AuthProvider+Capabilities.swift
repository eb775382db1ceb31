extension AuthProvider {
  /// The capabilities whose protocols the provider conforms to.
  public var capabilities: Set<ProviderCapability> {
    var found: Set<ProviderCapability> = []
    if self is any SessionRefreshing { found.insert(.sessionRefreshing) }
    if self is any SessionRevoking { found.insert(.sessionRevoking) }
    if self is any RequestAuthorizing { found.insert(.requestAuthorizing) }
    if self is any SessionExchanging { found.insert(.sessionExchanging) }
    if self is any CredentialEnrolling { found.insert(.credentialEnrolling) }
    if self is any CredentialListing { found.insert(.credentialListing) }
    if self is any StepUp { found.insert(.stepUp) }
    if self is any ChallengeApproving { found.insert(.challengeApproving) }
    if self is any AccountLinking { found.insert(.accountLinking) }
    if self is any KeyRotating { found.insert(.keyRotating) }
    if self is any FlowResuming { found.insert(.flowResuming) }
    if self is any DeviceForgetting { found.insert(.deviceForgetting) }
    return found
  }
}
