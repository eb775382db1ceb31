/// A store of a provider's own small records: device records, pending keys, push credentials, suspended flows.
///
/// A provider receives a store that is narrowed to its instance: two providers never see each other's records. A
/// store that encrypts binds each value to its namespace and key.
public protocol RecordStore: Sendable {
  /// Returns the record; nil if it does not exist.
  func read(_ key: String) async throws(AuthError) -> Record?
  /// Writes a record if its version is still `expected` (nil: if no record exists).
  ///
  /// - Returns: the new version, or nil when another writer was faster and nothing was written.
  @discardableResult
  func write(_ value: Secret, for key: String, expecting expected: UInt64?) async throws(AuthError) -> UInt64?
  /// Removes a record if its version is still `expected`; nil removes any version.
  ///
  /// - Returns: whether a record was removed.
  @discardableResult
  func remove(_ key: String, expecting expected: UInt64?) async throws(AuthError) -> Bool
  /// Returns the keys of all records in this namespace.
  ///
  /// - Throws: a storage code if one of the records cannot be read: a caller that deletes what no record names must not
  ///   get an incomplete list.
  func keys() async throws(AuthError) -> [String]
  /// Returns the keys of the records in this namespace that can be decoded. A damaged record hides no other.
  ///
  /// - Throws: a storage code if the store cannot be read, or if records exist and none of them can be decoded.
  func readableKeys() async throws(AuthError) -> [String]
  /// Runs `body` while holding the lock `name` of this namespace.
  func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result
  /// Returns the store of a namespace within this one.
  func namespaced(_ name: String) -> any RecordStore
}

extension RecordStore {
  /// Returns `keys()`, for a store whose records cannot be damaged one by one.
  public func readableKeys() async throws(AuthError) -> [String] { try await keys() }

  /// Writes a record over any stored version.
  public func replace(_ value: Secret, for key: String) async throws(AuthError) {
    while true {
      let version = try await read(key)?.version
      if try await write(value, for: key, expecting: version) != nil { return }
    }
  }
}
