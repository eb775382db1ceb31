public import AuthCore

extension FileStorage {
  /// Replaces the wrapping key and the keys of the directory, and seals every record again. Other processes can read
  /// and write during the rotation.
  ///
  /// 1. The new keys are stored together with the old keys, under a new wrapping key. Every later write uses the new
  ///    keys.
  /// 2. The records are sealed again, one by one, each under its write lock.
  /// 3. The old keys are removed, unless a record that cannot be opened (damaged, or of a later version) may need them.
  ///
  /// If the rotation is interrupted, the directory still works, and the next rotation completes the work.
  ///
  /// - Throws: `key_unavailable` if the wrapping key cannot be reached, or a storage code.
  public func rotateWrappingKey() async throws(AuthError) { try await rotate { _ in true } }

  private func rotate(where isDue: (KeyFile) -> Bool) async throws(AuthError) {
    try await withLock(file: "rotate", named: "rotate") { (root) async throws(AuthError) in
      _ = try keysOrMake(in: root)
      let old = try loadedKeys(in: root)
      guard isDue(old.file) else { return }
      let keys = old.keys.rotated(with: random)
      let file = try replace(old.file, with: keys, in: root)
      try await waitForWriters(in: root)
      guard try await sealAnew(with: keys, checking: old.manifest, in: root) else { return }
      // A process that was killed may have sealed a record anew and not synchronised it. After a crash, the record would
      // need the retired key.
      try synchroniseAll(in: root)
      _ = try replace(file, with: keys.withoutRetired, in: root)
      if let former = old.manifest, file.manifest != old.file.manifest {
        try POSIXDirectory.removeTree(former.directory)
      }
      try await checkpoint()
    }
  }

  /// Rotates the keys of the directory if they are not wrapped by this storage's wrapping. Does nothing for a storage
  /// without any wrapping, and for a directory without keys.
  func adoptWrapping() async throws(AuthError) {
    guard wrapping != nil || !formerWrappings.isEmpty, try keys() != nil else { return }
    let wanted = wrapping?.id ?? ""
    guard let loaded = loadedKeys.withLock({ $0 }) else { return }
    guard loaded.file.wrapping != wanted else {
      try await anchorIfUnknown(loaded)
      return try await checkpointIfDue()
    }
    // `rotate` checks again under the lock, so that only one of several processes that start with a new configuration
    // rotates.
    try await rotate { $0.wrapping != wanted }
  }

  /// Replaces the key file, then deletes the wrapping keys that are no longer in use. Returns the key file with the
  /// list of the wrapping keys that could not be deleted.
  private func replace(
    _ old: KeyFile, with keys: VaultKeys, in root: POSIXDirectory
  ) throws(AuthError) -> KeyFile {
    let file = try keyFile(for: keys, replacing: old)
    try announce(file.encoded, keys, in: root)
    try root.replace(KeyFile.name, with: file.encoded, probe: probe)
    try confirm(file.encoded, keys)
    _ = try loadedKeys(in: root)
    var kept: [KeyFile.Replaced] = []
    for former in file.replaced where try !discards(former) { kept.append(former) }
    return KeyFile(wrapping: file.wrapping, keys: file.keys, manifest: file.manifest, replaced: kept)
  }

  /// Deletes the wrapping key of keys that are no longer in use; returns false if the wrapping key was not deleted,
  /// because its wrapping is not configured or the key cannot be reached. A wrapping key that cannot be reached is not
  /// an error, because it no longer protects any record. The next rotation tries again.
  private func discards(_ former: KeyFile.Replaced) throws(AuthError) -> Bool {
    guard let wrapping = wrapping(former.wrapping) else { return false }
    do throws(AuthError) {
      try wrapping.discard(former.keys)
      return true
    } catch {
      guard error.code == .keyUnavailable || error.code == .storeLocked else { throw error }
      return false
    }
  }

  /// Waits for the writers that took their write locks before the new keys were stored. A writer that takes a lock
  /// later reads the new key file.
  private func waitForWriters(in root: POSIXDirectory) async throws(AuthError) {
    for name in try root.subdirectory("locks")?.names() ?? [] where name.hasPrefix("write-") {
      try await withLock(file: String(name.dropLast(Self.lockSuffix.count)), named: "write") { _ in }
    }
  }

  /// Seals every record again with the primary key. A record that the manifest from before the rotation refuses stays as
  /// it is.
  ///
  /// - Returns: whether no record needs an old key any more.
  private func sealAnew(
    with keys: VaultKeys, checking manifest: RecordManifest?, in root: POSIXDirectory
  ) async throws(AuthError) -> Bool {
    var isDone = true
    for roomName in try rooms(in: root) + [Self.quarantineRoom] {
      guard let room = try root.subdirectory(roomName) else { continue }
      // The loop also examines files in the quarantine, because these files must not lose their keys.
      for name in try room.names() where !name.hasSuffix(POSIXDirectory.asideSuffix) {
        let place = RecordPlace(room: roomName, file: String(name.prefix { $0 != "." }))
        let lock = Self.writeLock(place)
        let isSealed = try await withLock(file: lock, named: "write") { (root) throws(AuthError) -> Bool in
          guard let bytes = try room.read(name, limit: Self.sizeLimit),
            let identity = SealedRecord.keyIdentity(of: bytes), identity != keys.primary.identity
          else { return true }
          guard name == place.file + RecordPlace.suffix else { return keys.sealingKey(identity: identity) == nil }
          do throws(AuthError) {
            let verdict = try verdict(on: RecordState(bytes), at: place, in: manifest)
            guard verdict == .accepted else { throw rolledBack(place, RecordState(bytes)) }
            let record = try SealedRecord(opening: bytes, with: keys, at: place, path: room.path + "/" + name)
            try write(record, at: place, in: root)
            return true
          } catch {
            guard error.isUnreadableRecord else { throw error }
            return keys.sealingKey(identity: identity) == nil
          }
        }
        isDone = isDone && isSealed
      }
    }
    return isDone
  }
}
