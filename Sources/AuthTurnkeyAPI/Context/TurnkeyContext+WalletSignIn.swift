public import AuthCore
public import AuthTurnkey

extension TurnkeyContext {
  /// Signs in with a wallet that signs messages, directly at the vendor's API. This needs no auth proxy; if one is
  /// configured, the session's lifetime is read from it (T19), unless the call chooses one.
  ///
  /// - Parameters:
  ///   - wallet: stamps the login; the user is asked once.
  ///   - organizationID: the ID of the user's own organisation; nil lets the server find it by the wallet's key.
  ///   - invalidateExisting: whether the user's other sessions end.
  ///   - expirationSeconds: the session's lifetime; nil leaves it to the vendor's dashboard or the configuration.
  ///   - sessionKey: a name for the session.
  /// - Throws: `user_not_found` if no user has the wallet, the other errors of `TurnkeyProvider.logInToken`, and those
  ///   of `storeSession(jwt:sessionKey:)`.
  @discardableResult
  public func loginWithWallet(
    _ wallet: WalletStamper, organizationID: String? = nil, invalidateExisting: Bool = false,
    expirationSeconds: Int? = nil, sessionKey: String? = nil
  ) async throws(AuthError) -> AuthResult {
    let token = try await provider.logInToken(
      by: wallet, organizationID: organizationID, invalidatesExisting: invalidateExisting,
      expirationSeconds: expirationSeconds)
    return try await signIn(FlowRequest(token: token), sessionKey: sessionKey)
  }

  /// Creates a user whose credential is the wallet, and signs them in.
  ///
  /// - Throws: `missing_auth_proxy_configuration`, `user_exists` if a user already has the wallet, the other errors of
  ///   `TurnkeyProvider.signUpToken`, and those of `storeSession(jwt:sessionKey:)`.
  @discardableResult
  public func signUpWithWallet(
    _ wallet: WalletStamper, profile: FlowProfile = FlowProfile(), sessionKey: String? = nil
  ) async throws(AuthError) -> AuthResult {
    let token = try await provider.signUpToken(by: wallet, profile: profile)
    let session = try await signIn(FlowRequest(token: token), sessionKey: sessionKey).session
    return AuthResult(session: session, action: .signup)
  }
}
