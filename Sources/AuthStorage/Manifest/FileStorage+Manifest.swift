import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The directory's manifest, where the wrapping has a place for one.
extension FileStorage {
  /// Whether the key file that was loaded last names a manifest.
  var hasManifest: Bool { loadedKeys.withLock { $0?.manifest != nil } }

  /// Notes that a place is about to have another state. The caller must hold the place's write lock.
  func announce(_ state: RecordState, at place: RecordPlace, in root: POSIXDirectory) throws(AuthError) {
    try list(ManifestShard.Entry(place, state, isOnly: false), synchronising: true, in: root)
  }

  /// Notes that a place has this state. The caller must hold the place's write lock. Without this note, the earlier
  /// state is accepted too until the next write. Therefore the note need not survive a power failure. If it cannot be
  /// written, the call reports no error, because the record itself is written.
  ///
  /// The note about a removed record is synchronised: no later write of that record would settle it.
  func settle(_ state: RecordState, at place: RecordPlace, in root: POSIXDirectory) {
    do throws(AuthError) {
      try list(ManifestShard.Entry(place, state, isOnly: true), synchronising: state == .absent, in: root)
    } catch {
      return
    }
  }

  /// Notes that a write did not change a place, so that writes that fail do not make the manifest longer. If the record
  /// was replaced, and only the name was not synchronised, both states stay accepted. The caller must hold the place's
  /// write lock.
  func settleFailure(_ next: RecordState, at place: RecordPlace, _ room: POSIXDirectory, in root: POSIXDirectory) {
    guard hasManifest else { return }
    do throws(AuthError) {
      let present = RecordState(try room.read(place.file + RecordPlace.suffix, limit: Self.sizeLimit))
      if present != next { settle(present, at: place, in: root) }
    } catch {
      return
    }
  }

  /// Notes that a place has no record, if another state is also accepted: a process that removed the record was killed
  /// before it noted that. The caller must hold the place's write lock.
  func settleRemoval(at place: RecordPlace, in root: POSIXDirectory) throws(AuthError) {
    guard let manifest = loadedKeys.withLock({ $0 })?.manifest, let part = RecordManifest.part(of: place),
      let shard = try manifest.shard(part), !shard.isOnly(.absent, at: place)
    else { return }
    settle(.absent, at: place, in: root)
  }

  private func list(
    _ entry: ManifestShard.Entry, synchronising: Bool, in root: POSIXDirectory
  ) throws(AuthError) {
    guard let manifest = loadedKeys.withLock({ $0 })?.manifest else { return }
    try manifest.add(entry, synchronising: synchronising) { () throws(AuthError) in
      try present(in: RecordManifest.part(of: entry.place) ?? "", root)
    }
  }

  /// Reserves the space that the next two changes of a place need in the manifest.
  func reserve(_ place: RecordPlace, in root: POSIXDirectory) throws(AuthError) {
    guard let manifest = loadedKeys.withLock({ $0 })?.manifest, let part = RecordManifest.part(of: place) else {
      return
    }
    try manifest.reserve(part) { () throws(AuthError) in try present(in: part, root) }
  }

  /// The states of all present records of a part.
  private func present(in part: String, _ root: POSIXDirectory) throws(AuthError) -> [ManifestShard.Entry] {
    var entries: [ManifestShard.Entry] = []
    for name in try rooms(in: root) {
      guard let room = try root.subdirectory(name) else { continue }
      for place in try Self.places(in: room, named: name) where RecordManifest.part(of: place) == part {
        let bytes = try room.read(place.file + RecordPlace.suffix, limit: Self.sizeLimit)
        if bytes != nil { entries.append(ManifestShard.Entry(place, RecordState(bytes), isOnly: true)) }
      }
    }
    return entries
  }

  /// Makes the manifest of a key file that was read; nil if the file names none.
  ///
  /// - Throws: `invalid_configuration` if the configured wrapping has no place for the manifest, `store_rolled_back` if
  ///   the manifest is older than its note, or a storage code.
  ///
  /// - Parameter isAccepting: whether the present state is accepted as it is: see `acceptPresentState()`.
  func manifest(
    of file: KeyFile, _ keys: VaultKeys, in root: POSIXDirectory, isAccepting: Bool = false
  ) throws(AuthError) -> RecordManifest? {
    guard let name = file.manifest else { return nil }
    guard let anchor = wrapping(file.wrapping) as? any StateAnchoring else {
      throw AuthError(
        .invalidConfiguration,
        "\(keyPath) names a manifest (a list of the records), but the wrapping '\(file.wrapping)' cannot keep one. Set "
          + "storage.wrappingKey to the kind that wrote the file.")
    }
    let path = manifestPath(name, anchor)
    if let known = loadedKeys.withLock({ $0 })?.manifest, known.directory == path, known.isComplete == file.isComplete {
      return known
    }
    let checkpoint =
      anchor.manifestPlace == .storage && !isAccepting ? try ManifestCheckpoint.read(name, in: root, anchor) : nil
    return RecordManifest(path, key: keys.manifestKey, isComplete: file.isComplete, checkpoint: checkpoint)
  }

  private func manifestPath(_ name: String, _ anchor: any StateAnchoring) -> String {
    switch anchor.manifestPlace {
    case .next(let start): start + name
    case .storage: directory + "/" + name
    }
  }

  /// Makes the name of a new manifest; nil if the wrapping cannot keep notes.
  func newManifestName() -> String? {
    wrapping is any StateAnchoring ? "manifest-" + Hex.encode(random.bytes(8)) : nil
  }

  /// Returns whether the wrapping can keep the note about a new manifest: its place exists, is writable and has space.
  func hasPlace(forManifest name: String) throws(AuthError) -> Bool {
    try (wrapping as? any StateAnchoring)?.store([], named: name) == true
  }

  /// Whether a rotation continues the manifest of a key file. It does while the wrapping stays the same. Another
  /// wrapping gets another manifest, so that an earlier list is never used again.
  func keepsManifest(of old: KeyFile) -> Bool {
    old.manifest != nil && old.hasManifestKey && old.wrapping == (wrapping as? any StateAnchoring)?.id
  }
}
