#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ProviderSessions {
  /// How long the server may take to respond to a revocation that no caller waits for.
  private static let revocationLimit = Duration.seconds(5)

  package var outbox: SessionOutbox { SessionOutbox(services.hostRecords) }

  /// Revokes a session at the server and then deletes the provider's data about the session, such as its keys.
  ///
  /// - Parameters:
  ///   - ended: the deleted session.
  ///   - limit: how long the server may take to respond.
  ///   - ifNoted: whether to do nothing if the outbox no longer has the session's entry, because another part of this
  ///     process may have revoked the session.
  /// - Returns: why the session was not revoked; nil if there was no error, or if another part of this process revokes
  ///   or has revoked the session. After a temporary error, if the outbox has an entry for the session, the provider's
  ///   data is kept and the next start tries again.
  func revoke(_ ended: EndedSession, within limit: Duration, ifNoted: Bool = false) async -> AuthError? {
    guard revoking.begin(ended.session) else { return nil }
    defer { revoking.end(ended.session) }
    var failure: AuthError?
    if let revocation = ended.revocation, let revoking = provider as? any SessionRevoking {
      if ifNoted, await !isNoted(ended.session) { return nil }
      failure = await tell(revocation, revoking, within: limit)
      let isTransient = failure.map { $0.isTransient || $0.code == .cancelled } ?? false
      if isTransient, await isNoted(ended.session) {
        failure?.message += " The next start tries again."
        return failure
      }
    }
    await letGo(ended.left)
    // Without a revocation, the session can still have an entry: that of its renewal.
    await tidy { [outbox] () throws(AuthError) in try await outbox.strike(ended.session) }
    return failure
  }

  /// Revokes a session in the background. `settle` waits for the end of the revocation.
  func tellLater(_ ended: EndedSession) {
    inBackground { [self] in
      if let error = await revoke(ended, within: Self.revocationLimit) {
        services.observer.record(.store(operation: "revoke", provider: provider.id, error: error))
      }
    }
  }

  /// Revokes the session of a flow that does not store the session, because the flow was cancelled or its user has
  /// signed out. The work has its own task, because the caller's task may be cancelled.
  func revokeUnstored(_ session: Session) async {
    await inBackground { [self] in await revokeUnused(session, beside: nil) }.value
  }

  /// Runs `body` in the background, after the background work that was started earlier. `settle` waits for the end of
  /// `body`.
  @discardableResult
  private func inBackground(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    state.withLock { state in
      let earlier = state.recovering
      let task = Task.detached {
        await earlier?.value
        await body()
      }
      state.recovering = task
      return task
    }
  }

  /// Revokes a credential that is not stored.
  ///
  /// - Parameters:
  ///   - session: the session with that credential.
  ///   - other: the session that is stored under the same id, if any; it is not changed.
  func revokeUnused(_ session: Session, beside other: Session?) async {
    let revocation = (provider as? any SessionRevoking)?.revocation(of: session)
    if revocation != nil {
      await tidy { [outbox] () throws(AuthError) in try await outbox.note(session) }
    }
    let ended = EndedSession(
      session: session, instance: self, revocation: revocation, left: [Self.leftovers(of: session, beside: other)])
    if let error = await revoke(ended, within: Self.revocationLimit) {
      services.observer.record(.store(operation: "revoke", provider: provider.id, error: error))
    }
  }

  /// Stores the unsaved renewal of a session, if there is one.
  ///
  /// - Throws: the error of the store; the renewed session then stays in memory.
  func saveUnsaved(of id: SessionID) async throws(AuthError) {
    try await save(unsaved.begin(at: nil) { $0 == id })
  }

  /// Stores all renewed sessions that could not be stored before. A failure is only recorded.
  func saveAllUnsaved() async { await saveRecording(unsaved.begin(at: nil)) }

  /// Stores the unsaved renewal of this engine's session, if an attempt is due. The unsaved renewals of other sessions
  /// are stored in the background, so that they do not delay the caller. A failure is only recorded.
  func saveDueUnsaved() async {
    guard !unsaved.isEmpty else { return }
    let (own, uptime) = (account ?? state.withLock { $0.machine.selected.session?.id }, services.clock.uptime())
    let others = unsaved.begin(at: uptime, after: .seconds(1)) { $0 != own }
    if !others.isEmpty { Task.detached { [self] in await saveRecording(others) } }
    await saveRecording(unsaved.begin(at: uptime) { $0 == own })
  }

  /// Removes the unsaved renewal of an earlier sign-in with the same id, so that it does not replace `session`, and
  /// revokes the credential of that renewal in the background.
  func endUnsaved(beside session: Session) async {
    guard let waiting = unsaved[session.id], unsaved.remove(waiting.renewed) else { return }
    let outcome = SessionRenewal.Outcome.superseded(session, unused: waiting.renewed)
    await SessionRenewal.settle(outcome, outbox)
    let commands = change { $0.saved(outcome, now: $1) }
    inBackground { [self] in await run(commands) }
  }

  private func saveRecording(_ renewals: [UnsavedRenewal]) async {
    do throws(AuthError) {
      try await save(renewals)
    } catch {
      services.observer.record(.store(operation: "save", provider: provider.id, error: error))
    }
  }

  /// Stores renewed sessions. A failure for one session does not prevent the others from being stored.
  ///
  /// - Throws: the first error of the store; the sessions that were not stored stay in memory.
  private func save(_ renewals: [UnsavedRenewal]) async throws(AuthError) {
    var failure: AuthError?
    for renewal in renewals {
      let start = services.clock.uptime()
      do throws(AuthError) {
        let outcome = try await stored(renewal.renewed, fence: renewal.fence, from: renewal.old)
        guard unsaved.remove(renewal.renewed) else { continue }
        await SessionRenewal.settle(outcome, outbox)
        await run(change { $0.saved(outcome, now: $1) })
      } catch {
        unsaved.failed(renewal.renewed, from: start, to: services.clock.uptime())
        if failure == nil { failure = error }
      }
    }
    if let failure { throw failure }
  }

  /// Processes the outbox of earlier runs, once: first stores the renewed sessions, then revokes the deleted sessions
  /// in the background. An error is only recorded, and the next read of the store processes the outbox again.
  func recover() async {
    // The outbox belongs to the instance, so the engine of an account leaves it to the instance's engine.
    if account != nil { return await instance?.recover() ?? () }
    guard state.withLock({ $0.isRecovered.exchange(with: true) }) == false else { return }
    do throws(AuthError) {
      for entry in try await outbox.pending().rotations where isOwn(entry.session) {
        do throws(AuthError) {
          try await recover(entry)
        } catch {
          // An entry that cannot be stored yet is tried again later and does not delay the others.
          services.observer.record(.store(operation: "outbox", provider: provider.id, error: error))
          state.withLock { $0.isRecovered = false }
        }
      }
      let revocations = try await outbox.pending().revocations.filter(isOwn)
      guard !revocations.isEmpty else { return }
      inBackground { [self] in
        for session in revocations { await finish(session) }
      }
    } catch {
      services.observer.record(.store(operation: "outbox", provider: provider.id, error: error))
      state.withLock { $0.isRecovered = false }
    }
  }

  /// Stores a renewed session that an earlier process did not store.
  private func recover(_ entry: SpooledRenewal) async throws(AuthError) {
    let old = try await store.load(entry.session.id)
    let outcome = try await stored(entry.session, fence: entry.fence, from: old ?? entry.session)
    await SessionRenewal.settle(outcome, outbox)
    switch outcome {
    case .renewed(let renewed, let old): await letGo([.replaced(old, by: renewed)])
    case .superseded(let other, let unused) where unused.isSucceeded(by: other):
      await letGo([.replaced(unused, by: other)])
    // `settle` has added the unused session to the outbox's revocations, which `recover()` processes next. The outcomes
    // `adopted`, `refused` and `unsaved` do not result from storing a session.
    case .superseded, .dropped, .adopted, .refused, .unsaved: break
    }
  }

  private func stored(
    _ renewed: Session, fence: UInt64?, from old: Session
  ) async throws(AuthError) -> SessionRenewal.Outcome {
    let result: RenewalCommitResult
    if let fence, let refreshing = provider as? any SessionRefreshing {
      // The session is stored under the fence of the claim under which it was renewed. If a server returns another
      // credential for each repeated use, the store keeps the one with the highest fence.
      var base = renewed
      base.generation &-= 1
      var claim = RenewalClaim(session: base, fence: fence, token: 0)
      claim.replay = refreshing.replay(of: renewed)
      result = try await store.commitRenewal(renewed, of: claim)
    } else {
      result = try await store.commit(renewed, replacing: renewed.generation &- 1)
    }
    if store.claimsExpire {
      services.observer.record(
        .renewal(
          RenewalEvent(
            provider: provider.id, session: renewed.id, generation: renewed.generation &- 1,
            fence: fence ?? 0, step: RenewalEvent.Step(result))))
    }
    return SessionRenewal.Outcome(result, storing: renewed, from: old)
  }

  /// Revokes a session that an earlier run did not revoke. If its record is unchanged, the sign-out was interrupted
  /// before the deletion, so the record is deleted first. The same applies if only the session's data, such as labels,
  /// was updated since then. If the session was renewed since then, it stays and nothing is revoked. If a new sign-in
  /// is stored under the same id, that sign-in stays and the earlier session is revoked.
  private func finish(_ session: Session) async {
    do throws(AuthError) {
      var other = try await store.deleteIfUnchanged(session)
      // A session with new labels or user data was not renewed, so the sign-out continues.
      if let same = other, RefreshBackoff.Credential(same) == RefreshBackoff.Credential(session) {
        other = try await store.deleteIfUnchanged(same)
      }
      if let other, session.isSucceeded(by: other) { return try await outbox.strike(session) }
      // `note` does not add an entry if the sign-out was already noted, or if the history was deleted.
      if other == nil { await history.note(.signedOut, of: session.id) }
      let ended = EndedSession(
        session: session, instance: self, revocation: (provider as? any SessionRevoking)?.revocation(of: session),
        left: [Self.leftovers(of: session, beside: other)])
      if let error = await revoke(ended, within: Self.revocationLimit, ifNoted: true) { throw error }
    } catch {
      services.observer.record(.store(operation: "revoke", provider: provider.id, error: error))
    }
  }

  /// The command that deletes the data of a credential from this device. If another session is stored under the same
  /// id, the data that this other session uses is kept.
  private static func leftovers(of session: Session, beside other: Session?) -> SessionMachine.Command {
    other.map { .replaced(session, by: $0) } ?? .discard(session)
  }

  /// Whether the outbox has an entry for this revocation. Also true if the outbox cannot be read, so that the keys that
  /// the revocation needs are kept.
  private func isNoted(_ session: Session) async -> Bool {
    do throws(AuthError) { return try await outbox.hasNote(of: session) } catch { return true }
  }

  private func tell(
    _ revocation: Revocation, _ revoking: any SessionRevoking, within limit: Duration
  ) async -> AuthError? {
    let outcome = await Deadline.run(limit, clock: services.clock) { [services] () async -> Result<Void, AuthError> in
      let lag = services.clockLag
      do throws(AuthError) {
        do throws(AuthError) {
          return .success(try await revoking.revoke(revocation))
        } catch where !error.isTransient && services.isCorrected(since: lag) {
          // The provider may have signed the request with the time of a wrong clock.
          return .success(try await revoking.revoke(revocation))
        }
      } catch {
        return .failure(error)
      }
    }
    switch outcome {
    case nil:
      return AuthError(
        .timeout, "'\(provider.id)' did not respond to the revocation within \(limit). Check the network.",
        provider: provider.id)
    case .success: return nil
    case .failure(let error): return error
    }
  }
}

extension Bool {
  fileprivate mutating func exchange(with value: Bool) -> Bool {
    defer { self = value }
    return self
  }
}
