public import AuthCore

extension HawcxProvider: SessionExchanging {
  /// Whether the configuration has a backend, or the client ID that the exchange without a backend needs.
  public var canExchange: Bool { configuration.backendURL != nil || codeExchange != nil }

  /// Exchanges an authorisation code for a session: the app's own session, or a session that consists of the identity
  /// token.
  ///
  /// A code without its verifier is returned unchanged, because the app that created the challenge exchanges the code.
  /// Any other result is also returned unchanged, and so is every code if `canExchange` is false. A code works once,
  /// within one minute (H89), so it is never sent twice.
  ///
  /// - Throws: `invalid_token` if the code is refused; the other errors of `AppBackend.exchange(path:_:headers:)` or of
  ///   `HawcxCodeExchange.exchange(code:verifier:redirectURI:nonce:)`.
  public func exchange(_ result: FlowResult, for request: FlowRequest) async throws(AuthError) -> FlowResult {
    guard case .authorizationCode(let code) = result, let verifier = code.verifier else { return result }
    if let backend {
      return .session(try await exchange(code, verifier, at: backend), isNewUser: request.purpose == .signUp)
    }
    guard let codeExchange else { return result }
    let identity = try await codeExchange.exchange(code: code.code, verifier: verifier)
    return .session(session(identity, code), isNewUser: request.purpose == .signUp)
  }

  var backend: AppBackend? {
    configuration.backendURL.map { AppBackend(baseURL: $0, transport: services.transport, clock: services.clock) }
  }

  /// The backend for requests about a session: with proofs of its key, if it has one.
  func backend(of session: Session) -> AppBackend? {
    guard let key = session.key, let proofs else { return backend }
    return backend?.bound(to: key, by: proofs)
  }

  private func exchange(
    _ code: AuthorizationCode, _ verifier: Secret, at backend: AppBackend
  ) async throws(AuthError) -> Session {
    var body: JSONObject = [
      "authCode": .string(code.code.revealText()), "codeVerifier": .string(verifier.revealText()),
    ]
    body["identifier"] = code.identifier.map { .string($0) }
    body["session"] = code.flowSession.map { .string($0) }
    let (answer, key) = try await backend.exchange(
      path: "hawcx/exchange", .object(body), by: proofs, keys: services.keys, namespace: id.rawValue)
    return Session(
      id: SessionID(services.random.token()), providerID: id, tenant: tenant, subject: answer.subject,
      identifier: code.identifier, tokens: SessionTokens(access: answer.token, refresh: answer.refreshToken), key: key,
      createdAt: services.clock.now(), expiresAt: answer.expiresAt, claims: answer.claims)
  }

  /// A session of the identity token, which is the only token if there is no backend.
  private func session(_ identity: HawcxIdentity, _ code: AuthorizationCode) -> Session {
    Session(
      id: SessionID(services.random.token()), providerID: id, tenant: tenant, subject: identity.subject,
      identifier: code.identifier ?? identity.claims["email"]?.stringValue,
      tokens: SessionTokens(access: identity.token, identity: identity.token), createdAt: services.clock.now(),
      expiresAt: identity.expiresAt, claims: identity.claims)
  }
}
