import AuthCore

extension FileStorage {
  /// Opens the directory and loads its keys; returns nil while the directory does not exist or has no keys. The keys
  /// are read once and then reused.
  func opened() throws(AuthError) -> (root: POSIXDirectory, keys: VaultKeys)? {
    guard let root = try POSIXDirectory.open(directory), let keys = try keys(in: root) else { return nil }
    return (root, keys)
  }

  /// Returns the directory's keys; nil while the directory does not exist or has no keys.
  func keys() throws(AuthError) -> VaultKeys? {
    if let loaded = loadedKeys.withLock({ $0 }) { return loaded.keys }
    return try opened()?.keys
  }

  /// Returns the directory's keys, and creates the directory and its keys if they do not exist.
  func keysOrMake() throws(AuthError) -> VaultKeys {
    if let loaded = loadedKeys.withLock({ $0 }) { return loaded.keys }
    return try keysOrMake(in: POSIXDirectory.openOrMake(directory))
  }

  func keys(in root: POSIXDirectory) throws(AuthError) -> VaultKeys? {
    if let loaded = loadedKeys.withLock({ $0 }) { return loaded.keys }
    return try loadKeys(in: root)?.keys
  }

  func keysOrMake(in root: POSIXDirectory) throws(AuthError) -> VaultKeys {
    if let keys = try keys(in: root) { return keys }
    return try makeKeys(VaultKeys(generatingWith: random), isNew: true, in: root)
  }

  /// Returns the current keys, for sealing under a write lock. The function checks whether the key file has changed,
  /// because a record that was sealed with a retired key after a rotation could never be opened again.
  func keysForSealing(in root: POSIXDirectory) throws(AuthError) -> VaultKeys {
    guard let known = loadedKeys.withLock({ $0 }) else { return try keysOrMake(in: root) }
    if try root.stamp(KeyFile.name) == known.stamp { return known.keys }
    // If the directory was emptied after the keys were loaded, the same keys are written, so that the file names that
    // this process has computed stay valid.
    var keys = try loadKeys(in: root)?.keys
    if keys == nil { keys = try makeKeys(known.keys, isNew: false, in: root) }
    guard let keys, keys.hasSameNames(as: known.keys) else {
      throw AuthError(
        .storeCorrupt,
        "\(keyPath) belongs to another storage directory. Restore the key file of this directory from a backup.",
        underlying: "key file exchanged")
    }
    return keys
  }

  /// Returns the current keys; nil if the directory has none. The key file is read again if it has changed.
  func currentKeys(in root: POSIXDirectory) throws(AuthError) -> VaultKeys? {
    if let known = loadedKeys.withLock({ $0 }), try root.stamp(KeyFile.name) == known.stamp { return known.keys }
    return try loadKeys(in: root)?.keys
  }

  /// Reads the key file again and returns its keys; nil if the key file does not exist or still contains `old`.
  func newerKeys(than old: VaultKeys, in root: POSIXDirectory) throws(AuthError) -> VaultKeys? {
    guard let loaded = try loadKeys(in: root), loaded.keys.stored != old.stored else { return nil }
    return loaded.keys
  }

  /// Reads the key file; returns nil if the directory has neither keys nor records.
  ///
  /// - Throws: `store_corrupt` if the key file is damaged, or missing although the directory contains records;
  ///   `store_version` for a later version; `invalid_configuration` if the wrapping of the keys is not configured;
  ///   `key_unavailable` if the wrapping key cannot be reached; or another storage code.
  ///
  /// - Parameter isAccepting: whether the wrapping's notes are ignored: see `acceptPresentState()`.
  func loadKeys(in root: POSIXDirectory, isAccepting: Bool = false) throws(AuthError) -> LoadedKeys? {
    var found = try root.readStamped(KeyFile.name, limit: KeyFile.sizeLimit)
    if found == nil { found = try laterKeyFile(in: root) }
    guard case (var bytes, let stamp)? = found else { return nil }
    defer { Wiping.wipe(&bytes) }
    let file = try KeyFile(decoding: bytes, path: keyPath)
    let keys: VaultKeys
    do throws(AuthError) {
      keys = try unwrapped(file)
    } catch {
      // If the file has changed since it was read, a rotation has deleted the earlier wrapping key: read the new file.
      guard try root.stamp(KeyFile.name) != stamp else {
        guard error.code == .keyUnavailable else { throw error }
        throw try explained(error, Secret(bytes), wrappedBy: file.wrapping)
      }
      return try loadKeys(in: root, isAccepting: isAccepting)
    }
    let anchor: Anchor
    do throws(AuthError) {
      anchor = isAccepting ? .open : try checkAnchor(of: Secret(bytes), wrappedBy: file.wrapping, keys, in: root)
    } catch {
      // A rotation may have replaced the file since it was read.
      guard try root.stamp(KeyFile.name) != stamp else { throw error }
      return try loadKeys(in: root)
    }
    let loaded = LoadedKeys(
      keys: keys, file: file, stamp: stamp, anchor: anchor,
      manifest: try manifest(of: file, keys, in: root, isAccepting: isAccepting))
    if file.wrapping.isEmpty, wrapping != nil, loadedKeys.withLock({ $0?.file.wrapping.isEmpty }) == false {
      // No note exists that could tell a change of the configuration from an old key file.
      guard anchor != .unknown else {
        throw rolledBack("keys that are not wrapped replaced the wrapped keys", "key file: plain")
      }
    }
    loadedKeys.withLock { $0 = loaded }
    return loaded
  }

  /// Reads the key file a second time, after the first read did not find it; returns nil if the directory contains no
  /// records. Another process may have created the key file and then a record between the first read and the check for
  /// records; the second read finds that key file.
  private func laterKeyFile(in root: POSIXDirectory) throws(AuthError) -> ([UInt8], POSIXStamp)? {
    guard try holdsRecords(root) else { return nil }
    if let late = try root.readStamped(KeyFile.name, limit: KeyFile.sizeLimit) { return late }
    throw AuthError(
      .storeCorrupt,
      "\(root.path) contains records, but not the key file '\(KeyFile.name)' that opens them. Restore the key file "
        + "from a backup, or remove the records.", underlying: "key file missing")
  }

  private func unwrapped(_ file: KeyFile) throws(AuthError) -> VaultKeys {
    if file.isVersionOne { return VaultKeys(versionOne: file.keys) }
    var stored = file.keys
    if !file.wrapping.isEmpty {
      guard let wrapping = wrapping(file.wrapping) else {
        throw AuthError(
          .invalidConfiguration,
          "The keys in \(keyPath) are wrapped by '\(file.wrapping)', which is not configured. Set storage.wrappingKey "
            + "to that kind, or add that kind to storage.formerWrappingKeys.")
      }
      stored = try wrapping.unwrap(file.keys.revealBytes())
    }
    guard let keys = VaultKeys(stored, hasManifestKey: file.hasManifestKey) else {
      throw AuthError(
        .storeCorrupt, "\(keyPath) does not contain the keys of a storage directory. Restore it from a backup.",
        underlying: "no keys")
    }
    return keys
  }

  /// Returns the wrapping of a kind; nil if this storage does not have it.
  func wrapping(_ id: String) -> (any KeyWrapping)? {
    wrapping?.id == id ? wrapping : formerWrappings.first { $0.id == id }
  }

  private func holdsRecords(_ root: POSIXDirectory) throws(AuthError) -> Bool {
    try !places(in: root).isEmpty
  }

  /// Lists the subdirectories of all stores and namespaces.
  func rooms(in root: POSIXDirectory) throws(AuthError) -> [String] {
    try root.names().filter(Self.isRoom)
  }

  /// Creates the key file. If another process creates it first, the keys of that file are used. The directory's lock is
  /// held from the check for an existing key file until the file and its notes are written. Otherwise, a process that
  /// fails to create the file could withdraw another process's notes.
  ///
  /// - Parameter isNew: whether the keys were made for this call.
  private func makeKeys(_ keys: VaultKeys, isNew: Bool, in root: POSIXDirectory) throws(AuthError) -> VaultKeys {
    try root.locked { () throws(AuthError) -> VaultKeys in
      if let loaded = try loadKeys(in: root) { return loaded.keys }
      // Without records, an empty manifest is complete.
      let (file, keys) = try keyFile(for: keys, replacing: nil, isComplete: true)
      let aside = Self.asidePrefix + random.token() + POSIXDirectory.asideSuffix
      do throws(AuthError) {
        try announce(file.encoded, keys, isFirst: true, in: root)
        // A process of an earlier version, which does not take the lock, may be first.
        guard try root.create(KeyFile.name, file.encoded, aside: aside, probe: probe) else {
          discardUnused(file)
          return try loadedKeys(in: root).keys
        }
      } catch {
        // After a kill, nothing more happens. Notes about earlier keys stay.
        if error.code != .internalError, !root.contains(KeyFile.name) {
          if isNew { withdraw(keys, in: root) }
          discardUnused(file)
        }
        throw error
      }
      try confirm(file.encoded, keys, in: root)
      return try loadedKeys(in: root).keys
    }
  }

  /// Releases the wrapping key of a key file that was not written. A failure is ignored, because the wrapping key that
  /// remains is not used.
  func discardUnused(_ file: KeyFile) {
    do throws(AuthError) {
      try wrapping?.discard(file.keys.revealBytes())
    } catch {
      return
    }
  }

  /// The prefix of the temporary file of a new key file.
  static let asidePrefix = "key-"

  /// Returns the keys of a key file that exists.
  ///
  /// - Throws: `store_permissions` if the directory was removed, or another storage code.
  func loadedKeys(in root: POSIXDirectory) throws(AuthError) -> LoadedKeys {
    guard let loaded = try loadKeys(in: root) else {
      throw AuthError(
        .storePermissions, "\(directory) was emptied or removed while its keys were in use. Try again.")
    }
    return loaded
  }

  /// Makes a key file for `keys`, wrapped by this storage's wrapping. The file lists the wrapped keys of `old`, so that
  /// the wrapping key of `old` can be deleted later.
  ///
  /// - Parameters:
  ///   - isComplete: whether the manifest lists every record.
  ///   - name: the name of a new manifest, for which the wrapping has a place; nil to continue the manifest of `old`,
  ///     or to begin one if that is not possible.
  /// - Returns: the file, and the keys in it, with the key of the manifest.
  func keyFile(
    for keys: VaultKeys, replacing old: KeyFile?, isComplete: Bool, renewing name: String? = nil
  ) throws(AuthError) -> (KeyFile, VaultKeys) {
    var replaced = old?.replaced ?? []
    if let old, !old.wrapping.isEmpty {
      replaced.append(KeyFile.Replaced(wrapping: old.wrapping, keys: old.keys.revealBytes()))
    }
    guard let wrapping else {
      let keys = keys.with(manifestKey: nil)
      return (KeyFile(wrapping: "", keys: keys.stored, replaced: replaced), keys)
    }
    try checkPlace(of: wrapping)
    if old?.wrapping.isEmpty == true { replaced.append(.plain(keys.retired)) }
    let before = old?.wrapping == wrapping.id ? old?.keys.revealBytes() : nil
    func wrapped(_ name: String?, _ keys: VaultKeys) throws(AuthError) -> (KeyFile, VaultKeys) {
      let bytes = try wrapping.wrap(keys.stored, replacing: before)
      let file = KeyFile(
        wrapping: wrapping.id, keys: Secret(bytes), manifest: name, isComplete: isComplete, replaced: replaced)
      return (file, keys)
    }
    if name == nil, let old, keepsManifest(of: old) { return try wrapped(old.manifest, keys) }
    guard let begun = name ?? newManifestName() else { return try wrapped(nil, keys.with(manifestKey: nil)) }
    let (file, listed) = try wrapped(begun, keys.with(manifestKey: Secret(random.bytes(32))))
    // The place of the first wrapping key exists only now.
    if name == nil, try !hasPlace(forManifest: begun) {
      discardUnused(file)
      return try wrapped(nil, keys.with(manifestKey: nil))
    }
    return (file, listed)
  }

  /// - Throws: `invalid_configuration` if the wrapping key is in the storage directory, where it protects nothing.
  private func checkPlace(of wrapping: any KeyWrapping) throws(AuthError) {
    guard let anchor = wrapping as? any StateAnchoring, case .next(let start) = anchor.manifestPlace else { return }
    let place = POSIXDirectory.canonical(POSIXDirectory.parent(of: start)) + "/"
    guard !place.hasPrefix(POSIXDirectory.canonical(directory) + "/") else {
      throw AuthError(
        .invalidConfiguration,
        "The wrapping key is in the storage directory \(directory), so a copy of the directory contains it. Set "
          + "storage.wrappingKey.keyFile to a path in another directory.")
    }
  }

  var keyPath: String { directory + "/" + KeyFile.name }
}
