import AuthCore
import AuthStorage

/// A record store in memory whose writes of some keys fail.
final class FailingRecords: RecordStore {
  private let records = MemoryRecordStore()
  private let failing = Locked<String?>(nil)

  /// Makes the writes of keys with this prefix fail; nil for none.
  func failsAt(_ prefix: String?) { failing.withLock { $0 = prefix } }

  func read(_ key: String) async throws(AuthError) -> Record? { try await records.read(key) }

  func write(_ value: Secret, for key: String, expecting expected: UInt64?) async throws(AuthError) -> UInt64? {
    if let prefix = failing.withLock({ $0 }), key.hasPrefix(prefix) {
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

  func namespaced(_ name: String) -> any RecordStore { records.namespaced(name) }
}
