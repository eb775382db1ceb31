/// Keeps a provider's own small records: device records, pending keys, push credentials, suspended flows.
///
/// What a provider is given is already narrowed to its instance: two providers never see each other's records. A
/// store that encrypts binds each value to its namespace and key.
public protocol RecordStore: Sendable {
  /// The record, or nil when there is none.
  func read(_ key: String) async throws(AuthError) -> Record?
  /// Writes a record if its version is still `expected` (nil: if there is none).
  ///
  /// - Returns: the new version, or nil when somebody else was faster and nothing was written.
  @discardableResult
  func write(_ value: Secret, for key: String, expecting expected: UInt64?) async throws(AuthError) -> UInt64?
  /// Removes a record if its version is still `expected`; nil removes whatever is there.
  ///
  /// - Returns: whether a record was removed.
  @discardableResult
  func remove(_ key: String, expecting expected: UInt64?) async throws(AuthError) -> Bool
  /// The keys that there are.
  func keys() async throws(AuthError) -> [String]
  /// Runs `body` while nobody else holds the lock of that name in this namespace.
  func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result
  /// The records of a narrower namespace.
  func namespaced(_ name: String) -> any RecordStore
}

extension RecordStore {
  /// Writes a record whatever is there.
  public func replace(_ value: Secret, for key: String) async throws(AuthError) {
    while true {
      let version = try await read(key)?.version
      if try await write(value, for: key, expecting: version) != nil { return }
    }
  }
}
