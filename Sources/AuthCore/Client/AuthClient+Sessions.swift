extension AuthClient: SessionManaging {
  /// The selected session of `provider`; for nil the configured provider's, then its fallbacks'.
  public func session(provider id: ProviderID? = nil) async throws(AuthError) -> Session {
    if let cached = cached(id) { return cached }
    for candidate in candidates(id) {
      if let session = try await instance(candidate).current() { return session }
    }
    throw notSignedIn(id)
  }

  /// Renews that session now.
  public func refresh(provider id: ProviderID? = nil) async throws(AuthError) -> Session {
    guard let (_, instance) = try await resolve(id) else { throw notSignedIn(id) }
    return try await instance.refresh()
  }

  /// That session as it is stored, without network.
  public func storedSession(provider id: ProviderID? = nil) async throws(AuthError) -> Session? {
    try await resolve(id)?.session
  }

  /// How things stand with it now: as `states` would say, after the store was read.
  public func state(provider id: ProviderID? = nil) async throws(AuthError) -> SessionState {
    _ = try await resolve(id)
    let resolver = setup.withLock { $0.resolver(id) }
    return resolver.resolve { source(of: $0).current }.state
  }

  /// Every stored session that can be read, the newest first; those of providers that are not linked included.
  ///
  /// - Throws: a storage code when none of those that are stored can be read: that is not an empty store.
  public func sessions() async throws(AuthError) -> [Session] {
    let stored = try await storedSessions()
    if stored.sessions.isEmpty, let error = stored.unreadable.first { throw error }
    return stored.sessions
  }

  /// The same with what cannot be read beside it: one error for each such record, which is kept as it is. Each is an
  /// event, too.
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

  /// Removes a stored session and its user's history, and tells its server; where that cannot be told now, the next
  /// start does.
  public func remove(_ id: SessionID) async throws(AuthError) {
    _ = try await signOut(account: id, options: SignOutOptions(forgetHistory: true))
  }

  /// How things stand with a provider, now and from now on; for nil with the session that `session()` means, a
  /// fallback's included.
  public func states(provider id: ProviderID? = nil) -> SessionStates {
    for candidate in candidates(id) {
      do throws(AuthError) {
        let instance = try self.instance(candidate)
        // Reading the states reads the store, once; a caller that asks for the session hears what goes wrong there.
        Task.detached { _ = try? await instance.stored() }
      } catch {
        source(of: candidate).setIfLoading(.signedOut(.never))
      }
    }
    return SessionStates(source: id.map { source(of: $0) } ?? resolved.source)
  }

  /// Stores what the server says of a session's user now.
  ///
  /// - Throws: as the provider's asking does; the session stays as it was then.
  package func describe(_ session: Session) async throws(AuthError) -> Session {
    try await instance(session.providerID).describe(session.id)
  }

  /// Waits for renewals that are under way; for programs that are about to end.
  public func settle() async {
    for engine in usedInstances + usedAccounts { await engine.settle() }
  }

  /// The session of the provider that is asked first, from memory: what most calls come for, without an allocation.
  private func cached(_ id: ProviderID?) -> Session? {
    setup.withLock { setup in id.map { setup.instances[$0] } ?? setup.first }?.cached
  }

  func candidates(_ id: ProviderID?) -> [ProviderID] { setup.withLock { $0.resolver(id) }.candidates }

  /// Whose session a call means, after the store was read; nil where no user is signed in.
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
