public import AuthCore

extension FileStorage {
  static let quarantineRoom = "quarantine"

  /// Examines every record of every store.
  ///
  /// - Throws: a storage code when the directory or its key cannot be read. Unreadable records are in the result.
  public func inventory() throws(AuthError) -> StorageInventory {
    var inventory = StorageInventory()
    guard let (root, _) = try opened() else { return inventory }
    for place in try places(in: root) {
      switch try examine(place, in: root) {
      case .success(nil): break
      case .success(let record?):
        inventory.readable += 1
        if record.version < SealedRecord.version { inventory.earlier += 1 }
      case .failure(let error):
        inventory.unreadable.append((path(of: place), error))
      }
    }
    if let room = try root.subdirectory(Self.quarantineRoom) {
      inventory.quarantined = try room.names().sorted().map { room.path + "/" + $0 }
    }
    return inventory
  }

  /// Writes every record of an earlier version in the form of this version, one by one, each under its lock. If the
  /// migration is interrupted, each record has either the old form or the new one. A record also gets the new form
  /// whenever it changes.
  ///
  /// - Returns: how many records it migrated.
  /// - Throws: a storage code. Unreadable records are skipped.
  @discardableResult
  public func migrate() async throws(AuthError) -> Int {
    guard let root = try POSIXDirectory.open(directory) else { return 0 }
    var count = 0
    for place in try places(in: root) {
      count += try await withWriteLock(at: place) { (root) throws(AuthError) -> Int in
        guard case .success(let record?) = try examine(place, in: root), record.version < SealedRecord.version else {
          return 0
        }
        try write(record, at: place, in: root)
        return 1
      }
    }
    return count
  }

  /// Moves every unreadable record into the directory's `quarantine`, byte for byte. Its store then behaves as if the
  /// record did not exist. A repaired file can be moved back.
  ///
  /// - Returns: the new paths of the files.
  /// - Throws: a storage code. Without the key file no record can be read, and none is moved.
  @discardableResult
  public func quarantineUnreadable() async throws(AuthError) -> [String] {
    guard let (root, _) = try opened() else { return [] }
    var moved: [String] = []
    for place in try places(in: root) {
      let path = try await withWriteLock(at: place) { (root) throws(AuthError) -> String? in
        if case .failure = try examine(place, in: root) { try quarantine(place, in: root) } else { nil }
      }
      if let path { moved.append(path) }
    }
    return moved
  }

  /// Moves the record at a place into the quarantine. The caller holds the place's write lock.
  ///
  /// - Returns: its new path; nil when there was no record.
  func quarantine(_ place: RecordPlace, in root: POSIXDirectory) throws(AuthError) -> String? {
    guard let room = try root.subdirectory(place.room) else { return nil }
    let quarantine = try root.subdirectoryOrMake(Self.quarantineRoom)
    let name = place.room + "." + place.file + "." + random.token() + RecordPlace.suffix
    guard try room.move(place.file + RecordPlace.suffix, to: quarantine, as: name) else { return nil }
    return quarantine.path + "/" + name
  }

  /// The record of `key`, nil if it does not exist, or what is wrong with it.
  func examine(_ store: String, _ key: String) throws(AuthError) -> Result<SealedRecord?, AuthError> {
    guard let (root, keys) = try opened() else { return .success(nil) }
    return try examine(place(store, key, [], keys), in: root)
  }

  /// The record at a place, nil if it does not exist, or what is wrong with it.
  func examine(
    _ place: RecordPlace, in root: POSIXDirectory
  ) throws(AuthError) -> Result<SealedRecord?, AuthError> {
    do throws(AuthError) {
      return .success(try read(place, in: root))
    } catch {
      guard error.code == .storeCorrupt || error.code == .storeVersion else { throw error }
      return .failure(error)
    }
  }

  /// The places of all records, in every store and namespace.
  func places(in root: POSIXDirectory) throws(AuthError) -> [RecordPlace] {
    var places: [RecordPlace] = []
    for name in try rooms(in: root).sorted() {
      guard let room = try root.subdirectory(name) else { continue }
      places += try Self.places(in: room, named: name)
    }
    return places
  }

  /// Whether a directory of that name holds a store's records.
  static func isRoom(_ name: String) -> Bool { stores.contains(String(name.prefix { $0 != "-" })) }
}
