/// The session engine of one provider instance: performs what `SessionMachine` decides.
///
/// Reading a session that works takes a lock and no suspension. Callers wait in a list of continuations, which is linear
/// in their number; `Task.value` is not.
final class ProviderSessions: Sendable {
  typealias Answer = Result<Session?, AuthError>

  struct State {
    var machine: SessionMachine
    var callers: [SessionMachine.WaiterID: CheckedContinuation<Answer, Never>] = [:]
    var lastCaller: SessionMachine.WaiterID = 0
    var owner: UInt64 = 0
    var alarm: Task<Void, Never>?
  }

  let provider: any AuthProvider
  let source: SessionStateSource
  let store: any SessionStore
  let services: ProviderServices
  let state: Locked<State>

  init(
    provider: any AuthProvider, store: any SessionStore, services: ProviderServices,
    source: SessionStateSource = SessionStateSource()
  ) {
    self.provider = provider
    self.source = source
    self.store = store
    self.services = services
    let refreshing = provider as? any SessionRefreshing
    let machine = SessionMachine(
      providerID: provider.id, isRenewable: refreshing != nil, jitter: services.random.fraction(),
      renewsAutomatically: { refreshing?.renewsAutomatically($0) ?? false })
    state = Locked(State(machine: machine))
  }

  deinit { state.withLock { $0.alarm }?.cancel() }

  /// Begins to feed the states, in the place of an engine that did before.
  func attach() {
    let owner = source.attach { [weak self] isWatched in self?.watched(isWatched) }
    state.withLock { $0.owner = owner }
    perform(change { $0.attached(now: $1) })
  }

  /// Another engine feeds the states now. What is under way is finished and stored; nothing is begun by the clock.
  func retire() { watched(false) }

  var states: SessionStates { SessionStates(source: source) }

  /// From the next call on, for the provider too: they share the replaceable provider that the client put there.
  func setTokenProvider(_ tokenProvider: any TokenProvider) {
    (services.tokenProvider as? ReplaceableTokenProvider)?.replace(with: tokenProvider)
  }

  // MARK: Asking

  /// The selected session from memory, where it works and nothing is due.
  var cached: Session? {
    let now = services.clock.now()
    return state.withLock { $0.machine.ready(at: now) }
  }

  /// The selected session as it is stored.
  func stored() async throws(AuthError) -> Session? { try await ask(.stored) }

  /// The selected session with a credential that works; nil when there is none.
  func current() async throws(AuthError) -> Session? {
    if let cached { return cached }
    return try await ask(.working)
  }

  /// Renews the selected session now.
  func refresh() async throws(AuthError) -> Session {
    guard let session = try await ask(.renewed) else { throw notSignedIn }
    return session
  }

  /// Renews `session` because the server refused its credential, unless it has been renewed since.
  func refresh(after session: Session) async throws(AuthError) -> Session {
    try checkOwn(session)
    guard let renewed = try await ask(.renewedAfter(session)) else { throw notSignedIn }
    return renewed
  }

  /// Waits for renewals that are under way, so that a process does not end in the middle of one.
  func settle() async {
    // It waits for an end, whatever comes of it: that is told to whoever asked for the renewal.
    _ = try? await wait { (machine, caller, _) in machine.settle(caller) }
  }

  /// Whether a session is this instance's and of the tenant that it is configured for.
  func isOwn(_ session: Session) -> Bool { session.providerID == provider.id && session.tenant == provider.tenant }

  /// - Throws: `invalid_request` for a session of another tenant: its credentials go to no other place.
  func checkOwn(_ session: Session) throws(AuthError) {
    guard !isOwn(session) else { return }
    throw AuthError(
      .invalidRequest,
      "The session \(session.id) was made for another tenant than the one that '\(provider.id)' is configured for; put "
        + "that configuration in force, or sign in anew.", provider: provider.id)
  }

  // MARK: Changing

  /// Stores a new session and selects it.
  ///
  /// - Parameter isSelected: false stores it beside the selected one.
  func adopt(_ session: Session, isSelected: Bool = true) async throws(AuthError) {
    try await storing("save") { [self] () throws(AuthError) in
      try await store.save(session)
      if isSelected { try await select(session) }
    }
    await tidy { [provider] () throws(AuthError) in try await provider.adopted(session) }
  }

  /// Selects a stored session.
  ///
  /// - Throws: `not_signed_in` when it is gone.
  func choose(_ session: Session) async throws(AuthError) {
    try checkOwn(session)
    try await storing("select") { [self] () throws(AuthError) in try await select(session) }
  }

  /// Deletes a session here; what it leaves at the provider's is let go, too.
  func remove(_ session: Session, reason: SignOutReason) async throws(AuthError) {
    await letGo(try await delete(session, reason: reason))
  }

  /// Deletes a session here. Its keys may still be needed to tell the server.
  ///
  /// - Returns: what is left to do, by `letGo`.
  func delete(_ session: Session, reason: SignOutReason) async throws(AuthError) -> [SessionMachine.Command] {
    // A renewal may have come in since the caller looked: what is let go of is what was stored last.
    let last = try await store.load(session.id) ?? session
    try await storing("delete") { [store] () throws(AuthError) in
      try await store.deselecting(session, after: { () throws(AuthError) in try await store.delete(session.id) })
    }
    let commands = change { $0.removed(last, reason, now: $1) }
    perform(commands, lettingGo: false)
    return commands.filter(\.isLettingGo)
  }

  /// Selects under the lock, in the store and here alike, so that both see the same order.
  private func select(_ session: Session) async throws(AuthError) {
    let commands = try await store.withSelectionLock(of: session.providerID) {
      [self] () async throws(AuthError) -> [SessionMachine.Command] in
      guard let stored = try await store.load(session.id) else { throw notSignedIn }
      try await store.select(session.id, for: session.providerID)
      let lock = await lock(of: stored)
      return change { $0.selected(stored, lock: lock, now: $1) }
    }
    perform(commands)
  }

  private func ask(_ demand: SessionMachine.Demand) async throws(AuthError) -> Session? {
    if demand != .stored { await relock() }
    return try await wait { (machine, caller, now) in machine.demand(demand, by: caller, now: now) }
  }

  var notSignedIn: AuthError {
    AuthError(.notSignedIn, "Nobody is signed in with '\(provider.id)'.", provider: provider.id)
  }
}
