import AuthCore

/// A record store in which another host is faster: after the first read of a record, `body` runs before the reader goes
/// on.
struct RacingRecordStore: RecordStore {
  private final class Once: Sendable {
    let isDone = Locked(false)
  }

  private let base: any RecordStore
  private let key: String
  private let once: Once
  private let body: @Sendable () async -> Void

  init(_ base: any RecordStore, key: String, _ body: @escaping @Sendable () async -> Void) {
    self.init(base, key, Once(), body)
  }

  private init(_ base: any RecordStore, _ key: String, _ once: Once, _ body: @escaping @Sendable () async -> Void) {
    self.base = base
    self.key = key
    self.once = once
    self.body = body
  }

  func read(_ key: String) async throws(AuthError) -> Record? {
    let record = try await base.read(key)
    let isFirst =
      key == self.key
      && once.isDone.withLock { isDone in
        defer { isDone = true }
        return !isDone
      }
    if isFirst { await body() }
    return record
  }

  func write(_ value: Secret, for key: String, expecting expected: UInt64?) async throws(AuthError) -> UInt64? {
    try await base.write(value, for: key, expecting: expected)
  }

  func remove(_ key: String, expecting expected: UInt64?) async throws(AuthError) -> Bool {
    try await base.remove(key, expecting: expected)
  }

  func keys() async throws(AuthError) -> [String] { try await base.keys() }

  func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result { try await base.withLock(on: name, body) }

  func namespaced(_ name: String) -> any RecordStore { RacingRecordStore(base.namespaced(name), key, once, body) }
}
