/// A store of small records, such as device records, pending keys, push credentials and suspended flows.
///
/// A provider receives a store with the namespace of its instance, so it cannot read the records of another provider. A
/// store that encrypts binds each value to its namespace and key, so that a value that was moved is not accepted.
public protocol RecordStore: Sendable {
  /// Returns the record; nil if it does not exist.
  ///
  /// - Throws: a storage code if the record cannot be read.
  func read(_ key: String) async throws(AuthError) -> Record?
  /// Writes a record if the stored version is `expected`; with nil, if no record exists.
  ///
  /// - Returns: the new version; nil if the stored version is a different one. In that case, nothing was written.
  /// - Throws: a storage code.
  @discardableResult
  func write(_ value: Secret, for key: String, expecting expected: UInt64?) async throws(AuthError) -> UInt64?
  /// Removes a record if the stored version is `expected`; nil removes any version.
  ///
  /// - Returns: whether a record was removed.
  /// - Throws: a storage code.
  @discardableResult
  func remove(_ key: String, expecting expected: UInt64?) async throws(AuthError) -> Bool
  /// Returns the keys of all records in this namespace.
  ///
  /// - Throws: a storage code if one of the records cannot be read. An incomplete list would be dangerous for a caller
  ///   that deletes everything that the listed records do not use.
  func keys() async throws(AuthError) -> [String]
  /// Returns the keys of the records in this namespace that can be decoded. Damaged records are skipped.
  ///
  /// - Throws: a storage code if the store cannot be read, or if records exist and none of them can be decoded.
  func readableKeys() async throws(AuthError) -> [String]
  /// Runs `body` while no other caller, in this process or another, holds the lock `name` of this namespace.
  ///
  /// - Throws: `store_locked` if the lock is not released in time, `cancelled` if the task is cancelled while it waits,
  ///   or the error of `body`.
  func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result
  /// Returns the store of the namespace `name` within the namespace of this store.
  func namespaced(_ name: String) -> any RecordStore
}

extension RecordStore {
  /// Returns the keys of all records: by default, a single record cannot be damaged.
  public func readableKeys() async throws(AuthError) -> [String] { try await keys() }

  /// Writes a record over any stored version. Tries again if another writer changes the record at the same time.
  ///
  /// - Throws: a storage code, even if only the stored record cannot be read.
  public func replace(_ value: Secret, for key: String) async throws(AuthError) {
    while true {
      let version = try await read(key)?.version
      if try await write(value, for: key, expecting: version) != nil { return }
    }
  }
}
