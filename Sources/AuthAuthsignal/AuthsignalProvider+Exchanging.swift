public import AuthCore

extension AuthsignalProvider: SessionExchanging {
  /// Whether the configuration names the app's backend.
  public var canExchange: Bool { configuration.backendURL != nil }

  /// Exchanges a proof for the app's session. The backend validates the proof with the vendor (`POST
  /// {backend}/authsignal/exchange`). Any other result is returned unchanged, and so is a proof if the configuration
  /// does not name a backend.
  ///
  /// - Throws: the errors of `AppBackend.exchange` and, for a session with a key, of the key stores.
  public func exchange(_ result: FlowResult, for request: FlowRequest) async throws(AuthError) -> FlowResult {
    guard case .proof(let proof) = result, let backend else { return result }
    var body: JSONObject = ["token": .string(proof.token.revealText())]
    body["action"] = proof.action.map { .string($0) }
    let (opened, key) = try await backend.exchange(
      path: "authsignal/exchange", .object(body), by: proofs, keys: services.keys, namespace: id.rawValue)
    let session = Session(
      id: SessionID(services.random.token()), providerID: id, tenant: tenant, subject: opened.subject,
      identifier: proof.identifier, tokens: SessionTokens(access: opened.token, refresh: opened.refreshToken), key: key,
      createdAt: services.clock.now(), expiresAt: opened.expiresAt, claims: opened.claims)
    return .session(session, isNewUser: proof.isNewUser)
  }
}
