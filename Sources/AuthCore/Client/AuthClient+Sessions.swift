extension AuthClient: SessionManaging {
  /// The selected session of `provider`; for nil, that of the configured provider, or else that of the first fallback
  /// that has one.
  public func session(provider id: ProviderID? = nil) async throws(AuthError) -> Session {
    if let cached = cached(id) { return cached }
    for candidate in candidates(id) {
      if let session = try await instance(candidate).current() { return session }
    }
    throw notSignedIn(id)
  }

  /// Renews the selected session now.
  public func refresh(provider id: ProviderID? = nil) async throws(AuthError) -> Session {
    guard let (_, instance) = try await resolve(id) else { throw notSignedIn(id) }
    return try await instance.refresh()
  }

  /// The selected session as it is stored, without a network request.
  public func storedSession(provider id: ProviderID? = nil) async throws(AuthError) -> Session? {
    try await resolve(id)?.session
  }

  /// The current state of the selected session, read from the store; the same state as in `states`.
  public func state(provider id: ProviderID? = nil) async throws(AuthError) -> SessionState {
    _ = try await resolve(id)
    let resolver = setup.withLock { $0.resolver(id) }
    return resolver.resolve { source(of: $0).current }.state
  }

  /// Every stored session that can be read, newest first, including those of providers that are not linked.
  ///
  /// - Throws: a storage code if sessions are stored and none of them can be read. An empty store is not an error.
  public func sessions() async throws(AuthError) -> [Session] {
    let stored = try await storedSessions()
    if stored.sessions.isEmpty, let error = stored.unreadable.first { throw error }
    return stored.sessions
  }

  /// Every stored session that can be read, newest first, and one error for each record that cannot be read. An
  /// unreadable record is not changed, and its error is also an event.
  ///
  /// - Throws: a storage code when the store as a whole cannot be read.
  public func storedSessions() async throws(AuthError) -> StoredSessions {
    var stored = try await services.sessionStore.inventory()
    for error in stored.unreadable {
      services.provider.observer.record(.store(operation: "list", provider: configuration.provider, error: error))
    }
    stored.sessions.sort { $0.createdAt > $1.createdAt }
    return stored
  }

  /// Selects a stored session for its provider.
  public func select(_ id: SessionID) async throws(AuthError) {
    let session = try await stored(id)
    try await instance(session.providerID).choose(session)
  }

  /// Removes a stored session and its user's history, and tells its server. If the server cannot be told now, the next
  /// start tells it.
  public func remove(_ id: SessionID) async throws(AuthError) {
    _ = try await signOut(account: id, options: SignOutOptions(forgetHistory: true))
  }

  /// The current state of a provider's session, then every change. For nil, the state of the session that `session()`
  /// returns, which may be a fallback's.
  public func states(provider id: ProviderID? = nil) -> SessionStates {
    for candidate in candidates(id) {
      do throws(AuthError) {
        let instance = try self.instance(candidate)
        // Reading the states reads the store once. An error is thrown to the caller that asks for the session.
        Task.detached { _ = try? await instance.stored() }
      } catch {
        source(of: candidate).setIfLoading(.signedOut(.never))
      }
    }
    return SessionStates(source: id.map { source(of: $0) } ?? resolved.source)
  }

  /// Fetches the user's current data from the server and stores it with the session.
  ///
  /// - Throws: the errors of the provider's request. After an error the session is unchanged.
  package func describe(_ session: Session) async throws(AuthError) -> Session {
    try await instance(session.providerID).describe(session.id)
  }

  /// Waits until the renewals under way have finished. A program calls it before it ends.
  public func settle() async {
    for engine in usedInstances + usedAccounts { await engine.settle() }
  }

  /// The session of the first provider, from memory without an allocation: the answer to most calls.
  private func cached(_ id: ProviderID?) -> Session? {
    setup.withLock { setup in id.map { setup.instances[$0] } ?? setup.first }?.cached
  }

  func candidates(_ id: ProviderID?) -> [ProviderID] { setup.withLock { $0.resolver(id) }.candidates }

  /// The session that a call uses, after the store was read; nil if no user is signed in.
  func resolve(_ id: ProviderID?) async throws(AuthError) -> (session: Session, instance: ProviderSessions)? {
    for candidate in candidates(id) {
      let instance = try self.instance(candidate)
      if let session = try await instance.stored() { return (session, instance) }
    }
    return nil
  }

  func stored(_ id: SessionID) async throws(AuthError) -> Session {
    guard let session = try await services.sessionStore.load(id) else {
      throw AuthError(.notSignedIn, "There is no stored session \(id).")
    }
    return session
  }

  func notSignedIn(_ id: ProviderID?) -> AuthError {
    let providerID = id ?? configuration.provider
    return AuthError(.notSignedIn, "No user is signed in with '\(providerID)'.", provider: providerID)
  }
}
