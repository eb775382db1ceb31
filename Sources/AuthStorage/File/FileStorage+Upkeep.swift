public import AuthCore

extension FileStorage {
  static let quarantineRoom = "quarantine"

  /// Examines every record of every store. The result lists the records that cannot be read.
  ///
  /// - Throws: a storage code if the directory or its key file cannot be read.
  public func inventory() throws(AuthError) -> StorageInventory {
    var inventory = StorageInventory()
    guard let (root, _) = try opened() else { return inventory }
    let (places, damaged) = try listedPlaces(in: root)
    inventory.unreadable = damaged
    for place in places {
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

  /// Rewrites every record of an earlier format version in the current format, one by one, each under its write lock.
  /// If the migration is interrupted, each record has either the old format or the new format. A normal write also uses
  /// the current format. Unreadable records are skipped.
  ///
  /// - Returns: the number of migrated records.
  /// - Throws: a storage code.
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
    try synchroniseAll(in: root)
    return count
  }

  /// Moves every unreadable record into the subdirectory `quarantine`, without changing the file. The store then
  /// behaves as if the record did not exist. The manifest (see `StateAnchoring`) no longer requires the moved records,
  /// nor a record that another program has removed. Without a manifest, a repaired file can be moved back.
  ///
  /// - Returns: the new paths of the files.
  /// - Throws: a storage code. If the key file is missing or cannot be read, the call throws and moves no record.
  @discardableResult
  public func quarantineUnreadable() async throws(AuthError) -> [String] {
    guard let (root, _) = try opened() else { return [] }
    var moved: [String] = []
    for place in try listedPlaces(in: root).places {
      // Not `withWriteLock`, which would first apply a change of the wrapping. This change waits until the records can
      // be read.
      let path = try await withLock(file: Self.writeLock(place), named: "write") {
        (root) throws(AuthError) -> String? in
        if case .failure = try examine(place, in: root) { try quarantine(place, in: root) } else { nil }
      }
      if let path { moved.append(path) }
    }
    return moved
  }

  /// Moves the record at a place into the quarantine. The caller must hold the place's write lock.
  ///
  /// - Returns: the record's new path; nil if the record did not exist.
  func quarantine(_ place: RecordPlace, in root: POSIXDirectory) throws(AuthError) -> String? {
    try announce(.absent, at: place, in: root)
    let moved = try moveToQuarantine(place, in: root)
    settle(.absent, at: place, in: root)
    return moved
  }

  private func moveToQuarantine(_ place: RecordPlace, in root: POSIXDirectory) throws(AuthError) -> String? {
    guard let room = try root.subdirectory(place.room) else { return nil }
    let quarantine = try roomForWriting(Self.quarantineRoom, in: root)
    let name = place.room + "." + place.file + "." + random.token() + RecordPlace.suffix
    guard try room.move(place.file + RecordPlace.suffix, to: quarantine, as: name) else { return nil }
    return quarantine.path + "/" + name
  }

  /// Returns the record of `key`, nil if the record does not exist, or the error if it cannot be read.
  func examine(_ store: String, _ key: String) throws(AuthError) -> Result<SealedRecord?, AuthError> {
    guard let (root, keys) = try opened() else { return .success(nil) }
    return try examine(place(store, key, [], keys), in: root)
  }

  /// Returns the record at a place, nil if the record does not exist, or the error if it cannot be read.
  func examine(
    _ place: RecordPlace, in root: POSIXDirectory
  ) throws(AuthError) -> Result<SealedRecord?, AuthError> {
    // An unreadable key file does not make a record unreadable.
    guard try currentKeys(in: root) != nil else { return .success(nil) }
    do throws(AuthError) {
      return .success(try read(place, in: root))
    } catch {
      guard error.isUnreadableRecord else { throw error }
      return .failure(error)
    }
  }

  /// Lists the places of all records, and of those that the manifest requires; and the parts of the manifest that
  /// cannot be read.
  private func listedPlaces(
    in root: POSIXDirectory
  ) throws(AuthError) -> (places: [RecordPlace], damaged: [(path: String, error: AuthError)]) {
    let present = try places(in: root)
    let missing = try missing(except: present)
    return (present + missing.places, missing.damaged)
  }

  /// Lists the places of all records, in every store and namespace.
  func places(in root: POSIXDirectory) throws(AuthError) -> [RecordPlace] {
    var places: [RecordPlace] = []
    for name in try rooms(in: root).sorted() {
      guard let room = try root.subdirectory(name) else { continue }
      places += try Self.places(in: room, named: name)
    }
    return places
  }

  /// Returns whether a subdirectory with that name contains the records of a store.
  static func isRoom(_ name: String) -> Bool { stores.contains(String(name.prefix { $0 != "-" })) }
}
