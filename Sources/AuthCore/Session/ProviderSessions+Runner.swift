#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ProviderSessions {
  typealias Machine = SessionMachine

  /// Sends an event to the machine. Does not perform the resulting commands.
  func change(_ event: (inout Machine, Date) -> [Machine.Command]) -> [Machine.Command] {
    let now = services.clock.now()
    return state.withLock { event(&$0.machine, now) }
  }

  /// Waits in the list of callers for the machine's answer.
  ///
  /// - Throws: `cancelled` when this caller's task is cancelled, which does not affect other callers; the error in the
  ///   machine's answer.
  func wait(
    _ event: @Sendable (inout Machine, Machine.WaiterID, Date) -> [Machine.Command]
  ) async throws(AuthError) -> Session? {
    let caller = state.withLock { state in
      state.lastCaller += 1
      return state.lastCaller
    }
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Answer, Never>) in
        let now = services.clock.now()
        perform(
          state.withLock { state in
            state.callers[caller] = continuation
            return event(&state.machine, caller, now)
          })
        if Task.isCancelled { leave(caller) }
      }
    } onCancel: {
      leave(caller)
    }
    return try answer.get()
  }

  /// First performs the commands that revoke or delete something, and waits for them. Then performs the other commands
  /// without waiting.
  func run(_ commands: [Machine.Command]) async {
    await letGo(commands)
    perform(commands)
  }

  /// Performs the commands for which `isLettingGo` is true, one after the other, and ignores the others.
  func letGo(_ commands: [Machine.Command]) async {
    for command in commands where command.isLettingGo { await letGo(command) }
  }

  /// Performs commands without waiting. States are published first, so that a caller that has its answer does not see
  /// an older state. Skips the commands for which `isLettingGo` is true, because `letGo` performs these.
  func perform(_ commands: [Machine.Command]) {
    for case .publish(let value, let revision) in commands {
      source.set(value, revision: revision, by: state.withLock { $0.owner })
      noteLater(value)
    }
    var next = commands.startIndex
    while next < commands.endIndex {
      let command = commands[next]
      next += 1
      switch command {
      case .load(let epoch): Task.detached { [self] in await load(epoch) }
      case .renew(let session, let isForced): Task.detached { [self] in await renew(session, isForced: isForced) }
      case .answer:
        let first = next - 1
        while next < commands.endIndex, case .answer = commands[next] { next += 1 }
        answer(commands[first..<next])
      case .publish: break  // done above
      case .record(let event): services.observer.record(event)
      case .wake: setAlarm()
      case .replaced, .discard, .revoke: break  // done by `letGo`
      }
    }
  }

  /// Resumes callers. Ten thousand callers may wait, so the lock is taken once for all of them. No caller runs while
  /// the lock is held.
  private func answer(_ commands: ArraySlice<Machine.Command>) {
    let callers = state.withLock { state in
      commands.map { command -> [CheckedContinuation<Answer, Never>?] in
        guard case .answer(let waiters, _) = command else { return [] }
        return waiters.map { state.callers.removeValue(forKey: $0) }
      }
    }
    for (command, callers) in zip(commands, callers) {
      guard case .answer(_, let answer) = command else { continue }
      for caller in callers { caller?.resume(returning: answer) }
    }
  }

  /// Updates the machine when the first reader of the states has arrived or the last one has left, and starts or stops
  /// listening for changes of the store. The readers are counted and the machine is updated under one lock, so that the
  /// machine does not keep an outdated value. The readers of a retired engine do not count.
  func watch() {
    let now = services.clock.now()
    let (commands, unneeded) = state.withLock { [source] state in
      let isWatched = !state.isRetired && source.isWatched(by: state.owner)
      return (state.machine.watched(isWatched, now: now), follow(isWatched, &state))
    }
    unneeded?.cancel()
    perform(commands)
  }

  /// Why the key of a session cannot be reached; nil when it can be reached, or when the session has no key.
  func lock(of session: Session) async -> AuthError? {
    guard let key = session.key else { return nil }
    do throws(AuthError) {
      try await services.keys.check(key)
      return nil
    } catch {
      return error.adding(provider: provider.id)
    }
  }

  /// Checks again whether the key of the selected session is available, if it could not be reached before.
  func relock() async {
    let session = state.withLock { $0.machine.selected.lock == nil ? nil : $0.machine.selected.session }
    guard let session else { return }
    let lock = await self.lock(of: session)
    perform(change { $0.relocked(lock, of: session, now: $1) })
  }

  /// Notes that a request could not reach the session's key.
  func lock(_ session: Session, _ error: AuthError) {
    perform(change { $0.relocked(error, of: session, now: $1) })
  }

  /// Performs a change of the store, and reports its success or its error as an event with the given operation.
  func storing<Value>(
    _ operation: String, _ body: () async throws(AuthError) -> Value
  ) async throws(AuthError) -> Value {
    do throws(AuthError) {
      let value = try await body()
      services.observer.record(.store(operation: operation, provider: provider.id, error: nil))
      return value
    } catch {
      services.observer.record(.store(operation: operation, provider: provider.id, error: error))
      throw error
    }
  }

  /// Runs clean-up work. A failure does not affect who is signed in, so it is only recorded as an event.
  func tidy(_ body: () async throws(AuthError) -> Void) async {
    do throws(AuthError) {
      try await body()
    } catch {
      services.observer.record(.store(operation: "discard", provider: provider.id, error: error))
    }
  }

  private func leave(_ caller: Machine.WaiterID) {
    perform(state.withLock { $0.machine.left(caller) })
  }

  private func letGo(_ command: Machine.Command) async {
    switch command {
    case .replaced(let old, let new):
      await tidy { [provider] () throws(AuthError) in try await provider.replaced(old, by: new) }
    case .discard(let session):
      await tidy { [provider] () throws(AuthError) in try await provider.discard(session) }
    case .revoke(let session, let other): await revokeUnused(session, beside: other)
    case .load, .renew, .answer, .publish, .record, .wake: break
    }
  }

  /// The session of this engine, from the store or as a renewal that could not be stored yet; nil if no session is
  /// stored, or if it belongs to another tenant.
  func read() async throws(AuthError) -> Session? {
    var session: Session?
    if let account {
      session = try await store.load(account)
    } else if let id = try await store.selection(for: provider.id) {
      session = try await store.load(id)
    }
    // A record of another tenant under the same instance name is kept and ignored.
    if let found = session, !isOwn(found) { session = nil }
    // A credential that could not be stored is newer than the stored one.
    return session.flatMap(unsaved.successor) ?? session
  }

  private func load(_ epoch: UInt64) async {
    do throws(AuthError) {
      await recover()
      let reading = store.reading(of: account)
      let stored = try await read()
      var lock: AuthError?
      var isUnfinished: Bool?
      if let stored {
        lock = await self.lock(of: stored)
        isUnfinished = try await store.hasUnfinishedRenewal(of: stored)
      }
      let (found, isRenewalUnfinished, now) = (lock, isUnfinished == true, services.clock.now())
      let (known, commands) = state.withLock { state -> (Session?, [Machine.Command]) in
        // If the store changed during the read, the result of the read is not used, and the callers wait for a new
        // read.
        guard store.reading(of: account) == reading else { return (nil, state.machine.outdated(epoch: epoch)) }
        if state.machine.awaits(epoch: epoch) { state.reading = reading }
        return (
          state.machine.selected.session,
          state.machine.loaded(
            stored, lock: found, isRenewalUnfinished: isRenewalUnfinished, epoch: epoch, now: now)
        )
      }
      if let known, commands.contains(where: \.isEnd) { await noteVanished(known) }
      perform(commands)
    } catch {
      // The next call reads again.
      state.withLock { $0.reading = nil }
      await noteTrouble(error)
      perform(change { $0.loadFailed(error.adding(provider: provider.id), epoch: epoch, now: $1) })
    }
  }

  private func renew(_ session: Session, isForced: Bool) async {
    let outcome = await renewal(of: session, isForced: isForced)
    let commands = change { $0.renewalEnded(session.id, outcome, now: $1) }
    await note(outcome, of: session, commands)
    await run(commands)
  }

  private func renewal(of session: Session, isForced: Bool) async -> Result<SessionRenewal.Outcome, AuthError> {
    guard let refreshing = provider as? any SessionRefreshing else {
      return .failure(
        AuthError(.unsupported, "'\(provider.id)' cannot renew sessions. Sign in again.", provider: provider.id))
    }
    let renewal = SessionRenewal(provider: refreshing, store: store, services: services)
    let (policy, jitter) = state.withLock { ($0.machine.policy, $0.machine.jitter) }
    do throws(AuthError) {
      // A renewed credential that could not be stored is the only valid one: store it before it is used.
      do throws(AuthError) {
        try await saveUnsaved(of: session.id)
      } catch {
        guard let newer = unsaved[session.id], newer.renewed.generation > session.generation else { throw error }
        return .success(.unsaved(newer, error))
      }
      let outcome = try await renewal.run(session, isForced: isForced) { [services, isRenewable] stored in
        policy.decide(stored, now: services.clock.now(), jitter: jitter, isRenewable: isRenewable) != .refresh
      }
      if case .unsaved(let renewal, let error) = outcome {
        unsaved.add(renewal, at: services.clock.uptime())
        services.observer.record(.store(operation: "save", provider: provider.id, error: error))
      }
      guard case .refused(let error, let old) = outcome else { return .success(outcome) }
      return .success(.refused(error.adding(provider: provider.id), old))
    } catch {
      return .failure(error.adding(provider: provider.id))
    }
  }

  /// Sets a timer for the machine's next alarm, in place of the previous timer. The timer's task has only a weak
  /// reference to the engine, so that a timer does not keep a client alive.
  private func setAlarm() {
    let clock = services.clock
    let previous = state.withLock { [weak self] state in
      defer {
        state.alarm = state.machine.alarm.map { date in
          Task.detached { [weak self] in
            let left = Duration(fractionalSeconds: date.timeIntervalSince(clock.now()))
            do throws(CancellationError) { try await clock.sleep(for: max(left, .zero)) } catch { return }
            guard let self else { return }
            perform(change { $0.woken(now: $1) })
          }
        }
      }
      return state.alarm
    }
    previous?.cancel()
  }
}

extension SessionMachine.Command {
  /// Whether the command revokes a credential or deletes the provider's data about a session.
  var isLettingGo: Bool {
    switch self {
    case .replaced, .discard, .revoke: true
    case .load, .renew, .answer, .publish, .record, .wake: false
    }
  }

  /// Whether the command reports the end of a session.
  var isEnd: Bool {
    if case .record(.sessionEnded) = self { true } else { false }
  }
}
