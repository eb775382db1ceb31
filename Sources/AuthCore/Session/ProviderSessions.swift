#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The session engine of one provider instance. It performs the commands of `SessionMachine`.
///
/// A valid session in memory is returned without a suspension. Other callers wait in a list of continuations, because
/// the cost of `Task.value` is more than linear in the number of callers.
package final class ProviderSessions: Sendable {
  typealias Answer = Result<Session?, AuthError>

  struct State {
    var machine: SessionMachine { didSet { ready?.clear() } }
    var callers: [SessionMachine.WaiterID: CheckedContinuation<Answer, Never>] = [:]
    var lastCaller: SessionMachine.WaiterID = 0
    var owner: UInt64 = 0
    /// Whether another engine has replaced this one.
    var isRetired = false
    var alarm: Task<Void, Never>?
    /// Whether the outbox of earlier runs is being processed or was processed; false again after an error, so that the
    /// next read of the store processes the outbox again.
    var isRecovered = false
    /// The latest background task that revokes sessions. Each task first waits for the task that was started before it.
    var recovering: Task<Void, Never>?
    /// The last credential for which `renewDoubtful` attempted a renewal; each credential gets only one such attempt.
    var doubted: Session.Version? { didSet { ready?.clear() } }
    /// The store's change count, taken before the last read of the store; nil before the first read and after a read
    /// that failed.
    var reading: SharedSessionStore.Reading? { didSet { ready?.clear() } }
    /// The latest background task that writes a history entry for a state. Each task first waits for the task that was
    /// started before it.
    var noting: Task<Void, Never>?
    /// The codes of the errors for which the history already has an entry (`noteTrouble`).
    var troubled: Set<String> = []
    /// The task that listens for changes of the store while the states have a reader.
    var following: Task<Void, Never>?
    /// Cleared by each change that can end the use of the session in memory; nil if it does not hold a session of this
    /// engine.
    let ready: ReadySession?

    init(_ machine: SessionMachine, _ ready: ReadySession?) {
      self.machine = machine
      self.ready = ready
    }
  }

  package let provider: any AuthProvider
  let source: SessionStateSource
  let store: SharedSessionStore
  let services: ProviderServices
  let isRenewable: Bool
  /// The session that this engine serves; nil if the engine serves the selected session.
  let account: SessionID?
  /// For the engine of an account: the engine of the selected session.
  package let instance: ProviderSessions?
  package let history: AccountHistories
  let state: Locked<State>
  let revoking = RevocationsUnderWay()
  /// The environment variables and secrets that the configuration refers to; nil for an engine that was not made from a
  /// configuration.
  let inputs: BlockInputs?
  let unsaved: UnsavedRenewals

  init(
    provider: any AuthProvider, store: any SessionStore, services: ProviderServices,
    source: SessionStateSource = SessionStateSource(), account: SessionID? = nil,
    of instance: ProviderSessions? = nil, author: HistoryAuthor = HistoryAuthor(program: nil, mark: ""),
    inputs: BlockInputs? = nil, ready: ReadySession? = nil
  ) {
    history = AccountHistories(of: provider.id, by: author, services: services)
    self.inputs = inputs
    self.provider = provider
    self.source = source
    self.store = store as? SharedSessionStore ?? SharedSessionStore(store)
    self.services = services
    self.account = account
    self.instance = instance
    unsaved = instance?.unsaved ?? UnsavedRenewals(ready)
    let refreshing = provider as? any SessionRefreshing
    isRenewable = refreshing != nil
    let machine = SessionMachine(
      providerID: provider.id, isRenewable: isRenewable, jitter: services.random.fraction(),
      renewsAutomatically: { refreshing?.renewsAutomatically($0) == true })
    state = Locked(State(machine, ready))
  }

  deinit {
    state.withLock { state in
      state.alarm?.cancel()
      state.following?.cancel()
    }
  }

  /// Starts to publish states, in place of an earlier engine.
  func attach() {
    let owner = source.attach { [weak self] in self?.watch() }
    state.withLock { $0.owner = owner }
    watch()
    perform(change { $0.attached(now: $1) })
  }

  /// Stops timed work, because another engine publishes the states. Work under way is finished, and its result is
  /// stored.
  func retire() {
    state.withLock { $0.isRetired = true }
    watch()
  }

  var states: SessionStates { SessionStates(source: source) }

  /// Whether no caller waits, no renewal is under way, and the states have no reader.
  var isIdle: Bool {
    state.withLock { state in
      state.callers.isEmpty && state.machine.flights.isEmpty && !source.isWatched(by: state.owner)
    }
  }

  /// Replaces the token provider for all later token requests. The engine and its auth provider share one
  /// `ReplaceableTokenProvider`, so both use the new token provider. Does nothing if the services contain another kind
  /// of token provider.
  func setTokenProvider(_ tokenProvider: any TokenProvider) {
    (services.tokenProvider as? ReplaceableTokenProvider)?.replace(with: tokenProvider)
  }

  // MARK: Asking

  /// The selected session without a renewal, so its credential may have expired; nil when no user is signed in.
  func stored() async throws(AuthError) -> Session? { try await ask(.stored) }

  /// The selected session with a valid credential; nil when no user is signed in.
  func current() async throws(AuthError) -> Session? {
    if let cached { return cached }
    let session = try await ask(.working)
    guard session != nil, await renewDoubtful() else { return session }
    return try await ask(.working)
  }

  /// Renews the selected session now.
  func refresh() async throws(AuthError) -> Session {
    guard let session = try await ask(.renewed) else { throw notSignedIn }
    return session
  }

  /// Renews `session`, whose credential the server refused. If a later generation of the session exists already,
  /// returns the session with that generation, without another renewal.
  ///
  /// - Throws: `invalid_request` if the session belongs to another instance or tenant; the error of the renewal.
  func refresh(after session: Session) async throws(AuthError) -> Session {
    try checkOwn(session)
    guard let renewed = try await ask(.renewedAfter(session)) else { throw notSignedIn }
    return renewed
  }

  /// Waits for renewals, revocations and history entries under way, and stores renewed sessions that could not be
  /// stored before, so that the process does not end during this work.
  func settle() async {
    // The only possible error is `cancelled`, and the steps below are performed even then.
    _ = try? await wait { (machine, caller, _) in machine.settle(caller) }
    await saveAllUnsaved()
    await state.withLock { $0.recovering }?.value
    await state.withLock { $0.noting }?.value
  }

  /// Whether a session belongs to this instance and its configured tenant.
  func isOwn(_ session: Session) -> Bool {
    session.providerID == provider.id && session.tenant.hasSameBytes(as: provider.tenant)
  }

  /// Checks that a session belongs to this instance and its configured tenant.
  ///
  /// - Throws: `invalid_request` if it does not, so that no credential is sent to another tenant's server.
  func checkOwn(_ session: Session) throws(AuthError) {
    guard !isOwn(session) else { return }
    throw AuthError(
      .invalidRequest,
      "The session \(session.id) does not belong to the tenant in the configuration of '\(provider.id)'. "
        + "Load the configuration of the session's tenant, or sign in again.", provider: provider.id)
  }

  // MARK: Changing

  /// Stores a new session and, by default, selects it. If the selection fails, deletes the session again and revokes it
  /// at the server.
  ///
  /// - Parameters:
  ///   - new: the session of a completed sign-in.
  ///   - isSelected: whether to select the session; if false, the selection does not change.
  /// - Returns: the session as it is stored.
  /// - Throws: a storage code; `not_signed_in` if the session was deleted before it could be selected.
  @discardableResult
  package func adopt(_ new: Session, isSelected: Bool = true) async throws(AuthError) -> Session {
    var timed = new
    timed.clockLag = services.clockLag
    let session = timed
    try await storing("save") { [self] () throws(AuthError) in
      try await store.save(session)
      await endUnsaved(beside: session)
      guard isSelected else { return }
      do throws(AuthError) {
        try await select(session)
      } catch {
        // The sign-in fails, so its session is removed from the store and revoked at the server.
        await withdraw(session)
        throw error
      }
    }
    await tidy { [provider] () throws(AuthError) in try await provider.adopted(session) }
    await history.note(.signedIn, of: session)
    return session
  }

  private func withdraw(_ session: Session) async {
    do throws(AuthError) {
      tellLater(try await delete(session, reason: .requested, noting: nil))
    } catch {
      services.observer.record(.store(operation: "withdraw", provider: provider.id, error: error))
    }
  }

  /// Selects a stored session.
  ///
  /// - Throws: `not_signed_in` if the session is no longer stored; `invalid_request` if it belongs to another instance
  ///   or tenant; a storage code.
  func choose(_ session: Session) async throws(AuthError) {
    try checkOwn(session)
    try await storing("select") { [self] () throws(AuthError) in try await select(session) }
  }

  /// Deletes a session from the store, revokes it at the server within five seconds, and deletes the provider's data
  /// about it. After a temporary error of the revocation, the data is kept and the next start tries again.
  func remove(_ session: Session, reason: SignOutReason) async throws(AuthError) {
    _ = await revoke(try await delete(session, reason: reason), within: .seconds(5))
  }

  /// Deletes and deselects a session. Its keys are kept, because the revocation may need them.
  ///
  /// - Parameters:
  ///   - session: the session, which may have been renewed in the meantime.
  ///   - reason: why the session ends.
  ///   - event: the entry for the user's history; nil to write no entry.
  /// - Returns: the session with its last credential, the data for its revocation, and the remaining commands for
  ///   `letGo`.
  /// - Throws: a storage code.
  package func delete(
    _ session: Session, reason: SignOutReason, noting event: AccountHistory.Event? = .signedOut
  ) async throws(AuthError) -> EndedSession {
    let revoking = provider as? any SessionRevoking
    // The session may have been renewed since the caller read it, by this process or another. The credential to revoke
    // is the last stored one, or a later one that could not be stored.
    let newer = Locked<Session?>(nil)
    let last = Locked(session)
    let prepared = Locked<Revocation?>(nil)
    try await storing("delete") { [self] () throws(AuthError) in
      try await store.deselecting(
        session,
        after: { () throws(AuthError) in
          _ = try await store.take(session.id) { (stored) async throws(AuthError) in
            var ending = stored ?? session
            if let renewed = unsaved[session.id]?.renewed {
              // If the server responded to a repeated use with another credential, the unsaved credential can have the
              // same generation as the stored one. The unsaved credential then stays in `unsaved`. The next attempt to
              // store it finds no record, and the credential is revoked.
              if renewed.generation > ending.generation {
                newer.withLock { $0 = renewed }
                ending = renewed
              }
            }
            last.withLock { [ending] in $0 = ending }
            guard isOwn(ending), let revocation = revoking?.revocation(of: ending) else { return }
            prepared.withLock { $0 = revocation }
            // Noted before the record is deleted: if the process is killed in between, the next start revokes the
            // session.
            await tidy { [ending, outbox] () throws(AuthError) in try await outbox.note(ending) }
          }
        })
    }
    let ended = last.withLock { $0 }
    if let newer = newer.withLock({ $0 }) {
      await tidy { [outbox] () throws(AuthError) in try await outbox.unspool(newer) }
      // A renewal that ends after this point does not find a record when its result is stored, and the new credential
      // is then revoked.
      unsaved.remove(newer)
    }
    let commands = state.withLock { state in
      state.machine.removed(ended, reason, now: services.clock.now())
    }
    if let event { await history.note(event, of: ended) }
    perform(commands)
    return EndedSession(
      session: ended, instance: self, revocation: prepared.withLock { $0 }, left: commands.filter(\.isLettingGo))
  }

  /// Selects a session in the store and in memory under one lock, so that the order of two selections is the same in
  /// both.
  ///
  /// - Parameters:
  ///   - session: a stored session.
  ///   - ifSelected: if true, the store's selection is not changed, and the session is read again into memory only if
  ///     it is still the selected one, so that a newer sign-in stays selected.
  /// - Throws: `not_signed_in` if the session is no longer stored; a storage code.
  func select(_ session: Session, ifSelected: Bool = false) async throws(AuthError) {
    let commands = try await store.withSelectionLock(of: session.providerID) {
      [self] () async throws(AuthError) -> [SessionMachine.Command] in
      if ifSelected, try await store.selection(for: session.providerID) != session.id { return [] }
      if !ifSelected {
        guard try await store.load(session.id) != nil else { throw notSignedIn }
        try await store.select(session.id, for: session.providerID)
      }
      // The call of `store.select` above changes the store's count, so the count is read after that call. The lock of
      // the selection does not exclude renewals. A renewal that is stored before the count is read is part of the
      // record that is loaded below; a later one changes the count again.
      let reading = store.reading(of: account)
      guard let stored = try await store.load(session.id) else { throw notSignedIn }
      let lock = await lock(of: stored)
      let now = services.clock.now()
      // The count and the session are set under one lock. With the new count and the previous session, `cached` would
      // return the previous session as if it were up to date.
      return state.withLock { state in
        state.reading = reading
        return state.machine.selected(stored, lock: lock, now: now)
      }
    }
    perform(commands)
  }

  private func ask(_ demand: SessionMachine.Demand) async throws(AuthError) -> Session? {
    await lookAgain()
    if demand != .stored { await relock() }
    return try await wait { (machine, caller, now) in machine.demand(demand, by: caller, now: now) }
  }

  var notSignedIn: AuthError {
    AuthError(.notSignedIn, "No user is signed in with '\(provider.id)'. Sign in first.", provider: provider.id)
  }
}
