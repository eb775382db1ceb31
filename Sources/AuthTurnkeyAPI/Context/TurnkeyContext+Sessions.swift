public import AuthCore
import AuthTurnkey

extension TurnkeyContext {
  /// Makes a key for a session that the app's backend opens. The key waits for its session for one hour. At most ten
  /// keys wait; another key replaces the oldest.
  ///
  /// - Returns: the public key, a compressed point in lower-case hex.
  /// - Throws: the errors of the stores.
  public func createKeyPair() async throws(AuthError) -> String { try await provider.createKeyPair() }

  /// Deletes the keys from `createKeyPair()` for which no session has arrived, and no other keys.
  ///
  /// - Throws: the errors of the stores.
  public func clearUnusedKeyPairs() async throws(AuthError) { try await provider.clearUnusedKeyPairs() }

  /// Stores and selects the session that a token describes. The session's key must be from `createKeyPair()`.
  ///
  /// - Parameters:
  ///   - jwt: the session token from the app's backend. Its signature is verified.
  ///   - sessionKey: a name for the session, for apps that keep several sessions.
  ///   - refreshedSessionTTLSeconds: the lifetime that renewals request, in seconds; nil for the lifetime that the
  ///     session was opened with.
  /// - Throws: `invalid_request` for a lifetime below one second, `invalid_state` if a session with that name is still
  ///   valid, `key_unavailable` if no key waits for the token, `signature_invalid` unless the pinned key signed the
  ///   token, `token_expired`, `invalid_token`, and the errors of the stores.
  @discardableResult
  public func storeSession(
    jwt: String, sessionKey: String? = nil, refreshedSessionTTLSeconds: Int? = nil
  ) async throws(AuthError) -> Session {
    try check(refreshedSessionTTLSeconds, "refreshedSessionTTLSeconds")
    let stored = try await signIn(FlowRequest(token: Secret(jwt)), sessionKey: sessionKey).session
    guard let seconds = refreshedSessionTTLSeconds else { return stored }
    let account = try await auth.account(stored.id)
    try await account.setAdapterValues(stored.adapterValues.merging([SessionLifetime.name: String(seconds)]) { $1 })
    try await update()
    return try await account.storedSession() ?? stored
  }

  /// Returns the selected session as it is stored; nil if no user is signed in. Does not use the network.
  ///
  /// - Throws: the errors of `AuthClient.storedSession(provider:)`.
  public func getActiveSession() async throws(AuthError) -> Session? {
    try await auth.storedSession(provider: provider.id)
  }

  /// Returns the first stored session of this provider with this name; nil if no session has the name.
  ///
  /// - Throws: the errors of `AuthClient.sessions()`.
  public func session(for sessionKey: String) async throws(AuthError) -> Session? {
    try await auth.sessions().first { $0.providerID == provider.id && $0.sessionKey == sessionKey }
  }

  /// Selects the session with this name, and returns its client.
  ///
  /// - Throws: `not_signed_in` if no session has the name, `session_expired` if the session has expired,
  ///   `key_unavailable` if it has no key, and the errors of the stores.
  @discardableResult
  public func setActiveSession(sessionKey: String) async throws(AuthError) -> TurnkeyClient {
    guard let session = try await session(for: sessionKey) else {
      throw AuthError(
        .notSignedIn,
        "No stored session has the name '\(sessionKey)'. Select another session, or sign in with this name as "
          + "`sessionKey`.", provider: provider.id)
    }
    guard !session.isExpired(at: provider.services.clock.now()) else {
      throw AuthError(
        .sessionExpired, "The session '\(sessionKey)' has expired. Sign in again.", recovery: .signIn,
        provider: provider.id)
    }
    let client = try provider.client(for: session)
    try await auth.select(session.id)
    try await update()
    return client
  }

  /// Renews a session now. The session gets a new key, and the old key stamps the login of the new key.
  ///
  /// - Parameters:
  ///   - expirationSeconds: the lifetime of the renewed session, in seconds; nil for the lifetime that renewals of the
  ///     session request. Later renewals do not request it.
  ///   - sessionKey: the session's name; nil for the selected session.
  ///   - invalidateExisting: whether the user's other sessions end; nil for the configuration's setting.
  /// - Returns: the renewed session. A renewal that was interrupted is repeated with its own parameters. After an error
  ///   that keeps the session, the next renewal requests the parameters of this one.
  /// - Throws: `invalid_request` for a lifetime below one second, `not_signed_in` if there is no such session, and the
  ///   errors of `AuthClient.refresh`, whose documentation says which of them end the session.
  @discardableResult
  public func refreshSession(
    expirationSeconds: Int? = nil, sessionKey: String? = nil, invalidateExisting: Bool? = nil
  ) async throws(AuthError) -> Session {
    try check(expirationSeconds, "expirationSeconds")
    var found = try await getActiveSession()
    if let sessionKey { found = try await session(for: sessionKey) }
    guard let session = found else {
      throw AuthError(.notSignedIn, "There is no such session. Sign in first.", provider: provider.id)
    }
    let account = try await auth.account(session.id)
    var values = session.adapterValues
    values[SessionLifetime.nextName] = expirationSeconds.map { String($0) }
    values[SessionLifetime.invalidationName] = invalidateExisting.map { String($0) }
    if values != session.adapterValues { try await account.setAdapterValues(values) }
    let renewed = try await account.refresh()
    try await update()
    return renewed
  }

  /// Deletes a session and its key. If the session does not exist, only updates this context.
  ///
  /// - Parameter sessionKey: the session's name; nil for the selected session.
  /// - Throws: the errors of `AuthClient.remove(_:)` and of reading the store.
  public func clearSession(for sessionKey: String? = nil) async throws(AuthError) {
    let session: Session?
    if let sessionKey {
      session = try await self.session(for: sessionKey)
    } else {
      session = try await getActiveSession()
    }
    if let session { try await auth.remove(session.id) }
    try await update()
  }

  /// Deletes all sessions of this provider, and their keys.
  ///
  /// - Throws: the errors of `AuthClient.signOut(_:provider:)` and of reading the store.
  public func clearAllSessions() async throws(AuthError) {
    _ = try await auth.signOut(SignOutOptions(scope: .all), provider: provider.id)
    try await update()
  }

  /// Signs bytes with the selected session's key, and returns the 64 bytes r‖s of an ECDSA signature with P-256 and
  /// SHA-256. The key can be in software or hardware. Renews the session first if a renewal is due.
  ///
  /// - Throws: `not_signed_in`, `key_unavailable`, and the errors of renewing the session.
  public func signWithSession(message: [UInt8]) async throws(AuthError) -> [UInt8] {
    let session = try await auth.session(provider: provider.id)
    guard let key = session.key else {
      throw AuthError(.keyUnavailable, "The session has no key. Sign in again.", provider: provider.id)
    }
    return try await provider.services.keys.sign(message, with: key)
  }

  /// Runs a flow that should not prompt. If the flow prompts, throws `unsupported_prompt`.
  func signIn(
    _ request: FlowRequest, sessionKey: String?, invalidateExisting: Bool? = nil
  ) async throws(AuthError) -> AuthResult {
    try await signIn(request, sessionKey: sessionKey, invalidateExisting: invalidateExisting) {
      prompt, _ throws(AuthError) in
      throw AuthError(
        .unsupportedPrompt,
        "The sign-in asks for '\(prompt.name)', which this call cannot show. Use AuthClient.start(_:), and answer the "
          + "prompt.")
    }
  }

  /// Runs a flow, selects its session, and updates this context. `answer` returns the answer to a prompt. A prompt with
  /// an error ends the flow with this error.
  func signIn(
    _ request: FlowRequest, sessionKey: String?, invalidateExisting: Bool? = nil,
    answering answer: (Prompt, PromptContext) async throws(AuthError) -> FlowAnswer
  ) async throws(AuthError) -> AuthResult {
    let replaced = try await namesake(sessionKey)
    var complete = request
    if let invalidateExisting { complete.profile.turnkeyInvalidatesExisting = invalidateExisting }
    if let sessionKey { complete.profile.turnkeySessionName = sessionKey }
    let flow = auth.start(complete, provider: provider.id)
    let result = try await run(flow, answering: answer)
    // The expired session with this name is deleted after its successor is stored. If it belongs to the same user, the
    // new session has already replaced it.
    if let replaced, try await auth.sessions().contains(where: { $0.id == replaced.id }) {
      try await auth.remove(replaced.id)
    }
    try await update()
    return result
  }

  private func run(
    _ flow: AuthFlow, answering answer: (Prompt, PromptContext) async throws(AuthError) -> FlowAnswer
  ) async throws(AuthError) -> AuthResult {
    do throws(AuthError) {
      for await update in flow {
        switch update {
        case .prompt(let prompt, let context):
          if let error = context.lastError { throw error }
          try await flow.answer(try await answer(prompt, context))
        case .completed(.session(let session, let isNewUser)):
          return AuthResult(session: session, action: isNewUser ? .signup : .login)
        case .completed:
          throw AuthError(
            .internalError, "The sign-in ended without a session. Report this to Latchkey's maintainers.",
            provider: provider.id)
        case .failed(let error): throw error
        case .idle, .working: continue
        }
      }
      throw .cancelled
    } catch {
      await flow.cancel()
      throw error
    }
  }

  /// The expired session with the name; nil if no session has the name.
  ///
  /// - Throws: `invalid_state` if the session with the name is still valid.
  private func namesake(_ sessionKey: String?) async throws(AuthError) -> Session? {
    guard let sessionKey, let session = try await session(for: sessionKey) else { return nil }
    guard session.isExpired(at: provider.services.clock.now()) else {
      throw AuthError(
        .invalidState, "A session with the name '\(sessionKey)' is still valid. Clear it first, or use another name.",
        provider: provider.id)
    }
    return session
  }

  private func check(_ seconds: Int?, _ name: String) throws(AuthError) {
    guard let seconds, seconds < 1 else { return }
    throw AuthError(
      .invalidRequest, "\(name) must be at least one second. Pass a longer lifetime, or none.", provider: provider.id)
  }
}
