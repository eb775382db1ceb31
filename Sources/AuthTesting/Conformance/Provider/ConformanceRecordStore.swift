import AuthCore

/// The suite's record store, in memory.
struct ConformanceRecordStore: RecordStore {
  private struct State {
    var records: [[String]: [String: Record]] = [:]
    var version: UInt64 = 0
  }

  private final class Storage: Sendable {
    let state = Locked(State())
    let locks = ConformanceLocks()
  }

  private let storage: Storage
  private let namespace: [String]

  init() { self.init(storage: Storage(), namespace: []) }

  private init(storage: Storage, namespace: [String]) {
    self.storage = storage
    self.namespace = namespace
  }

  func read(_ key: String) async throws(AuthError) -> Record? {
    storage.state.withLock { $0.records[namespace]?[key] }
  }

  @discardableResult
  func write(_ value: Secret, for key: String, expecting expected: UInt64?) async throws(AuthError) -> UInt64? {
    storage.state.withLock { state in
      guard state.records[namespace]?[key]?.version == expected else { return nil }
      state.version += 1
      state.records[namespace, default: [:]][key] = Record(value: value, version: state.version)
      return state.version
    }
  }

  @discardableResult
  func remove(_ key: String, expecting expected: UInt64?) async throws(AuthError) -> Bool {
    storage.state.withLock { state in
      guard let stored = state.records[namespace]?[key] else { return false }
      if let expected, stored.version != expected { return false }
      state.records[namespace]?[key] = nil
      return true
    }
  }

  func keys() async throws(AuthError) -> [String] {
    storage.state.withLock { Array(($0.records[namespace] ?? [:]).keys) }
  }

  func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result {
    let path = (namespace + [name]).map { PercentEncoding.encode($0) }.joined(separator: "/")
    return try await storage.locks.withLock(on: path, body)
  }

  func namespaced(_ name: String) -> any RecordStore {
    ConformanceRecordStore(storage: storage, namespace: namespace + [name])
  }
}
