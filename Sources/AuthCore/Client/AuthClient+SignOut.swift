extension AuthClient {
  /// Signs one stored session out, selected or not.
  ///
  /// - Parameters:
  ///   - id: the session.
  ///   - options: how far the sign-out goes; the scope is ignored.
  /// - Throws: `not_signed_in` when there is no such session, and the error of a store that cannot delete it.
  @discardableResult
  public func signOut(
    account id: SessionID, options: SignOutOptions = SignOutOptions()
  ) async throws(AuthError) -> SignOutResult {
    let session = try await stored(id)
    let instance = try self.instance(session.providerID)
    try instance.checkOwn(session)
    // The account's own engine tells the readers of its states.
    let engine = setup.withLock { $0.accounts[id] }.flatMap { $0.instance === instance ? $0 : nil } ?? instance
    return try await signOut([(session, engine)], options, asked: session.providerID)
  }

  /// Signs out. With the scope `.all`, a session that the store cannot delete does not prevent the others from ending;
  /// see `SignOutResult.undeleted`.
  ///
  /// - Throws: `not_signed_in` when there is no session to end, and the error of a store that cannot delete any of
  ///   them.
  public func signOut(
    _ options: SignOutOptions = SignOutOptions(), provider id: ProviderID? = nil
  ) async throws(AuthError) -> SignOutResult {
    let (ending, unreadable) = try await endingSessions(options, id)
    guard !ending.isEmpty || options.scope == .all || options.forgetDevice else { throw notSignedIn(id) }
    var result = try await signOut(ending, options, asked: id)
    result.unreadable = unreadable
    return result
  }

  private func signOut(
    _ ending: [(session: Session, instance: ProviderSessions)], _ options: SignOutOptions, asked id: ProviderID?
  ) async throws(AuthError) -> SignOutResult {
    var result = SignOutResult()
    var ended: [EndedSession] = []
    for (session, instance) in ending {
      do throws(AuthError) {
        ended.append(try await instance.delete(session, reason: .requested))
        setup.withLock { $0.accounts[session.id] = nil }
      } catch {
        result.undeleted[session.id] = error
      }
    }
    if ended.isEmpty, let (session, _) = ending.first, let failure = result.undeleted[session.id] { throw failure }
    if options.forgetHistory || options.forgetDevice { await forgetHistories(of: ended) }
    result.redirects = ended.compactMap { $0.revocation?.redirect }
    result.unrevoked = await revoke(ended, within: options.revocationTimeout)
    if options.forgetDevice {
      result.unforgotten = await forgetDevices(ending.map(\.session), options.scope, asked: id)
    }
    return result
  }

  /// Removes this device's trust at each instance, as far as possible.
  private func forgetDevices(
    _ ended: [Session], _ scope: SignOutOptions.Scope, asked id: ProviderID?
  ) async -> [ProviderID: AuthError] {
    let linked = configuration.providers.compactMap { linkedInstance($0.id) }
    let plan = ForgottenDevices(
      ended: ended.map { ($0.providerID, $0.identifier) }, asked: id, scope: scope, instances: linked.map(\.provider.id)
    )
    var failures: [ProviderID: AuthError] = [:]
    for instance in linked {
      guard let forgetting = instance.provider as? any DeviceForgetting else { continue }
      for identifier in plan.identifiers[instance.provider.id] ?? [] {
        do throws(AuthError) {
          try await forgetting.forgetDevice(identifier: identifier)
        } catch {
          // The other users are still forgotten; the first error is reported.
          failures[instance.provider.id] = failures[instance.provider.id] ?? error
        }
      }
    }
    return failures
  }

  private func endingSessions(
    _ options: SignOutOptions, _ id: ProviderID?
  ) async throws(AuthError) -> (ending: [(session: Session, instance: ProviderSessions)], unreadable: [AuthError]) {
    switch options.scope {
    case .selected:
      return (try await resolve(id).map { [$0] } ?? [], [])
    case .all:
      var ending: [(Session, ProviderSessions)] = []
      let stored = try await storedSessions()
      for session in stored.sessions where id == nil || session.providerID == id {
        // Sessions of providers that are not linked stay, because their keys could not be discarded here. Sessions of
        // another tenant stay, because they belong to another server.
        guard configuration.block(session.providerID).map({ linkedTypes.contains($0.type) }) == true else { continue }
        let instance = try self.instance(session.providerID)
        if instance.isOwn(session) { ending.append((session, instance)) }
      }
      return (ending, stored.unreadable)
    }
  }

  /// Tells all servers at the same time and then discards the keys: a server may require a proof of possession for the
  /// revocation. The result lists the sessions that a server could not be told about.
  private func revoke(_ ended: [EndedSession], within limit: Duration) async -> [SessionID: AuthError] {
    await withTaskGroup(of: (SessionID, AuthError?).self) { group in
      for session in ended {
        group.addTask { (session.session.id, await session.instance.revoke(session, within: limit)) }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
  }
}
