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

  /// Every stored session, the newest first; those of providers that are not linked included.
  public func sessions() async throws(AuthError) -> [Session] {
    try await services.sessionStore.list().sorted { $0.createdAt > $1.createdAt }
  }

  /// Selects a stored session for its provider.
  public func select(_ id: SessionID) async throws(AuthError) {
    let session = try await stored(id)
    try await instance(session.providerID).choose(session)
  }

  /// Removes a stored session here, without telling its server.
  public func remove(_ id: SessionID) async throws(AuthError) {
    let session = try await stored(id)
    try await instance(session.providerID).remove(session, reason: .requested)
  }

  /// Signs out.
  public func signOut(
    _ options: SignOutOptions = SignOutOptions(), provider id: ProviderID? = nil
  ) async throws(AuthError) -> SignOutResult {
    var result = SignOutResult()
    let ending = try await endingSessions(options, id)
    guard !ending.isEmpty || options.scope == .all || options.forgetDevice else { throw notSignedIn(id) }
    var left: [(ProviderSessions, [SessionMachine.Command])] = []
    var revocations: [(Revocation, any SessionRevoking)] = []
    var failure: AuthError?
    for (session, instance) in ending {
      let revoking = instance.provider as? any SessionRevoking
      let revocation = revoking?.revocation(of: session)
      do throws(AuthError) {
        left.append((instance, try await instance.delete(session, reason: .requested)))
      } catch {
        // What is gone already is still told to its server.
        failure = error
        break
      }
      guard let revoking, let revocation else { continue }
      if let redirect = revocation.redirect { result.redirects.append(redirect) }
      revocations.append((revocation, revoking))
    }
    result.unrevoked = await revoke(revocations, within: options.revocationTimeout)
    // Only now do keys go: the server may want a proof of possession with the news that the session is over.
    for (instance, commands) in left { await instance.letGo(commands) }
    if let failure { throw failure }
    if options.forgetDevice {
      let identifier = ending.first?.0.identifier
      for instance in usedInstances {
        if let forgetting = instance.provider as? any DeviceForgetting {
          try await forgetting.forgetDevice(identifier: identifier)
        }
      }
    }
    return result
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
    for instance in usedInstances { await instance.settle() }
  }

  /// The session of the provider that is asked first, from memory: what most calls come for, without an allocation.
  private func cached(_ id: ProviderID?) -> Session? {
    setup.withLock { setup in id.map { setup.instances[$0] } ?? setup.first }?.cached
  }

  private func candidates(_ id: ProviderID?) -> [ProviderID] { setup.withLock { $0.resolver(id) }.candidates }

  /// Whose session a call means, after the store was read; nil where no user is signed in.
  func resolve(_ id: ProviderID?) async throws(AuthError) -> (session: Session, instance: ProviderSessions)? {
    for candidate in candidates(id) {
      let instance = try self.instance(candidate)
      if let session = try await instance.stored() { return (session, instance) }
    }
    return nil
  }

  private func stored(_ id: SessionID) async throws(AuthError) -> Session {
    guard let session = try await services.sessionStore.load(id) else {
      throw AuthError(.notSignedIn, "There is no stored session \(id).")
    }
    return session
  }

  private func endingSessions(
    _ options: SignOutOptions, _ id: ProviderID?
  ) async throws(AuthError) -> [(Session, ProviderSessions)] {
    switch options.scope {
    case .selected:
      return try await resolve(id).map { [$0] } ?? []
    case .all:
      var ending: [(Session, ProviderSessions)] = []
      for session in try await services.sessionStore.list() where id == nil || session.providerID == id {
        // Sessions of providers that are not linked stay: their keys could not be discarded here. So do those of
        // another tenant: their server is another.
        guard configuration.block(session.providerID).map({ linkedTypes.contains($0.type) }) == true else { continue }
        let instance = try self.instance(session.providerID)
        if instance.isOwn(session) { ending.append((session, instance)) }
      }
      return ending
    }
  }

  /// Tells the servers, all at once; what a server could not be told is in the result.
  private func revoke(
    _ revocations: [(Revocation, any SessionRevoking)], within limit: Duration
  ) async -> [SessionID: AuthError] {
    let clock = services.provider.clock
    return await withTaskGroup(of: (SessionID, AuthError?).self) { group in
      for (revocation, provider) in revocations {
        group.addTask {
          let outcome = await Deadline.run(limit, clock: clock) { () async -> AuthError? in
            do throws(AuthError) {
              try await provider.revoke(revocation)
              return nil
            } catch {
              return error
            }
          }
          guard let outcome else {
            let late = AuthError(.timeout, "The server was not told within \(limit).", provider: provider.id)
            return (revocation.session.id, late)
          }
          return (revocation.session.id, outcome)
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
  }

  private func notSignedIn(_ id: ProviderID?) -> AuthError {
    let providerID = id ?? configuration.provider
    return AuthError(.notSignedIn, "Nobody is signed in with '\(providerID)'.", provider: providerID)
  }
}
