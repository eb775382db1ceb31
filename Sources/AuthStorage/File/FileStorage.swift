public import AuthCore

/// One directory on disk, with the parts that its file stores share: the wrapping key, sealed records and locks.
///
/// The directory is 0700 and everything in it 0600; a file that other users can access is refused
/// (`store_permissions`). The disk is not touched before the first use. Several processes may use one directory.
///
/// It protects against copies of single records, exchanged records and damage; with a `wrapping` also against copies of
/// the whole directory. Without a `wrapping` it does not protect against a program that can read the directory as this
/// user, because the directory contains its keys. It never protects against an old copy of a record that replaces the
/// current one.
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
  /// Reports writes to the subdirectories of sessions and selections.
  let watch: DirectoryWatch

  /// The stores. Each has a subdirectory with its name, a room, and one more for each namespace, with a hash at the end
  /// of its name.
  static let stores = ["sessions", "selections", "renewals", "keys", "records"]
  /// The largest file that can be a record.
  static let sizeLimit = 16 << 20

  /// A directory, which is created at the first write.
  ///
  /// - Parameters:
  ///   - directory: an absolute path.
  ///   - clock: measures the wait for locks.
  ///   - random: the source of nonces and keys.
  ///   - lockTimeout: how long to wait on `clock` for another caller's lock before `store_locked`.
  ///   - wrapping: wraps the directory's keys; nil keeps them in its file `key`, not wrapped.
  ///   - formerWrappings: the wrappings that wrapped them before. If the keys are not wrapped, or wrapped by
  ///     one of these, the first write gives the directory new keys, wrapped by `wrapping`.
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

  /// The place of the record of `key`; nil while this directory has no key, and therefore no records.
  func place(_ store: String, _ key: String, namespace: [String] = []) throws(AuthError) -> RecordPlace? {
    try keys().map { place(store, key, namespace, $0) }
  }

  /// The place for the record of `key`; makes the directory and its key where they are missing.
  func placeForWriting(_ store: String, _ key: String, namespace: [String] = []) throws(AuthError) -> RecordPlace {
    place(store, key, namespace, try keysOrMake())
  }

  func place(_ store: String, _ key: String, _ namespace: [String], _ keys: VaultKeys) -> RecordPlace {
    RecordPlace(room: Self.room(store, namespace, keys), file: keys.fileName([store] + namespace + ["", key]))
  }

  /// The name of the subdirectory for a store's namespace; for the outermost namespace the store's name.
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

  /// The loaded keys are always older than the bytes that are read: a record whose key they lack was sealed by a later
  /// rotation, and the key file contains that key.
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

  /// Removes the record at a place; moves an unreadable one to the quarantine, because its content is not
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
  /// - Throws: where one of them cannot be opened: an incomplete list would look complete.
  func list(_ store: String, _ namespace: [String] = []) throws(AuthError) -> [SealedRecord] {
    try examineAll(store, namespace).map { (record) throws(AuthError) in try record.get() }
  }

  /// The places of all records in a room.
  static func places(in room: POSIXDirectory, named name: String) throws(AuthError) -> [RecordPlace] {
    try room.names().sorted().filter { $0.hasSuffix(RecordPlace.suffix) }
      .map { RecordPlace(room: name, file: String($0.dropLast(RecordPlace.suffix.count))) }
  }

  /// The path of the record at a place.
  func path(of place: RecordPlace) -> String { "\(directory)/\(place.room)/\(place.file)\(RecordPlace.suffix)" }
}
