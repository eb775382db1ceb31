public import AuthCore

/// One directory on disk, and what the file stores in it share: the wrapping key, sealed records and locks.
///
/// The directory is 0700 and everything in it 0600; what others could reach is refused (`store_permissions`). Nothing
/// is touched before the first use. Several processes may use one directory.
///
/// What it protects against: copies of single records, records exchanged for one another, damage; with a `wrapping` also
/// copies of the whole directory. Without one it does not protect against somebody who can read the directory as this
/// user, since its keys lie in it; nor does it against an old copy of a record put back in its own place.
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
  /// Hears of what is written to the rooms of sessions.
  let watch: DirectoryWatch

  /// The stores whose rooms are in here; a room's name is its store's, for a namespace with a hash behind it.
  static let stores = ["sessions", "selections", "renewals", "keys", "records"]
  /// The largest file that can be a record.
  static let sizeLimit = 16 << 20

  /// A directory; it is made when something is first written.
  ///
  /// - Parameters:
  ///   - directory: an absolute path.
  ///   - clock: what waiting for locks is measured by.
  ///   - random: where nonces and keys come from.
  ///   - lockTimeout: how long to wait on `clock` for a lock that another holds before `store_locked`.
  ///   - wrapping: wraps the directory's keys; nil lets them lie in its file `key`.
  ///   - formerWrappings: what may have wrapped them before. A directory whose keys lie plain or are wrapped by one of
  ///     these is given new ones, wrapped by `wrapping`, by the first write.
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

  /// The same with a probe that can fail writes.
  package init(
    directory: String, clock: any AuthClock, random: any RandomSource, lockTimeout: Duration,
    wrapping: (any KeyWrapping)? = nil, formerWrappings: [any KeyWrapping] = [], probe: @escaping WriteProbe
  ) {
    var path = Substring(directory)
    // A symbolic link with a slash behind it is followed even where links are refused.
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

  /// Where the record of `key` lies, or nil while this directory has no key and hence no records.
  func place(_ store: String, _ key: String, namespace: [String] = []) throws(AuthError) -> RecordPlace? {
    try keys().map { place(store, key, namespace, $0) }
  }

  /// Where the record of `key` is to lie; makes the directory and its key where they are missing.
  func placeForWriting(_ store: String, _ key: String, namespace: [String] = []) throws(AuthError) -> RecordPlace {
    place(store, key, namespace, try keysOrMake())
  }

  func place(_ store: String, _ key: String, _ namespace: [String], _ keys: VaultKeys) -> RecordPlace {
    RecordPlace(room: Self.room(store, namespace, keys), file: keys.fileName([store] + namespace + ["", key]))
  }

  /// The directory of a store's namespace: its own name for the outermost one.
  private static func room(_ store: String, _ namespace: [String], _ keys: VaultKeys) -> String {
    namespace.isEmpty ? store : store + "-" + keys.fileName([store] + namespace)
  }

  /// The record of `key`, or nil when it does not exist.
  func read(_ store: String, _ key: String, namespace: [String] = []) throws(AuthError) -> SealedRecord? {
    guard let (root, keys) = try opened() else { return nil }
    return try read(place(store, key, namespace, keys), in: root)
  }

  /// The record at a place, or nil when it does not exist.
  func read(_ place: RecordPlace, in root: POSIXDirectory) throws(AuthError) -> SealedRecord? {
    guard let keys = try keys(in: root), let room = try root.subdirectory(place.room) else { return nil }
    return try read(place, in: room, of: root, keys)
  }

  /// The keys are always older than the bytes that are read: a record that takes a key which they lack was sealed by a
  /// rotation since, and the key file says so.
  private func read(
    _ place: RecordPlace, in room: POSIXDirectory, of root: POSIXDirectory, _ keys: VaultKeys
  ) throws(AuthError) -> SealedRecord? {
    let name = place.file + RecordPlace.suffix
    var keys = keys
    while true {
      guard let bytes = try room.read(name, limit: Self.sizeLimit) else { return nil }
      if let identity = SealedRecord.keyIdentity(of: bytes), keys.sealingKey(identity: identity) == nil,
        let newer = try newerKeys(than: keys, in: root)
      {
        keys = newer
        continue
      }
      return try SealedRecord(opening: bytes, with: keys, at: place, path: room.path + "/" + name)
    }
  }

  /// Writes the record at a place. The caller holds the place's write lock.
  func write(_ record: SealedRecord, at place: RecordPlace, in root: POSIXDirectory) throws(AuthError) {
    let bytes = try record.sealed(with: keysForSealing(in: root), at: place, random: random)
    try root.subdirectoryOrMake(place.room).replace(place.file + RecordPlace.suffix, with: Secret(bytes), probe: probe)
  }

  /// Removes the record at a place; one that cannot be read goes to the quarantine, since what is lost with it is not
  /// known. The caller holds the place's write lock.
  ///
  /// - Returns: whether there was one.
  func remove(_ place: RecordPlace, in root: POSIXDirectory) throws(AuthError) -> Bool {
    if case .failure = try examine(place, in: root) { return try quarantine(place, in: root) != nil }
    guard let room = try root.subdirectory(place.room) else { return false }
    return try room.remove(place.file + RecordPlace.suffix)
  }

  /// Every record of a store's namespace, or why it cannot be opened.
  func examineAll(
    _ store: String, _ namespace: [String] = []
  ) throws(AuthError) -> [Result<SealedRecord, AuthError>] {
    guard let (root, keys) = try opened() else { return [] }
    let name = Self.room(store, namespace, keys)
    guard let room = try root.subdirectory(name) else { return [] }
    var records: [Result<SealedRecord, AuthError>] = []
    for place in try Self.places(in: room, named: name) {
      do throws(AuthError) {
        if let record = try read(place, in: room, of: root, keys) { records.append(.success(record)) }
      } catch {
        records.append(.failure(error))
      }
    }
    return records
  }

  /// Every record of a store's namespace.
  ///
  /// - Throws: where one of them cannot be opened: a list with a gap would pass for the whole.
  func list(_ store: String, _ namespace: [String] = []) throws(AuthError) -> [SealedRecord] {
    try examineAll(store, namespace).map { (record) throws(AuthError) in try record.get() }
  }

  /// Where a room has records.
  static func places(in room: POSIXDirectory, named name: String) throws(AuthError) -> [RecordPlace] {
    try room.names().sorted().filter { $0.hasSuffix(RecordPlace.suffix) }
      .map { RecordPlace(room: name, file: String($0.dropLast(RecordPlace.suffix.count))) }
  }

  /// The path of the record at a place.
  func path(of place: RecordPlace) -> String { "\(directory)/\(place.room)/\(place.file)\(RecordPlace.suffix)" }
}
