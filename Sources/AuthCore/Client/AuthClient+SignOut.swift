extension AuthClient {
  /// Signs one stored session out, selected or not.
  ///
  /// - Parameters:
  ///   - id: the session.
  ///   - options: how far the sign-out goes. `scope` is ignored, because only this session ends.
  /// - Throws: `not_signed_in` if there is no such session; `invalid_request` if it belongs to a tenant other than the
  ///   configured one; `provider_not_linked` and `invalid_configuration`; a storage code if the session cannot be read
  ///   or deleted. An error of the server is not thrown; see `SignOutResult.unrevoked`.
  @discardableResult
  public func signOut(
    account id: SessionID, options: SignOutOptions = SignOutOptions()
  ) async throws(AuthError) -> SignOutResult {
    let session = try await stored(id)
    let instance = try self.instance(session.providerID)
    try instance.checkOwn(session)
    // If the account has an engine, that engine deletes the session: it then publishes the change to the readers of the
    // account's states.
    let engine = setup.withLock { $0.accounts[id] }.flatMap { $0.instance === instance ? $0 : nil } ?? instance
    return try await signOut([(session, engine)], options, asked: session.providerID)
  }

  /// Signs out: deletes sessions on this device, then revokes them at their servers. With the scope `.all`, a session
  /// that the store cannot delete does not prevent the others from ending; see `SignOutResult.undeleted`.
  ///
  /// - Parameters:
  ///   - options: which sessions end, and how far the sign-out goes.
  ///   - id: the instance whose sessions end. For nil, the scope `.selected` ends the session that `session()` returns,
  ///     and `.all` ends the sessions of every linked provider.
  /// - Throws: `not_signed_in` if there is no session to end, unless the scope is `.all` or `forgetDevice` is set; a
  ///   storage code if the store cannot be read, or if every deletion fails; `provider_not_linked` and
  ///   `invalid_configuration`. An error of a server is not thrown; see `SignOutResult.unrevoked`.
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

  /// Removes the device trust of the signed-out users at each linked instance. After an error, the function continues
  /// with the next user.
  ///
  /// - Returns: the first error of each instance that still trusts this device.
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
          // Only the first error of an instance is reported.
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
        // Sessions of providers that are not linked stay, because only their provider can delete their keys. Sessions
        // of another tenant stay, because the configured credentials and addresses are not for that tenant.
        guard configuration.block(session.providerID).map({ linkedTypes.contains($0.type) }) == true else { continue }
        let instance = try self.instance(session.providerID)
        if instance.isOwn(session) { ending.append((session, instance)) }
      }
      return (ending, stored.unreadable)
    }
  }

  /// Revokes the sessions at their servers at the same time. The keys of a session are deleted after its revocation,
  /// because the server may require a proof of possession for it.
  ///
  /// - Returns: the sessions that could not be revoked, and why.
  private func revoke(_ ended: [EndedSession], within limit: Duration) async -> [SessionID: AuthError] {
    await withTaskGroup(of: (SessionID, AuthError?).self) { group in
      for session in ended {
        group.addTask { (session.session.id, await session.instance.revoke(session, within: limit)) }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
  }
}
