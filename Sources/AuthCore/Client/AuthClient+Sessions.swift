extension AuthClient: SessionManaging {
  #if compiler(>=6.2)
    /// The selected session of an instance. Its credential is valid: the session is renewed first if necessary.
    ///
    /// - Parameter id: the instance; nil for the configured one, or else the first fallback that has a session.
    /// - Throws: `not_signed_in`; `session_expired` and `session_revoked` if the server refused to renew the session;
    ///   `reauthentication_required` and `renewal_lost`, after which the session stays stored; `key_unavailable`;
    ///   `token_required` if the renewal needs a token of the app; temporary errors of the renewal; a storage code;
    ///   `provider_not_linked` and `invalid_configuration`.
    nonisolated(nonsending) public func session(provider id: ProviderID? = nil) async throws(AuthError) -> Session {
      // In the caller's isolation: two changes of the executor would take longer than the rest of the call.
      if id == nil, let session = ready.session { return session }
      return try await checkedSession(id)
    }
  #else
    /// The selected session of an instance, with a valid credential.
    public func session(provider id: ProviderID? = nil) async throws(AuthError) -> Session {
      if id == nil, let session = ready.session { return session }
      return try await checkedSession(id)
    }
  #endif

  private func checkedSession(_ id: ProviderID?) async throws(AuthError) -> Session {
    if let cached = cached(id) { return cached }
    for candidate in candidates(id) {
      if let session = try await instance(candidate).current() { return session }
    }
    throw notSignedIn(id)
  }

  /// Renews the selected session now, even if its credential is still valid.
  ///
  /// - Parameter id: the instance; nil for the configured one, or else the first fallback that has a session.
  /// - Throws: the errors of `session(provider:)`; `unsupported` if the provider cannot renew sessions.
  public func refresh(provider id: ProviderID? = nil) async throws(AuthError) -> Session {
    guard let (_, instance) = try await resolve(id) else { throw notSignedIn(id) }
    return try await instance.refresh()
  }

  /// The selected session as it is stored; nil if no user is signed in. Its credential is not renewed and may have
  /// expired.
  ///
  /// - Parameter id: the instance; nil for the configured one, or else the first fallback that has a session.
  /// - Throws: a storage code; `provider_not_linked` and `invalid_configuration`.
  public func storedSession(provider id: ProviderID? = nil) async throws(AuthError) -> Session? {
    try await resolve(id)?.session
  }

  /// The current state of the selected session, after a read of the store. It is the state that `states(provider:)`
  /// publishes.
  ///
  /// - Parameter id: the instance; nil for the configured one, or else the first fallback that has a session.
  /// - Throws: a storage code; `provider_not_linked` and `invalid_configuration`.
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

  /// Makes a stored session the selected session of its provider.
  ///
  /// - Throws: `not_signed_in` if there is no such session; `invalid_request` if it belongs to a tenant other than the
  ///   configured one; a storage code; `provider_not_linked` and `invalid_configuration`.
  public func select(_ id: SessionID) async throws(AuthError) {
    let session = try await stored(id)
    try await instance(session.providerID).choose(session)
  }

  /// Signs one stored session out, and deletes its user's history unless the user has another stored session. If a
  /// temporary error prevents the revocation at the server, the next start tries again.
  ///
  /// - Throws: the errors of `signOut(account:options:)`.
  public func remove(_ id: SessionID) async throws(AuthError) {
    _ = try await signOut(account: id, options: SignOutOptions(forgetHistory: true))
  }

  /// A sequence of the selected session's states: the current state, then every new state.
  ///
  /// - Parameter id: the instance; nil for the session that `session()` returns, which may be that of a fallback. The
  ///   state of an instance that cannot be created is `signedOut(.never)`.
  public func states(provider id: ProviderID? = nil) -> SessionStates {
    for candidate in candidates(id) {
      do throws(AuthError) {
        let instance = try self.instance(candidate)
        // Reads the store once, so that the state is known. An error is ignored: the next call for the session reads
        // again and throws the error.
        Task.detached { _ = try? await instance.stored() }
      } catch {
        source(of: candidate).setIfLoading(.signedOut(.never))
      }
    }
    return SessionStates(source: id.map { source(of: $0) } ?? resolved.source)
  }

  /// Fetches the user's current data from the server and stores it with the session.
  ///
  /// - Throws: `unsupported` if the provider cannot fetch the data; `not_signed_in` if the session is no longer stored;
  ///   `invalid_request` if it belongs to a tenant other than the configured one; the errors of the provider's request;
  ///   a storage code.
  package func describe(_ session: Session) async throws(AuthError) -> Session {
    try await instance(session.providerID).describe(session.id)
  }

  /// Waits until the renewals, revocations and history entries under way have finished. Call it before the program
  /// ends: a renewal that is interrupted can lose its new credential.
  public func settle() async {
    for engine in usedInstances + usedAccounts { await engine.settle() }
  }

  /// The valid session of an instance (the configured one for nil) from memory; nil if the store or the server is
  /// needed. Most calls need no more than this function, so it allocates no memory.
  private func cached(_ id: ProviderID?) -> Session? {
    let start = ready.start()
    let known = setup.withLock { setup in id.map { setup.instances[$0] } ?? setup.first }
    guard let cached = known?.check() else { return nil }
    if id == nil, cached.lasts { ready.keep(cached.session, read: cached.reading, since: start) }
    return cached.session
  }

  func candidates(_ id: ProviderID?) -> [ProviderID] { setup.withLock { $0.resolver(id) }.candidates }

  /// The stored session that a call uses, and its engine; nil if no candidate instance has a session.
  func resolve(_ id: ProviderID?) async throws(AuthError) -> (session: Session, instance: ProviderSessions)? {
    for candidate in candidates(id) {
      let instance = try self.instance(candidate)
      if let session = try await instance.stored() { return (session, instance) }
    }
    return nil
  }

  func stored(_ id: SessionID) async throws(AuthError) -> Session {
    guard let session = try await services.sessionStore.load(id) else {
      throw AuthError(
        .notSignedIn, "There is no stored session \(id). Check the id with `sessions()`, or sign in again.")
    }
    return session
  }

  func notSignedIn(_ id: ProviderID?) -> AuthError {
    let providerID = id ?? configuration.provider
    return AuthError(.notSignedIn, "No user is signed in with '\(providerID)'. Sign in first.", provider: providerID)
  }
}
