public import AuthCore

/// Sign-in by a wallet that signs messages (T39). The wallet stamps a login for a key of this device. A flow turns the
/// resulting token into a session, as it does with any other token: `FlowRequest(token:)`.
extension TurnkeyProvider {
  /// Opens a session for a new key of this device with a wallet's stamp, and returns the session's token.
  ///
  /// - Parameters:
  ///   - wallet: stamps the login; the user is asked once.
  ///   - organizationID: the ID of the user's own organisation; nil lets the server find it by the wallet's key.
  ///   - invalidatesExisting: whether the user's other sessions end; nil uses the configuration.
  ///   - expirationSeconds: the session's lifetime; nil leaves it to the vendor's dashboard or the configuration.
  /// - Throws: `user_not_found` if no user has the wallet, `signature_invalid` if the vendor rejects the stamp, the
  ///   vendor's other refusals, `mfa_required`, `consensus_needed`, `timeout`, the errors of `WalletStamper.stamp(_:)`,
  ///   and those of the stores and the transport.
  public func logInToken(
    by wallet: WalletStamper, organizationID: String? = nil, invalidatesExisting: Bool? = nil,
    expirationSeconds: Int? = nil
  ) async throws(AuthError) -> Secret {
    let organization = organizationID ?? configuration.organizationID
    let body = try await walletLoginBody(organization, invalidatesExisting, expirationSeconds)
    let result = try await api.submit(
      "stamp_login", stamped: body, by: try await wallet.stamp(body), organizationID: organization, stamper: wallet,
      in: .wallet)
    return try result.requiredSecret("session")
  }

  /// Creates a user whose credential is the wallet, through the auth proxy, and returns a session's token. The wallet
  /// does not sign this request; it signs at the next sign-in.
  ///
  /// - Parameters:
  ///   - wallet: the wallet whose key is registered.
  ///   - profile: names, and the parameters `organizationName`, `userTag`, `wallet` and `expirationSeconds`.
  /// - Throws: `missing_auth_proxy_configuration`, `user_exists` if a user already has the wallet, `captcha_required`,
  ///   the vendor's other refusals, `timeout`, and the errors of the stores and the transport.
  public func signUpToken(by wallet: WalletStamper, profile: FlowProfile = FlowProfile()) async throws(AuthError)
    -> Secret
  {
    let proxy = try proxy()
    guard let publicKey = Hex.decode(wallet.publicKeyHex),
      try await proxy.organization(of: .publicKey(publicKey)) == nil
    else {
      throw AuthError(
        .userExists, "A user with this wallet already exists. Sign in.", recovery: .signIn, provider: id)
    }
    let temporary = TurnkeySignUpKey("wallet-auth")
    var user = NewUser(contact: nil, profile: profile)
    user.apiKeys = [
      [
        "apiKeyName": .string("wallet-auth:\(wallet.publicKeyHex)"), "publicKey": .string(wallet.publicKeyHex),
        "curveType": wallet.scheme == .ed25519 ? "API_KEY_CURVE_ED25519" : "API_KEY_CURVE_SECP256K1",
      ], temporary.apiKey,
    ]
    let organization = try await proxy.signUp(user, captcha: try await captcha())
    // This login ends all others, so the temporary key cannot log in again.
    let body = try await walletLoginBody(organization, true, profile.turnkeyExpirationSeconds)
    let result = try await api.submit(
      "stamp_login", body: body, organizationID: organization, result: ActivityKind.named("stamp_login").result,
      stamper: temporary.stamper)
    return try result.requiredSecret("session")
  }

  private func walletLoginBody(
    _ organizationID: String, _ invalidatesExisting: Bool?, _ expirationSeconds: Int?
  ) async throws(AuthError) -> [UInt8] {
    let seconds = try await sessionSeconds(expirationSeconds)
    let publicKey = Hex.decode(try await createKeyPair()) ?? []
    return loginBody(
      for: publicKey, organizationID: organizationID, lasting: seconds, invalidatesExisting: invalidatesExisting)
  }
}
