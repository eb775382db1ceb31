public import AuthCore

/// A directory on disk, with the parts that the file stores share: keys, sealed records and locks.
///
/// Directories have mode 0700, and files have mode 0600. A file or directory that other users can access is refused
/// (`store_permissions`). Creating this object does not access the disk; the first use of a store does. Several
/// processes may use one directory.
///
/// The sealing protects against copies of single records, exchanged records and damage. With a `wrapping`, it also
/// protects against copies of the whole directory. Without a `wrapping`, the directory contains its keys, so the
/// sealing does not protect against a program that can read the directory as this user. The sealing alone does not
/// protect against the replacement of a record by an older copy of the same record; a wrapping with a place for a
/// manifest does (see `StateAnchoring`).
public final class FileStorage: Sendable {
  /// The directory's path.
  public let directory: String
  let clock: any AuthClock
  let random: any RandomSource
  let lockTimeout: Duration
  let probe: WriteProbe
  let wrapping: (any KeyWrapping)?
  let formerWrappings: [any KeyWrapping]
  let locks: NamedLocks
  let loadedKeys = Locked<LoadedKeys?>(nil)
  /// Whether this object has tried to make the first note about the directory: see `anchorIfNeeded(_:)`.
  let isAnchoringTried = Locked(false)
  /// Whether this object has tried to complete an interrupted rotation: see `finishRotation(_:)`.
  let isFinishingTried = Locked(false)
  /// Whether this process has tried to delete what is left of former wrappings.
  let isEndingTried = Locked(false)
  /// The uptime before which no checkpoint is tried again: see `checkpointIfDue()`.
  let nextCheckpoint = Locked(Duration.zero)
  /// The names that are known to be on the disk: see `roomForWriting(_:in:)`.
  let settledNames = Locked(SettledNames())
  /// Reports writes to the subdirectories of sessions and selections.
  let watch: DirectoryWatch

  /// The names of the stores. Each store has a subdirectory (a room) with its name, and one for each namespace, whose
  /// name is the store's name and a hash.
  static let stores = ["sessions", "selections", "renewals", "keys", "records"]
  /// The size in bytes of the largest file that is read as a record. The limit keeps a damaged or foreign file from
  /// exhausting the memory.
  static let sizeLimit = 16 << 20

  /// Creates the storage of a directory. The first write creates the directory.
  ///
  /// - Parameters:
  ///   - directory: an absolute path.
  ///   - clock: measures the wait for locks.
  ///   - random: the source of nonces and keys.
  ///   - lockTimeout: how long to wait for a lock, on `clock`, before a call throws `store_locked`.
  ///   - wrapping: wraps the directory's keys; nil stores them unwrapped in the file `key` of the directory.
  ///   - formerWrappings: the wrappings that the directory used before. They are needed to open keys that `wrapping`
  ///     does not wrap. The first write rotates such keys, and wraps the new keys with `wrapping`.
  public convenience init(
    directory: String, clock: any AuthClock = SystemClock(), random: any RandomSource = SystemRandomSource(),
    lockTimeout: Duration = .seconds(30), wrapping: (any KeyWrapping)? = nil,
    formerWrappings: [any KeyWrapping] = []
  ) {
    self.init(
      directory: directory, clock: clock, random: random, lockTimeout: lockTimeout, wrapping: wrapping,
      formerWrappings: formerWrappings
    ) { _ in 0 }
  }

  /// Creates the storage of a directory with a probe that can make writes fail.
  package init(
    directory: String, clock: any AuthClock, random: any RandomSource, lockTimeout: Duration,
    wrapping: (any KeyWrapping)? = nil, formerWrappings: [any KeyWrapping] = [], probe: @escaping WriteProbe
  ) {
    var path = Substring(directory)
    // The system follows a symbolic link with a trailing slash even with O_NOFOLLOW.
    while path.count > 1, path.hasSuffix("/") { path = path.dropLast() }
    self.directory = String(path)
    self.clock = clock
    self.random = random
    self.lockTimeout = lockTimeout
    self.probe = probe
    self.wrapping = wrapping
    self.formerWrappings = formerWrappings
    locks = NamedLocks(clock: clock, timeout: lockTimeout)
    watch = DirectoryWatch(self.directory, rooms: ["sessions", "selections"])
  }

  /// Returns the place of the record of `key`; nil while the directory has no keys, and therefore no records.
  func place(_ store: String, _ key: String, namespace: [String] = []) throws(AuthError) -> RecordPlace? {
    try keys().map { place(store, key, namespace, $0) }
  }

  /// Returns the place for the record of `key`, and creates the directory and its keys if they do not exist.
  func placeForWriting(_ store: String, _ key: String, namespace: [String] = []) throws(AuthError) -> RecordPlace {
    place(store, key, namespace, try keysOrMake())
  }

  func place(_ store: String, _ key: String, _ namespace: [String], _ keys: VaultKeys) -> RecordPlace {
    RecordPlace(room: Self.room(store, namespace, keys), file: keys.fileName([store] + namespace + ["", key]))
  }

  /// Returns the name of the subdirectory for a namespace of a store; for the root namespace, the store's name.
  private static func room(_ store: String, _ namespace: [String], _ keys: VaultKeys) -> String {
    namespace.isEmpty ? store : store + "-" + keys.fileName([store] + namespace)
  }

  /// Reads the record of `key`; returns nil if the record does not exist.
  func read(_ store: String, _ key: String, namespace: [String] = []) throws(AuthError) -> SealedRecord? {
    guard let (root, keys) = try opened() else { return nil }
    return try read(place(store, key, namespace, keys), in: root)
  }

  /// Reads the record at a place; returns nil if the record does not exist.
  func read(_ place: RecordPlace, in root: POSIXDirectory) throws(AuthError) -> SealedRecord? {
    guard let keys = try keys(in: root) else { return nil }
    return try read(place, in: root.subdirectory(place.room), of: root, keys)
  }

  /// Reads the record at a place. The keys are loaded before the record is read. If they do not contain the record's
  /// key, a later rotation has sealed the record, and the key file now contains that key.
  ///
  /// - Throws: `store_rolled_back` if the manifest has another state, and neither changes when both are read again, nor
  ///   the key file, which may name another manifest by now.
  private func read(
    _ place: RecordPlace, in room: POSIXDirectory?, of root: POSIXDirectory, _ keys: VaultKeys
  ) throws(AuthError) -> SealedRecord? {
    let name = place.file + RecordPlace.suffix
    var (keys, room) = (keys, room)
    var refused: (RecordState, Verdict)?
    while true {
      let bytes = try room?.read(name, limit: Self.sizeLimit)
      let state = RecordState(bytes)
      let verdict = try verdict(on: state, at: place)
      guard verdict == .accepted else {
        if let refused, refused == (state, verdict) { throw rolledBack(place, state) }
        refused = (state, verdict)
        if let current = try currentKeys(in: root) { keys = current }
        if room == nil { room = try root.subdirectory(place.room) }
        continue
      }
      guard let bytes, let room else { return nil }
      if let identity = SealedRecord.keyIdentity(of: bytes), keys.sealingKey(identity: identity) == nil,
        let newer = try newerKeys(than: keys, in: root)
      {
        keys = newer
        continue
      }
      return try SealedRecord(opening: bytes, with: keys, at: place, path: room.path + "/" + name)
    }
  }

  /// Writes the record at a place. The caller must hold the place's write lock.
  func write(_ record: SealedRecord, at place: RecordPlace, in root: POSIXDirectory) throws(AuthError) {
    let bytes = try record.sealed(with: keysForSealing(in: root), at: place, random: random)
    // The key file is read before its name is synchronised, so that the record is sealed with keys that are on the
    // disk.
    let room = try roomForWriting(place.room, in: root)
    try announce(RecordState(bytes), at: place, in: root)
    do throws(AuthError) {
      try room.replace(place.file + RecordPlace.suffix, with: Secret(bytes), probe: probe)
    } catch {
      // After a kill, nothing more happens.
      if error.code != .internalError { settleFailure(RecordState(bytes), at: place, room, in: root) }
      throw error
    }
    settle(RecordState(bytes), at: place, in: root)
  }

  /// Removes the record at a place. An unreadable record is moved to the quarantine, because its content may still be
  /// needed. The caller must hold the place's write lock.
  ///
  /// - Returns: whether the record existed.
  func remove(_ place: RecordPlace, in root: POSIXDirectory) throws(AuthError) -> Bool {
    switch try examine(place, in: root) {
    case .failure: return try quarantine(place, in: root) != nil
    case .success(nil):
      // A process that was killed may have removed the record without synchronising.
      try synchronise(place, in: root)
      try settleRemoval(at: place, in: root)
      return false
    case .success: break
    }
    guard let room = try root.subdirectory(place.room) else { return false }
    try announce(.absent, at: place, in: root)
    let isRemoved = try room.remove(place.file + RecordPlace.suffix)
    settle(.absent, at: place, in: root)
    return isRemoved
  }

  /// Returns every record of a store's namespace, with an error in place of each record that cannot be opened.
  func examineAll(
    _ store: String, _ namespace: [String] = []
  ) throws(AuthError) -> [Result<SealedRecord, AuthError>] {
    guard let (root, keys) = try opened() else { return [] }
    let name = Self.room(store, namespace, keys)
    let room = try root.subdirectory(name)
    var places = try room.map { (room) throws(AuthError) in try Self.places(in: room, named: name) } ?? []
    let missing = try missing(in: name, except: places)
    places += missing.places
    var records: [Result<SealedRecord, AuthError>] = missing.damaged.map { .failure($0.error) }
    for place in places {
      do throws(AuthError) {
        if let record = try read(place, in: room, of: root, keys) { records.append(.success(record)) }
      } catch {
        records.append(.failure(error))
      }
    }
    return records
  }

  /// Returns every record of a store's namespace.
  ///
  /// - Throws: a storage code if one of the records cannot be opened, because the caller could not recognise an
  ///   incomplete list.
  func list(_ store: String, _ namespace: [String] = []) throws(AuthError) -> [SealedRecord] {
    try examineAll(store, namespace).map { (record) throws(AuthError) in try record.get() }
  }

  /// Lists the places of all records in a subdirectory of a store.
  static func places(in room: POSIXDirectory, named name: String) throws(AuthError) -> [RecordPlace] {
    try room.names().sorted().filter { $0.hasSuffix(RecordPlace.suffix) }
      .map { RecordPlace(room: name, file: String($0.dropLast(RecordPlace.suffix.count))) }
  }

  /// Returns the path of the record at a place.
  func path(of place: RecordPlace) -> String { "\(directory)/\(place.room)/\(place.file)\(RecordPlace.suffix)" }
}
