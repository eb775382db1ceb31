import AuthCore
import AuthStorage

/// A record store in memory whose writes of some keys fail.
final class FailingRecords: RecordStore {
  private let records: any RecordStore
  private let failing: Switch

  /// Shared with the namespaces.
  private final class Switch: Sendable { let prefix = Locked<String?>(nil) }

  convenience init() { self.init(MemoryRecordStore(), Switch()) }

  private init(_ records: any RecordStore, _ failing: Switch) {
    self.records = records
    self.failing = failing
  }

  /// Makes the writes of keys with this prefix fail; nil for none.
  func failWrites(ofKeysWith prefix: String?) { failing.prefix.withLock { $0 = prefix } }

  func read(_ key: String) async throws(AuthError) -> Record? { try await records.read(key) }

  func write(_ value: Secret, for key: String, expecting expected: UInt64?) async throws(AuthError) -> UInt64? {
    if let prefix = failing.prefix.withLock({ $0 }), key.hasPrefix(prefix) {
      throw AuthError(.storeUnavailable, "The test's store fails here.")
    }
    return try await records.write(value, for: key, expecting: expected)
  }

  func remove(_ key: String, expecting expected: UInt64?) async throws(AuthError) -> Bool {
    try await records.remove(key, expecting: expected)
  }

  func keys() async throws(AuthError) -> [String] { try await records.keys() }

  func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result {
    try await records.withLock(on: name, body)
  }

  func namespaced(_ name: String) -> any RecordStore {
    FailingRecords(records.namespaced(name), failing)
  }
}
