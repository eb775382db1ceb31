public import AuthCore

extension AuthsignalProvider: CredentialEnrolling, CredentialListing, StepUp {
  /// E-mail, SMS and authenticator apps, links by e-mail, keys of this device, and passkeys and security keys if the
  /// client has a passkey authenticator.
  public var enrollableMethods: [MethodID] {
    CodeMethod.allCases.filter(\.isEnrollable).map(\.id) + namedMethods
  }

  /// Every method that can be challenged.
  public var stepUpMethods: [MethodID] { methods }

  /// The credentials that the user has enrolled and verified, including those that this provider cannot use.
  ///
  /// - Parameter session: the user's session.
  /// - Throws: the errors of the token source, such as `token_required`; the errors of the request to the vendor.
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
