public import AuthCore

/// Records in sealed files, one file per record.
public struct FileRecordStore: RecordStore {
  private static let store = "records"
  private let storage: FileStorage
  private let namespace: [String]

  /// Creates the record store of a directory.
  public init(_ storage: FileStorage) { self.init(storage, namespace: []) }

  private init(_ storage: FileStorage, namespace: [String]) {
    self.storage = storage
    self.namespace = namespace
  }

  /// Returns the record of a key, or nil if the record does not exist.
  ///
  /// - Throws: a storage code if the record cannot be read.
  public func read(_ key: String) async throws(AuthError) -> Record? {
    try record(key, in: try storage.read(Self.store, key, namespace: namespace))
  }

  private func record(_ key: String, in sealed: SealedRecord?) throws(AuthError) -> Record? {
    guard let sealed else { return nil }
    return try sealed.decoded { (value) throws(AuthError) in
      let record = try NamedRecord(decoding: value)
      guard record.name == key else {
        throw AuthError(.storeCorrupt, "The key in this record does not match the file's name.")
      }
      return Record(value: record.value, version: sealed.generation)
    }
  }

  /// Writes a record if the stored version is still `expected`; nil writes only if the record does not exist.
  ///
  /// - Returns: the new version; nil if the stored version is not `expected`.
  /// - Throws: a storage code, for example if the stored record cannot be read: an unreadable record is never
  ///   overwritten.
  @discardableResult
  public func write(
    _ value: Secret, for key: String, expecting expected: UInt64?
  ) async throws(AuthError) -> UInt64? {
    let place = try storage.placeForWriting(Self.store, key, namespace: namespace)
    return try await storage.withWriteLock(at: place) { (root) async throws(AuthError) -> UInt64? in
      let stored = try record(key, in: try storage.read(place, in: root))
      guard stored?.version == expected else {
        try storage.synchronise(place, in: root)
        return nil
      }
      let version = stored.map { $0.version &+ 1 } ?? firstVersion()
      try storage.write(
        SealedRecord(value: NamedRecord(name: key, value: value).encoded, generation: version), at: place, in: root)
      return version
    }
  }

  /// Returns the version of a new record. It is random, so that a record that was removed and created again does not
  /// get a version that a caller has read before.
  private func firstVersion() -> UInt64 {
    LengthPrefixed.number(storage.random.bytes(6), as: UInt64.self) + 1
  }

  /// Removes a record if the stored version is still `expected`. If `expected` is nil, the call removes any version,
  /// and moves an unreadable record to the quarantine.
  ///
  /// - Returns: whether a record was removed.
  /// - Throws: a storage code, for example if `expected` is not nil and the stored record cannot be read.
  @discardableResult
  public func remove(_ key: String, expecting expected: UInt64?) async throws(AuthError) -> Bool {
    guard let place = try storage.place(Self.store, key, namespace: namespace) else { return false }
    return try await storage.withWriteLock(at: place) { (root) async throws(AuthError) -> Bool in
      if let expected, try record(key, in: try storage.read(place, in: root))?.version != expected {
        try storage.synchronise(place, in: root)
        return false
      }
      return try storage.remove(place, in: root)
    }
  }

  /// Lists the keys of all records.
  ///
  /// - Throws: a storage code if one of the records cannot be read.
  public func keys() async throws(AuthError) -> [String] {
    try storage.list(Self.store, namespace).map { (sealed) throws(AuthError) in try Self.key(in: sealed) }
  }

  /// Lists the keys of all records that can be decoded.
  ///
  /// - Throws: a storage code if the directory cannot be read, or if records exist and none of them can be decoded.
  public func readableKeys() async throws(AuthError) -> [String] {
    try await storage.examineAll(Self.store, namespace).decodable { (record) throws(AuthError) in
      try Self.key(in: try record.get())
    }
  }

  private static func key(in sealed: SealedRecord) throws(AuthError) -> String {
    try sealed.decoded { (value) throws(AuthError) in try NamedRecord(decoding: value).name }
  }

  /// Runs `body` while no other caller, in this process or another, holds the lock of that name in this namespace.
  ///
  /// - Throws: `store_locked` if the lock is not released in time, `cancelled` if the task is cancelled while it waits,
  ///   another storage code, or the error of `body`.
  public func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result {
    try await storage.withNamedLock(Self.store, namespace, on: name, body)
  }

  /// Returns the record store of a nested namespace.
  public func namespaced(_ name: String) -> any RecordStore {
    FileRecordStore(storage, namespace: namespace + [name])
  }
}
