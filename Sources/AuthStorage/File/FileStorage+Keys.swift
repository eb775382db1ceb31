import AuthCore

extension FileStorage {
  /// The open directory and its keys; nil while it does not exist or has no keys. Keys are read once and then reused.
  func opened() throws(AuthError) -> (root: POSIXDirectory, keys: VaultKeys)? {
    guard let root = try POSIXDirectory.open(directory), let keys = try keys(in: root) else { return nil }
    return (root, keys)
  }

  /// The directory's keys; nil while it does not exist or has no keys.
  func keys() throws(AuthError) -> VaultKeys? {
    if let loaded = loadedKeys.withLock({ $0 }) { return loaded.keys }
    return try opened()?.keys
  }

  /// The directory's keys; makes the directory and its keys where they are missing.
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
    return try makeKeys(VaultKeys(generatingWith: random), in: root)
  }

  /// The current keys, for sealing under a write lock. A record that is sealed with a retired key after a rotation
  /// could never be opened again.
  func keysForSealing(in root: POSIXDirectory) throws(AuthError) -> VaultKeys {
    guard let known = loadedKeys.withLock({ $0 }) else { return try keysOrMake(in: root) }
    if try root.stamp(KeyFile.name) == known.stamp { return known.keys }
    guard let loaded = try loadKeys(in: root) else {
      // The directory was emptied meanwhile. The names that this process has computed stay valid.
      return try makeKeys(known.keys, in: root)
    }
    guard loaded.keys.hasSameNames(as: known.keys) else {
      throw AuthError(
        .storeCorrupt, "\(keyPath) is another directory's key. Restore this directory's file.",
        underlying: "key file exchanged")
    }
    return loaded.keys
  }

  /// The keys that the key file contains now; nil when they are the same as `old`.
  func newerKeys(than old: VaultKeys, in root: POSIXDirectory) throws(AuthError) -> VaultKeys? {
    guard let loaded = try loadKeys(in: root), loaded.keys.stored != old.stored else { return nil }
    return loaded.keys
  }

  /// Reads the key file; nil for a directory that has neither keys nor records.
  func loadKeys(in root: POSIXDirectory) throws(AuthError) -> LoadedKeys? {
    var found = try root.readStamped(KeyFile.name, limit: KeyFile.sizeLimit)
    if found == nil { found = try laterKeyFile(in: root) }
    guard case (var bytes, let stamp)? = found else { return nil }
    defer { Wiping.wipe(&bytes) }
    let file = try KeyFile(decoding: bytes, path: keyPath)
    let keys: VaultKeys
    do throws(AuthError) {
      keys = try unwrapped(file)
    } catch {
      // A rotation has deleted the wrapping key of this file since it was read.
      guard try root.stamp(KeyFile.name) != stamp else { throw error }
      return try loadKeys(in: root)
    }
    let loaded = LoadedKeys(keys: keys, file: file, stamp: stamp)
    loadedKeys.withLock { $0 = loaded }
    return loaded
  }

  /// Looks again for a key file that was missing. Another process may have made it, and a record, in the meantime:
  /// then this second look finds it.
  private func laterKeyFile(in root: POSIXDirectory) throws(AuthError) -> ([UInt8], POSIXStamp)? {
    guard try holdsRecords(root) else { return nil }
    if let late = try root.readStamped(KeyFile.name, limit: KeyFile.sizeLimit) { return late }
    throw AuthError(
      .storeCorrupt,
      "\(root.path) holds records but not the file '\(KeyFile.name)' that opens them; restore it, or remove the "
        + "records.", underlying: "key file missing")
  }

  private func unwrapped(_ file: KeyFile) throws(AuthError) -> VaultKeys {
    if file.isVersionOne { return VaultKeys(versionOne: file.keys) }
    var stored = file.keys
    if !file.wrapping.isEmpty {
      guard let wrapping = wrapping(file.wrapping) else {
        throw AuthError(
          .invalidConfiguration,
          "The keys in \(keyPath) are wrapped by '\(file.wrapping)'; set storage.wrappingKey to it, or name it in "
            + "storage.formerWrappingKeys.")
      }
      stored = try wrapping.unwrap(file.keys.revealBytes())
    }
    guard let keys = VaultKeys(stored) else {
      throw AuthError(
        .storeCorrupt, "\(keyPath) does not contain the keys of a directory. Restore it from a backup.",
        underlying: "no keys")
    }
    return keys
  }

  /// The wrapping of a kind; nil if this storage does not have it.
  func wrapping(_ id: String) -> (any KeyWrapping)? {
    wrapping?.id == id ? wrapping : formerWrappings.first { $0.id == id }
  }

  private func holdsRecords(_ root: POSIXDirectory) throws(AuthError) -> Bool {
    try !places(in: root).isEmpty
  }

  /// The directories of all stores and namespaces.
  func rooms(in root: POSIXDirectory) throws(AuthError) -> [String] {
    try root.names().filter(Self.isRoom)
  }

  /// Makes the key file. If another process was faster, its file is used.
  private func makeKeys(_ keys: VaultKeys, in root: POSIXDirectory) throws(AuthError) -> VaultKeys {
    let file = try keyFile(for: keys, replacing: nil)
    let aside = "key-" + random.token() + POSIXDirectory.asideSuffix
    if try !root.create(KeyFile.name, file.encoded, aside: aside, probe: probe) {
      try wrapping?.discard(file.keys.revealBytes())
    }
    return try loadedKeys(in: root).keys
  }

  /// The key file's keys right after it was written.
  func loadedKeys(in root: POSIXDirectory) throws(AuthError) -> LoadedKeys {
    guard let loaded = try loadKeys(in: root) else {
      throw AuthError(.storePermissions, "\(directory) was removed while its keys were written.")
    }
    return loaded
  }

  /// A key file for `keys`, wrapped by this storage's wrapping; it replaces `old`.
  func keyFile(for keys: VaultKeys, replacing old: KeyFile?) throws(AuthError) -> KeyFile {
    var replaced = old?.replaced ?? []
    if let old, !old.wrapping.isEmpty {
      replaced.append(KeyFile.Replaced(wrapping: old.wrapping, keys: old.keys.revealBytes()))
    }
    guard let wrapping else { return KeyFile(wrapping: "", keys: keys.stored, replaced: replaced) }
    let before = old?.wrapping == wrapping.id ? old?.keys.revealBytes() : nil
    return KeyFile(
      wrapping: wrapping.id, keys: Secret(try wrapping.wrap(keys.stored, replacing: before)), replaced: replaced)
  }

  var keyPath: String { directory + "/" + KeyFile.name }
}
