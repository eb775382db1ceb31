public import AuthCore

extension AuthsignalProvider: CredentialEnrolling, CredentialListing, StepUp {
  /// E-mail, SMS and authenticator apps, keys of this device, and passkeys where there is an authenticator.
  public var enrollableMethods: [MethodID] {
    CodeMethod.allCases.filter(\.isEnrollable).map(\.id) + DeviceMethod.allCases.map(\.id) + passkeyMethods
  }

  /// Every method that can be challenged.
  public var stepUpMethods: [MethodID] { methods }

  /// The methods that the user has enrolled and proved, including methods that this provider cannot use.
  ///
  /// - Throws: what fetching an action token throws, and the vendor's refusals.
  public func credentials(of session: Session) async throws(AuthError) -> [Credential] {
    let source = tokenSource(for: .manage)
    let action = configuration.manageAction
    do throws(AuthError) {
      let token = try await source.token(
        for: action, of: session, cached: cache.token(for: nil, at: services.clock.now()))
      return try await api.authenticators(token).filter(\.isVerified).map(\.credential)
    } catch {
      throw error.adding(provider: id)
    }
  }
}
