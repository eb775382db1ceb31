public import AuthCore

/// Records in sealed files, one each.
public struct FileRecordStore: RecordStore {
  private static let store = "records"
  private let storage: FileStorage
  private let namespace: [String]

  /// The records of a directory.
  public init(_ storage: FileStorage) { self.init(storage, namespace: []) }

  private init(_ storage: FileStorage, namespace: [String]) {
    self.storage = storage
    self.namespace = namespace
  }

  /// The record, or nil when it does not exist.
  ///
  /// - Throws: a storage code when it cannot be read.
  public func read(_ key: String) async throws(AuthError) -> Record? {
    try record(key, in: try storage.read(Self.store, key, namespace: namespace))
  }

  private func record(_ key: String, in sealed: SealedRecord?) throws(AuthError) -> Record? {
    guard let sealed else { return nil }
    return try sealed.decoded { (value) throws(AuthError) in
      let record = try NamedRecord(decoding: value)
      guard record.name == key else {
        throw AuthError(.storeCorrupt, "The name in a record does not match its file.")
      }
      return Record(value: record.value, version: sealed.generation)
    }
  }

  /// Writes a record if its version is still `expected` (nil: if no record exists).
  ///
  /// - Throws: a storage code; an unreadable record is never overwritten.
  @discardableResult
  public func write(
    _ value: Secret, for key: String, expecting expected: UInt64?
  ) async throws(AuthError) -> UInt64? {
    let place = try storage.placeForWriting(Self.store, key, namespace: namespace)
    return try await storage.withWriteLock(at: place) { (root) async throws(AuthError) -> UInt64? in
      let stored = try record(key, in: try storage.read(place, in: root))
      guard stored?.version == expected else { return nil }
      let version = stored.map { $0.version &+ 1 } ?? firstVersion()
      try storage.write(
        SealedRecord(value: NamedRecord(name: key, value: value).encoded, generation: version), at: place, in: root)
      return version
    }
  }

  /// A random start, so that a record that was removed and made again does not get a version that a caller still
  /// holds.
  private func firstVersion() -> UInt64 {
    LengthPrefixed.number(storage.random.bytes(6), as: UInt64.self) + 1
  }

  /// Removes a record if its version is still `expected`; nil removes any version, readable or not.
  @discardableResult
  public func remove(_ key: String, expecting expected: UInt64?) async throws(AuthError) -> Bool {
    guard let place = try storage.place(Self.store, key, namespace: namespace) else { return false }
    return try await storage.withWriteLock(at: place) { (root) async throws(AuthError) -> Bool in
      if let expected, try record(key, in: try storage.read(place, in: root))?.version != expected { return false }
      return try storage.remove(place, in: root)
    }
  }

  /// The keys of all records.
  ///
  /// - Throws: a storage code when one of the records cannot be read.
  public func keys() async throws(AuthError) -> [String] {
    var keys: [String] = []
    for sealed in try storage.list(Self.store, namespace) {
      keys.append(try sealed.decoded { (value) throws(AuthError) in try NamedRecord(decoding: value).name })
    }
    return keys
  }

  /// Runs `body` while no other caller, in this process or another, holds the lock of that name in this namespace.
  ///
  /// - Throws: `store_locked` when the lock is not released in time, `cancelled`, else what `body` throws.
  public func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result {
    try await storage.withNamedLock(Self.store, namespace, on: name, body)
  }

  /// The records of a narrower namespace.
  public func namespaced(_ name: String) -> any RecordStore {
    FileRecordStore(storage, namespace: namespace + [name])
  }
}
