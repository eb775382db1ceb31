public import AuthCore
public import AuthTurnkey

extension TurnkeyContext {
  /// Signs in with a passkey directly at the vendor's API. This needs no auth proxy; if one is configured, the
  /// session's lifetime is read from it (T19), unless the call chooses one.
  ///
  /// - Parameters:
  ///   - organizationID: the ID of the user's own organisation; nil lets the server find it by the credential.
  ///   - invalidateExisting: whether the user's other sessions end.
  ///   - expirationSeconds: the session's lifetime, from 60 to 2,592,000; nil leaves it to the vendor's dashboard or
  ///     the configuration.
  ///   - sessionKey: a name for the session.
  ///   - options: the appearance of the ceremony.
  /// - Throws: `method_not_available` without `rpId` or an authenticator, `no_credential`, `cancelled`, `invalid_state`
  ///   if a session with the name `sessionKey` is still valid, and the flow's other errors.
  @discardableResult
  public func loginWithPasskey(
    organizationID: String? = nil, invalidateExisting: Bool = false, expirationSeconds: Int? = nil,
    sessionKey: String? = nil, options: PasskeyOptions = PasskeyOptions()
  ) async throws(AuthError) -> AuthResult {
    var request = FlowRequest(method: .passkey, passkey: options)
    request.profile.turnkeyOrganizationID = organizationID
    request.profile.turnkeyExpirationSeconds = expirationSeconds
    return try await signIn(request, sessionKey: sessionKey, invalidateExisting: invalidateExisting)
  }

  /// Creates a passkey and a user with it, in one ceremony. `FlowProfile.turnkeyExpirationSeconds` chooses the
  /// session's lifetime.
  ///
  /// - Throws: `missing_auth_proxy_configuration`, `method_not_available` without `rpId` or an authenticator,
  ///   `cancelled`, `user_exists`, `captcha_required`, `invalid_state` if a session with the name `sessionKey` is still
  ///   valid, and the flow's other errors.
  @discardableResult
  public func signUpWithPasskey(
    profile: FlowProfile = FlowProfile(), sessionKey: String? = nil, options: PasskeyOptions = PasskeyOptions()
  ) async throws(AuthError) -> AuthResult {
    try provider.requireProxy()
    return try await signIn(
      FlowRequest(purpose: .signUp, method: .passkey, profile: profile, passkey: options), sessionKey: sessionKey)
  }

  /// A stamper with the user's passkeys, for another factor or for a call that a passkey has to stamp.
  ///
  /// - Parameter options: the appearance of the ceremony.
  /// - Throws: `method_not_available` without `rpId` or an authenticator.
  public func passkeyStamper(options: PasskeyOptions = PasskeyOptions()) throws(AuthError) -> PasskeyStamper {
    let (authenticator, relyingPartyID) = try provider.passkeys()
    return PasskeyStamper(authenticator, relyingPartyID: relyingPartyID, options: options)
  }
}
