public import AuthCore

/// Sessions in memory, which end with the process. Copies of the store share their contents.
public struct MemorySessionStore: LockClaiming {
  private struct State {
    var sessions: [SessionID: Session] = [:]
    var selection: [ProviderID: SessionID] = [:]
  }

  private final class Storage: Sendable {
    let state = Locked(State())
    let changes = StoreChanges()
  }

  /// The locks that claims of renewals hold.
  public let renewalLocks = RenewalLocks()

  private let storage = Storage()
  private let locks: NamedLocks

  /// An empty store.
  ///
  /// - Parameters:
  ///   - clock: measures the wait for locks.
  ///   - lockTimeout: how long `withLock` waits on `clock` before it throws `store_locked`.
  public init(clock: any AuthClock = SystemClock(), lockTimeout: Duration = .seconds(30)) {
    locks = NamedLocks(clock: clock, timeout: lockTimeout)
  }

  /// The session, or nil when none has that id.
  public func load(_ id: SessionID) async throws(AuthError) -> Session? {
    storage.state.withLock { $0.sessions[id] }
  }

  /// Every session, in no particular order.
  public func list() async throws(AuthError) -> [Session] {
    storage.state.withLock { Array($0.sessions.values) }
  }

  /// Writes a session if the stored one still has this generation; nil writes over any generation.
  @discardableResult
  public func save(_ session: Session, replacing generation: UInt64?) async throws(AuthError) -> Bool {
    storage.state.withLock { state in
      if let generation, state.sessions[session.id]?.generation != generation { return false }
      state.sessions[session.id] = session
      storage.changes.note()
      return true
    }
  }

  /// Deletes a session. Which session is selected stays as it is.
  public func delete(_ id: SessionID) async throws(AuthError) {
    storage.state.withLock { _ = $0.sessions.removeValue(forKey: id) }
    storage.changes.note()
  }

  /// Which session is selected for a provider.
  public func selection(for provider: ProviderID) async throws(AuthError) -> SessionID? {
    storage.state.withLock { $0.selection[provider] }
  }

  /// Selects a session for a provider, or none.
  public func select(_ id: SessionID?, for provider: ProviderID) async throws(AuthError) {
    storage.state.withLock { $0.selection[provider] = id }
    storage.changes.note()
  }

  /// Counts every write.
  public var revision: UInt64? { storage.changes.count }

  /// An element after writes.
  public var changes: AsyncStream<Void>? { storage.changes.stream() }

  /// Runs `body` while no other caller holds the lock of that name.
  public func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result {
    try await locks.withLock(on: name, body)
  }
}
