public import AuthCore

/// Records in memory, which are lost when the process ends. Copies of the store, and the stores that `namespaced`
/// returns, share their contents.
public struct MemoryRecordStore: RecordStore {
  private struct State {
    var records: [[String]: [String: Record]] = [:]
    /// The last version that was assigned. All records share this counter, so that no version is used twice.
    var version: UInt64 = .zero
  }

  private final class Storage: Sendable {
    let state = Locked(State())
  }

  private let storage: Storage
  private let namespace: [String]
  private let locks: NamedLocks

  /// Creates an empty store.
  ///
  /// - Parameters:
  ///   - clock: measures the wait for locks.
  ///   - lockTimeout: how long `withLock` waits on `clock` before it throws `store_locked`.
  public init(clock: any AuthClock = SystemClock(), lockTimeout: Duration = .seconds(30)) {
    storage = Storage()
    namespace = []
    locks = NamedLocks(clock: clock, timeout: lockTimeout)
  }

  private init(storage: Storage, namespace: [String], locks: NamedLocks) {
    self.storage = storage
    self.namespace = namespace
    self.locks = locks
  }

  /// Returns the record of a key, or nil if the record does not exist.
  public func read(_ key: String) async throws(AuthError) -> Record? {
    storage.state.withLock { $0.records[namespace]?[key] }
  }

  /// Writes a record if the stored version is still `expected`; nil writes only if the record does not exist.
  ///
  /// - Returns: the new version; nil if the stored version is not `expected`.
  @discardableResult
  public func write(
    _ value: Secret, for key: String, expecting expected: UInt64?
  ) async throws(AuthError) -> UInt64? {
    storage.state.withLock { state in
      guard state.records[namespace]?[key]?.version == expected else { return nil }
      state.version += 1
      state.records[namespace, default: [:]][key] = Record(value: value, version: state.version)
      return state.version
    }
  }

  /// Removes a record if the stored version is still `expected`; nil removes any version.
  ///
  /// - Returns: whether a record was removed.
  @discardableResult
  public func remove(_ key: String, expecting expected: UInt64?) async throws(AuthError) -> Bool {
    storage.state.withLock { state in
      guard let stored = state.records[namespace]?[key] else { return false }
      if let expected, stored.version != expected { return false }
      state.records[namespace]?[key] = nil
      return true
    }
  }

  /// Lists the keys of all records.
  public func keys() async throws(AuthError) -> [String] {
    storage.state.withLock { Array(($0.records[namespace] ?? [:]).keys) }
  }

  /// Runs `body` while no other caller holds the lock of that name in this namespace.
  ///
  /// - Throws: `store_locked` if the lock is not released in time, `cancelled` if the task is cancelled, or the error
  ///   of `body`.
  public func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result {
    let parts = namespace + [name]
    return try await locks.withLock(on: parts.map { PercentEncoding.encode($0) }.joined(separator: "/"), body)
  }

  /// Returns the record store of a nested namespace.
  public func namespaced(_ name: String) -> any RecordStore {
    MemoryRecordStore(storage: storage, namespace: namespace + [name], locks: locks)
  }
}
