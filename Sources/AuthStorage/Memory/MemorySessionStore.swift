public import AuthCore

/// Sessions in memory, which are lost when the process ends. Copies of the store share their contents.
public struct MemorySessionStore: LockClaiming {
  private struct State {
    var sessions: [SessionID: Session] = [:]
    var selection: [ProviderID: SessionID] = [:]
  }

  private final class Storage: Sendable {
    let state = Locked(State())
    let changes = ChangeCounter()
  }

  /// The locks that claims of renewals hold.
  public let renewalLocks = RenewalLocks()

  private let storage = Storage()
  private let locks: NamedLocks

  /// Creates an empty store.
  ///
  /// - Parameters:
  ///   - clock: measures the wait for locks.
  ///   - lockTimeout: how long `withLock` waits on `clock` before it throws `store_locked`.
  public init(clock: any AuthClock = SystemClock(), lockTimeout: Duration = .seconds(30)) {
    locks = NamedLocks(clock: clock, timeout: lockTimeout)
  }

  /// Returns the session with an id, or nil if no session has that id.
  public func load(_ id: SessionID) async throws(AuthError) -> Session? {
    storage.state.withLock { $0.sessions[id] }
  }

  /// Returns every session, in no particular order.
  public func list() async throws(AuthError) -> [Session] {
    storage.state.withLock { Array($0.sessions.values) }
  }

  /// Writes a session if the stored session still has this generation; nil creates the session, or replaces a session
  /// of any generation.
  ///
  /// - Returns: false if the stored session has another generation or does not exist.
  @discardableResult
  public func save(_ session: Session, replacing generation: UInt64?) async throws(AuthError) -> Bool {
    storage.state.withLock { state in
      if let generation, state.sessions[session.id]?.generation != generation { return false }
      state.sessions[session.id] = session
      storage.changes.note()
      return true
    }
  }

  /// Deletes a session. The selection does not change.
  public func delete(_ id: SessionID) async throws(AuthError) {
    storage.state.withLock { _ = $0.sessions.removeValue(forKey: id) }
    storage.changes.note()
  }

  /// Returns the id of the session that is selected for a provider, or nil.
  public func selection(for provider: ProviderID) async throws(AuthError) -> SessionID? {
    storage.state.withLock { $0.selection[provider] }
  }

  /// Selects a session for a provider; nil clears the selection.
  public func select(_ id: SessionID?, for provider: ProviderID) async throws(AuthError) {
    storage.state.withLock { $0.selection[provider] = id }
    storage.changes.note()
  }

  /// The number of writes; never nil.
  public var revision: UInt64? { storage.changes.count }

  /// A stream with one element after one or more writes; never nil.
  public var changes: AsyncStream<Void>? { storage.changes.stream() }

  /// Runs `body` while no other caller holds the lock of that name.
  ///
  /// - Throws: `store_locked` if the lock is not released in time, `cancelled` if the task is cancelled, or the error
  ///   of `body`.
  public func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result {
    try await locks.withLock(on: name, body)
  }
}
