/// The session engine of one provider instance: keeps its selected session, renews it, ends it.
///
/// Reading a session that works takes a lock and no suspension. Decisions are in `RefreshPolicy` and
/// `SelectedSession`; effects in `SessionRenewal` and the store.
final class ProviderSessions: Sendable {
  let provider: any AuthProvider
  private let store: any SessionStore
  private let services: ProviderServices
  private let policy = RefreshPolicy()
  private let jitter: Double
  private let selected = Locked(SelectedSession())
  private let flights = Locked<[SessionID: SingleFlight<Session>]>([:])
  private let source = SessionStateSource()

  init(provider: any AuthProvider, store: any SessionStore, services: ProviderServices) {
    self.provider = provider
    self.store = store
    self.services = services
    jitter = services.random.fraction()
  }

  private var refreshing: (any SessionRefreshing)? { provider as? any SessionRefreshing }

  private func isRenewable(_ session: Session?) -> Bool {
    guard let refreshing, let session else { return refreshing != nil }
    return refreshing.renewsAutomatically(session)
  }

  var states: SessionStates { SessionStates(source: source) }

  /// From the next call on, for the provider too: they share the replaceable provider that the client put there.
  func setTokenProvider(_ tokenProvider: any TokenProvider) {
    (services.tokenProvider as? ReplaceableTokenProvider)?.replace(with: tokenProvider)
  }

  /// The selected session from memory, where it works and nothing is due.
  var cached: Session? {
    let now = services.clock.now()
    return selected.withLock { selected in
      guard let session = selected.session, !selected.isLocked else { return nil }
      return policy.decide(session, now: now, jitter: jitter, isRenewable: isRenewable(session)) == .use ? session : nil
    }
  }

  /// The selected session as it is stored.
  func stored() async throws(AuthError) -> Session? {
    try await load()
    return selected.withLock { $0.session }
  }

  /// The selected session with a credential that works; nil when there is none.
  func current() async throws(AuthError) -> Session? {
    if let cached { return cached }
    guard let session = try await stored() else { return nil }
    try checkKey()
    switch policy.decide(session, now: services.clock.now(), jitter: jitter, isRenewable: isRenewable(session)) {
    case .use: return session
    case .useAndRefresh:
      flight(of: session.id).begin(ifIdle: { [self] in await renew(session, isForced: true) })
      return session
    case .refresh:
      return try await refresh(session, isForced: false)
    }
  }

  /// Renews the selected session now.
  func refresh() async throws(AuthError) -> Session {
    guard let session = try await stored() else { throw notSignedIn() }
    try checkKey()
    return try await refresh(session, isForced: true)
  }

  /// Renews `session` because the server refused its credential, unless it has been renewed since.
  func refresh(after session: Session) async throws(AuthError) -> Session {
    let known = selected.withLock { $0.session?.id == session.id ? $0.session : session } ?? session
    return known.generation > session.generation ? known : try await refresh(known, isForced: true)
  }

  /// Stores a new session and selects it.
  func adopt(_ session: Session) async throws(AuthError) {
    try await storing("save") { [store] () throws(AuthError) in
      try await store.save(session)
      try await store.select(session.id, for: session.providerID)
    }
    selected.withLock { $0.selected(session) }
    publish()
    await tidy { [provider] () throws(AuthError) in try await provider.adopted(session) }
  }

  /// Selects a stored session.
  func select(_ session: Session) async throws(AuthError) {
    try await storing("select") { [store] () throws(AuthError) in
      try await store.select(session.id, for: session.providerID)
    }
    selected.withLock { $0.selected(session) }
    publish()
  }

  /// Deletes a session here; what it leaves at the provider's is let go, too.
  func remove(_ session: Session, reason: SignOutReason) async throws(AuthError) {
    try await storing("delete") { [store] () throws(AuthError) in
      try await store.delete(session.id)
      if try await store.selection(for: session.providerID) == session.id {
        try await store.select(nil, for: session.providerID)
      }
    }
    ended(session, reason)
    await tidy { [provider] () throws(AuthError) in try await provider.discard(session) }
  }

  /// Waits for renewals that are under way, so that a process does not end in the middle of one.
  func settle() async {
    let running = flights.withLock { $0.values.filter(\.isUnderWay) }
    for flight in running {
      // Joining costs nothing; what came of it is known to whoever asked for it.
      _ = try? await flight.run { .failure(.cancelled) }
    }
  }

  private func load() async throws(AuthError) {
    guard selected.withLock({ !$0.isLoaded }) else { return }
    var session: Session?
    if let id = try await store.selection(for: provider.id) { session = try await store.load(id) }
    // Another tenant's record under the same instance name is kept and ignored.
    if let found = session, found.tenant != provider.tenant { session = nil }
    let isLocked =
      session?.key.map { key in
        do throws(AuthError) { _ = try services.keys.store(of: key) } catch { return true }
        return false
      } ?? false
    selected.withLock { $0.loaded(session, isLocked: isLocked) }
    publish()
  }

  private func checkKey() throws(AuthError) {
    guard let key = selected.withLock({ $0.isLocked ? $0.session?.key : nil }) else { return }
    _ = try services.keys.store(of: key)
  }

  private func refresh(_ session: Session, isForced: Bool) async throws(AuthError) -> Session {
    guard isForced ? refreshing != nil : isRenewable(session) else {
      publish()
      throw AuthError(
        .reauthenticationRequired, "The session cannot be renewed without its user; sign in again.",
        recovery: .signIn, provider: provider.id)
    }
    return try await flight(of: session.id).run { [self] in await renew(session, isForced: isForced) }
  }

  private func renew(_ session: Session, isForced: Bool) async -> Result<Session, AuthError> {
    guard let refreshing else { return .failure(notSignedIn()) }
    services.observer.record(.refreshStarted(provider: provider.id, session: session.id))
    let renewal = SessionRenewal(provider: refreshing, store: store, services: services)
    let result = await outcome(of: renewal, session, isForced: isForced)
    var failure: AuthError?
    if case .failure(let error) = result { failure = error }
    services.observer.record(.refreshEnded(provider: provider.id, session: session.id, error: failure))
    publish()
    return result
  }

  private func outcome(
    of renewal: SessionRenewal, _ session: Session, isForced: Bool
  ) async -> Result<Session, AuthError> {
    let clock = services.clock
    do throws(AuthError) {
      let outcome = try await renewal.run(session, isForced: isForced) { [policy] stored in
        policy.decide(stored, now: clock.now(), jitter: 0, isRenewable: true) != .refresh
      }
      switch outcome {
      case .renewed(let renewed, let old):
        selected.withLock { $0.renewed(renewed) }
        await tidy { [provider] () throws(AuthError) in try await provider.replaced(old, by: renewed) }
        return .success(renewed)
      case .adopted(let renewed):
        selected.withLock { $0.renewed(renewed) }
        return .success(renewed)
      case .refused(let error, let old):
        ended(old, .refused(error.code))
        await tidy { [provider] () throws(AuthError) in try await provider.discard(old) }
        return .failure(error.adding(provider: provider.id))
      case .dropped(let unused):
        ended(session, .requested)
        if let unused { await tidy { [provider] () throws(AuthError) in try await provider.discard(unused) } }
        return .failure(notSignedIn())
      }
    } catch {
      return .failure(error.adding(provider: provider.id))
    }
  }

  private func flight(of id: SessionID) -> SingleFlight<Session> {
    flights.withLock { flights in
      if let flight = flights[id] { return flight }
      let flight = SingleFlight<Session>()
      flights[id] = flight
      return flight
    }
  }

  private func ended(_ session: Session, _ reason: SignOutReason) {
    let isNews = selected.withLock { $0.ended(session.id, reason) }
    flights.withLock { flights in
      if flights[session.id]?.isUnderWay == false { flights[session.id] = nil }
    }
    if isNews {
      services.observer.record(.sessionEnded(provider: provider.id, session: session.id, reason: reason))
    }
    publish()
  }

  private func publish() {
    let now = services.clock.now()
    source.set(selected.withLock { $0.state(at: now, isRenewable: isRenewable($0.session)) })
  }

  private func storing(
    _ operation: String, _ body: () async throws(AuthError) -> Void
  ) async throws(AuthError) {
    do throws(AuthError) {
      try await body()
      services.observer.record(.store(operation: operation, provider: provider.id, error: nil))
    } catch {
      services.observer.record(.store(operation: operation, provider: provider.id, error: error))
      throw error
    }
  }

  /// What a session leaves behind elsewhere does not decide who is signed in: a failure is an event, no more.
  private func tidy(_ body: () async throws(AuthError) -> Void) async {
    do throws(AuthError) {
      try await body()
    } catch {
      services.observer.record(.store(operation: "discard", provider: provider.id, error: error))
    }
  }

  private func notSignedIn() -> AuthError {
    AuthError(.notSignedIn, "Nobody is signed in with '\(provider.id)'.", provider: provider.id)
  }
}
