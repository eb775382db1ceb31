public import AuthCore

extension FileStorage {
  /// Replaces the wrapping key and the keys of the directory, and seals every record again. Other processes can read
  /// and write during the rotation.
  ///
  /// 1. The new keys are stored together with the old keys, under a new wrapping key. Every later write uses the new
  ///    keys.
  /// 2. The records are sealed again, one by one, each under its write lock.
  /// 3. The old keys are removed, except those that a record that cannot be opened (damaged, or of a later version) may
  ///    need.
  ///
  /// If the rotation is interrupted, the directory still works, and the next rotation completes the work. If the
  /// interrupted rotation began a manifest or wrapped plain keys, the next write completes it.
  ///
  /// - Returns: the paths of the records that were not sealed again, because they cannot be read.
  /// - Throws: `key_unavailable` if the wrapping key cannot be reached, or a storage code.
  @discardableResult
  public func rotateWrappingKey() async throws(AuthError) -> [String] { try await rotate(for: .request) }

  /// Accepts the present state of the directory, although it differs from the wrapping's notes or from the manifest.
  /// Use it after you restored a backup, or moved the directory to another file system, on purpose. The keys are
  /// rotated, and a new manifest lists the present records.
  ///
  /// - Returns: the paths of the records that cannot be read.
  /// - Throws: `key_unavailable` if the wrapping key of the present key file no longer exists, or a storage code.
  @discardableResult
  public func acceptPresentState() async throws(AuthError) -> [String] {
    try await rotate(for: .request, isAccepting: true, renewing: newManifestName())
  }

  /// - Parameters:
  ///   - cause: why the keys are rotated, as seen before the lock was taken. If it no longer applies, nothing is done.
  ///   - isAccepting: whether the present records are accepted as they are.
  ///   - name: the name of a manifest that replaces the present one. Without a place for it, nothing is rotated.
  @discardableResult
  func rotate(
    for cause: RotationCause, isAccepting: Bool = false, renewing name: String? = nil
  ) async throws(AuthError) -> [String] {
    try await withLock(file: "rotate", named: "rotate") { (root) async throws(AuthError) -> [String] in
      if isAccepting { _ = try loadKeys(in: root, isAccepting: true) }
      _ = try keysOrMake(in: root)
      let old = isAccepting ? loadedKeys.withLock({ $0 }) : try loadedKeys(in: root)
      guard let old, holds(cause, for: old.file) else { return [] }
      // Keys of another wrapping get a new manifest anyway, after the first wrapping key was made.
      let name = old.file.wrapping == wrapping?.id ? name : nil
      if let name, try !hasPlace(forManifest: name) {
        guard !isAccepting else { throw Self.noPlace() }
        return []
      }
      try root.removeAsides(Self.asidePrefix)
      if old.file.wrapping.isEmpty, wrapping != nil { try checkVersions(in: root) }
      let begun = try begin(old, for: cause, renewing: name, in: root)
      let keys = try loadedKeys(in: root).keys
      try await waitForWriters(in: root)
      let skippedFiles = try await sealAnew(with: keys, checking: isAccepting ? nil : old.manifest, in: root)
      // A process that was killed may have sealed a record anew and not synchronised it. After a crash, the record
      // would need the retired key.
      try synchroniseAll(in: root)
      // Keys that were not wrapped may be known to others, and are not kept for any record.
      let needed = keys.keeping { key in
        !begun.wasPlain(key) && skippedFiles.contains { $0.key == nil || $0.key == key.identity }
      }
      let wrapped = begun.replaced.filter { !$0.wrapping.isEmpty }
      _ = try replace(begun.with(replaced: wrapped), with: needed, isComplete: true, in: root)
      if let former = old.manifest, begun.manifest != old.file.manifest {
        try POSIXDirectory.removeTree(former.directory)
      }
      try await checkpoint()
      return skippedFiles.filter(\.isRecord).map(\.path)
    }
  }

  /// Whether a cause to rotate applies to a key file.
  func holds(_ cause: RotationCause, for file: KeyFile) -> Bool {
    switch cause {
    case .request: true
    case .otherWrapping: file.wrapping != (wrapping?.id ?? "")
    case .earlierVersion: file.isEarlier
    case .interruption: file.isUnfinished
    }
  }

  /// Stores new keys, or continues an interrupted rotation with its keys: each attempt with new ones would make the key
  /// file larger.
  ///
  /// - Returns: the key file that lists the wrapping keys that still have to be deleted.
  private func begin(
    _ old: LoadedKeys, for cause: RotationCause, renewing name: String?, in root: POSIXDirectory
  ) throws(AuthError) -> KeyFile {
    guard cause != .interruption else {
      return old.file.with(replaced: try remaining(old.file.replaced, old.keys, in: root))
    }
    let isContinued = name == nil && keepsManifest(of: old.file) && old.file.isComplete
    return try replace(
      old.file, with: old.keys.rotated(with: random), isComplete: isContinued, renewing: name, in: root)
  }

  private static func noPlace() -> AuthError {
    AuthError(
      .storeFull,
      "The place of the wrapping key cannot keep the note about a new list of records: it is missing, full or "
        + "read-only. Nothing was changed. Restore it, make space or make it writable, then try again.")
  }

  /// - Throws: `store_version` if a later version wrote a record: its key would be lost.
  private func checkVersions(in root: POSIXDirectory) throws(AuthError) {
    for place in try places(in: root) {
      // `sealAnew` also leaves a link or a pipe.
      guard try root.subdirectory(place.room)?.isRegular(place.file + RecordPlace.suffix) == true else { continue }
      if case .failure(let error) = try examine(place, in: root), error.code == .storeVersion { throw error }
    }
  }

  /// Replaces the key file, before and after which it deletes the wrapping keys that are no longer in use. Returns the
  /// key file with the list of the wrapping keys that could not be deleted.
  private func replace(
    _ old: KeyFile, with keys: VaultKeys, isComplete: Bool, renewing name: String? = nil, in root: POSIXDirectory
  ) throws(AuthError) -> KeyFile {
    // Also deletes them before, because rotations that do not end must not make the list longer.
    let old = old.with(replaced: try remaining(old.replaced, keys, in: root))
    // A process that makes the first keys confirms its notes under the same lock.
    let file = try root.locked { () throws(AuthError) -> KeyFile in
      let before = try root.stamp(KeyFile.name)
      let (file, keys) = try keyFile(for: keys, replacing: old, isComplete: isComplete, renewing: name)
      do throws(AuthError) {
        let encoded = file.encoded
        guard encoded.count <= KeyFile.sizeLimit else { throw tooLarge() }
        try announce(encoded, keys, in: root)
        try root.replace(KeyFile.name, with: encoded, probe: probe)
      } catch {
        // After a kill, nothing more happens.
        if error.code != .internalError, try root.stamp(KeyFile.name) == before { discardUnused(file) }
        throw error
      }
      try confirm(file.encoded, keys, in: root)
      return file
    }
    _ = try loadedKeys(in: root)
    return file.with(replaced: try remaining(file.replaced, keys, in: root))
  }

  private func tooLarge() -> AuthError {
    AuthError(
      .storeFull,
      "\(keyPath) lists too many former keys. Nothing was changed. Add the kinds of the former wrapping keys to "
        + "storage.formerWrappingKeys, make these keys reachable, and remove the files in '\(Self.quarantineRoom)'.")
  }

  /// Deletes wrapping keys that are no longer in use, and what wrappings that are no longer configured have noted about
  /// this directory. Returns the keys that were not deleted, because their wrapping is not configured, cannot be
  /// reached or can only be read. This is not an error, because these keys no longer protect any record. The next
  /// rotation tries again.
  func remaining(
    _ former: [KeyFile.Replaced], _ keys: VaultKeys, in root: POSIXDirectory
  ) throws(AuthError) -> [KeyFile.Replaced] {
    var left: [KeyFile.Replaced] = []
    for pair in former {
      guard let wrapping = wrapping(pair.wrapping) else {
        left.append(pair)
        continue
      }
      do throws(AuthError) {
        guard try endNotes(of: pair.wrapping, keys, in: root) else {
          left.append(pair)
          continue
        }
        try wrapping.discard(pair.keys)
      } catch {
        guard [.keyUnavailable, .storeLocked, .storePermissions, .storeFull].contains(error.code) else { throw error }
        left.append(pair)
      }
    }
    return left
  }

  /// Waits for the writers that took their write locks before the new keys were stored. A writer that takes a lock
  /// later reads the new key file.
  private func waitForWriters(in root: POSIXDirectory) async throws(AuthError) {
    for name in try root.subdirectory("locks")?.names() ?? [] where name.hasPrefix("write-") {
      try await withLock(file: String(name.dropLast(Self.lockSuffix.count)), named: "write") { _ in }
    }
  }

  /// A file that a rotation has not sealed again.
  private struct SkippedFile: Sendable {
    let path: String
    /// Whether it is in the place of a record.
    let isRecord: Bool
    /// The id of the key that seals it: empty if no key opens it, because its header is damaged; nil if that is not
    /// known, because the file cannot be read.
    let key: [UInt8]?
  }

  /// Seals every record again with the primary key. A record that the manifest from before the rotation refuses stays
  /// as it is.
  private func sealAnew(
    with keys: VaultKeys, checking manifest: RecordManifest?, in root: POSIXDirectory
  ) async throws(AuthError) -> [SkippedFile] {
    var skippedFiles: [SkippedFile] = []
    for roomName in try rooms(in: root) + [Self.quarantineRoom] {
      guard let room = try root.subdirectory(roomName) else { continue }
      // The loop also examines files in the quarantine, because these files must not lose their keys.
      for name in try room.names() where !name.hasSuffix(POSIXDirectory.asideSuffix) {
        let place = RecordPlace(room: roomName, file: String(name.prefix { $0 != "." }))
        let lock = Self.writeLock(place)
        let skipped = try await withLock(file: lock, named: "write") { (root) throws(AuthError) -> SkippedFile? in
          let (path, isRecord) = (room.path + "/" + name, name == place.file + RecordPlace.suffix)
          let bytes: [UInt8]
          do throws(AuthError) {
            // A link or a pipe is not a record, and does not prevent the rotation.
            guard try room.isRegular(name), let read = try room.read(name, limit: Self.sizeLimit) else { return nil }
            bytes = read
          } catch {
            // A file that is too large, or that others can read, does not prevent it either.
            guard error.code == .storeCorrupt || error.code == .storePermissions else { throw error }
            return SkippedFile(path: path, isRecord: isRecord, key: error.code == .storeCorrupt ? [] : nil)
          }
          let key = SealedRecord.keyIdentity(of: bytes) ?? []
          guard isRecord else { return SkippedFile(path: path, isRecord: false, key: key) }
          guard key != keys.primary.identity else { return nil }
          do throws(AuthError) {
            let state = RecordState(bytes)
            guard try verdict(on: state, at: place, in: manifest) == .accepted else { throw rolledBack(place, state) }
            try sealAnew(bytes, with: keys, at: place, path: path, in: root)
            return nil
          } catch {
            guard error.isUnreadableRecord else { throw error }
            return SkippedFile(path: path, isRecord: true, key: key)
          }
        }
        if let skipped { skippedFiles.append(skipped) }
      }
    }
    return skippedFiles
  }

  /// Seals a record again. A record that a later version wrote stays as it is, and is listed.
  private func sealAnew(
    _ bytes: [UInt8], with keys: VaultKeys, at place: RecordPlace, path: String, in root: POSIXDirectory
  ) throws(AuthError) {
    do throws(AuthError) {
      try write(SealedRecord(opening: bytes, with: keys, at: place, path: path), at: place, in: root)
    } catch {
      if error.code == .storeVersion { settle(RecordState(bytes), at: place, in: root) }
      throw error
    }
  }
}

/// Why the keys of a directory are rotated. The cause is checked again under the lock, so that only one of the
/// processes that see it rotates the keys.
enum RotationCause {
  case request
  /// The keys are wrapped by a wrapping other than the configured one, or are not wrapped.
  case otherWrapping
  /// The key file was written by a version without manifests, and a manifest has a place now.
  case earlierVersion
  /// An earlier rotation did not end.
  case interruption
}
