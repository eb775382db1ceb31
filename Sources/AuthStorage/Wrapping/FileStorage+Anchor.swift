import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The check that the key file is the one that this package wrote last, and belongs to this directory: see
/// `DirectoryNotes`.
extension FileStorage {
  /// What the wrapping's notes say about a key file that was read.
  enum Anchor: Sendable {
    /// No wrapping has a note about the keys.
    case unknown
    /// A note has the key file, but not all notes are up to date: a process was killed, or the directory was moved.
    case open
    case settled
  }

  private static func digest(_ file: Secret) -> [UInt8] { file.withBytes { NotedDigest.of($0) } }

  /// The configured wrapping, if it keeps notes. New notes are stored there.
  private var anchor: (any StateAnchoring)? { wrapping as? any StateAnchoring }

  /// The wrappings whose notes apply to a key file: the configured one and, until its keys are adopted, the file's own.
  private func anchors(of wrapped: String) -> [any StateAnchoring] {
    let own = wrapped == wrapping?.id ? nil : wrapping(wrapped)
    return [anchor, own as? any StateAnchoring].compactMap(\.self)
  }

  private func notes(_ keys: VaultKeys, in root: POSIXDirectory) throws(AuthError) -> DirectoryNotes {
    DirectoryNotes(keys, path: POSIXDirectory.canonical(directory), fileNumber: try root.fileNumber())
  }

  /// Checks a key file that was read.
  ///
  /// - Throws: `store_rolled_back` if a note shows that the file is not the current one of this directory, or a storage
  ///   code.
  func checkAnchor(
    of file: Secret, wrappedBy wrapped: String, _ keys: VaultKeys, in root: POSIXDirectory
  ) throws(AuthError) -> Anchor {
    let anchors = anchors(of: wrapped)
    guard !anchors.isEmpty else { return .unknown }
    let (digest, notes) = (Self.digest(file), try notes(keys, in: root))
    var (isKnown, isSettled) = (false, true)
    for place in anchors {
      let (named, located) = (try place.note(notes.path), try place.note(notes.place) ?? [])
      guard notes.isListed(in: named) else {
        throw rolledBack("it contains the keys of another directory, or earlier ones", "key file: other keys")
      }
      guard notes.isHere(located) else { throw copied() }
      if let note = try place.note(notes.keys), !note.isEmpty {
        isKnown = true
        guard NotedDigest.isListed(digest, in: note) else {
          throw rolledBack("an earlier version of it was restored", "key file: another digest")
        }
        isSettled = isSettled && note == digest && named == notes.own && located == notes.location
      } else {
        isSettled = false
      }
    }
    return isKnown ? isSettled ? .settled : .open : .unknown
  }

  /// Returns the error for a key file that cannot be opened: `store_rolled_back` if the note about the directory's path
  /// leads to another digest, because a rotation has removed the wrapping key of the earlier file.
  func explained(
    _ error: AuthError, _ file: Secret, wrappedBy wrapped: String
  ) throws(AuthError) -> AuthError {
    let path = DirectoryNotes.name(ofPath: POSIXDirectory.canonical(directory))
    for place in anchors(of: wrapped) {
      for name in DirectoryNotes.keysNotes(in: try place.note(path) ?? []) {
        guard let note = try place.note(name), !NotedDigest.isListed(Self.digest(file), in: note) else { continue }
        return rolledBack(
          "its wrapping key is not in the file of the wrapping keys, so one of the two files is an older copy",
          "key file: another digest")
      }
    }
    return error
  }

  /// Notes, before the key file is written, that the next one is valid in addition to the present one. The caller must
  /// hold the directory's lock until the key file is confirmed.
  ///
  /// - Parameter isFirst: whether the directory has no key file, and the keys are therefore new.
  func announce(
    _ next: Secret, _ keys: VaultKeys, isFirst: Bool = false, in root: POSIXDirectory
  ) throws(AuthError) {
    guard let anchor else { return }
    // The present file may be the work of a process that was killed. If it is not on the disk, a crash brings an
    // earlier one back, which the note no longer accepts.
    try root.synchronise()
    let present = try root.read(KeyFile.name, limit: KeyFile.sizeLimit).map { Self.digest(Secret($0)) } ?? []
    let notes = try notes(keys, in: root)
    if isFirst { try anchor.store(notes.added(to: anchor.note(notes.path)), named: notes.path) }
    try anchor.store(present + Self.digest(next), named: notes.keys)
  }

  /// Notes that the key file is the only valid one, and that this directory has the keys. A note that has that content
  /// is not stored again: the memory of a TPM wears.
  func confirm(_ file: Secret, _ keys: VaultKeys, in root: POSIXDirectory) throws(AuthError) {
    guard let anchor else { return }
    let notes = try notes(keys, in: root)
    for (name, content) in [
      (notes.keys, Self.digest(file)), (notes.path, notes.own), (notes.place, notes.location),
    ] where try anchor.note(name) != content {
      try anchor.store(content, named: name)
    }
  }

  /// Removes the note about new keys of which no key file was made. A note that remains is of no use: the keys are
  /// random.
  func withdraw(_ keys: VaultKeys, in root: POSIXDirectory) {
    do throws(AuthError) {
      try anchor?.store([], named: notes(keys, in: root).keys)
    } catch {
      return
    }
  }

  /// Removes all notes of a wrapping that no longer wraps the keys. Later key files are not noted there, and would be
  /// refused if the wrapping came back.
  ///
  /// - Returns: false if the wrapping's place can only be read.
  /// - Throws: `key_unavailable` if the wrapping cannot be reached, or another code of a wrapping.
  func endNotes(of former: String, _ keys: VaultKeys, in root: POSIXDirectory) throws(AuthError) -> Bool {
    guard former != wrapping?.id, let anchor = wrapping(former) as? any StateAnchoring else { return true }
    let notes = try notes(keys, in: root)
    for name in [notes.path, notes.place, notes.keys] where try anchor.note(name)?.isEmpty == false {
      guard try anchor.store([], named: name) else { return false }
    }
    return true
  }

  /// Completes a directory's notes, if an earlier version of this package wrapped it, if it was moved here, or if a
  /// process was killed in it; and gives it a manifest of the present version, if the wrapping has a place for one.
  func anchorIfNeeded(_ loaded: LoadedKeys) async throws(AuthError) {
    guard anchor != nil, loaded.anchor != .settled || loaded.file.isEarlier, !isAnchoringTried.withLock({ $0 }) else {
      return
    }
    // A rotation also completes its notes, and may take longer than this process can wait.
    guard let root = try POSIXDirectory.open(directory), try !isRotating(in: root) else { return }
    // No rotation may replace the key file in the meantime.
    try await withLock(file: "rotate", named: "rotate") { (root) throws(AuthError) in
      try root.locked { () throws(AuthError) in
        guard let now = try loadKeys(in: root), let bytes = try root.read(KeyFile.name, limit: KeyFile.sizeLimit) else {
          return
        }
        if now.anchor != .settled {
          try root.synchronise()
          do throws(AuthError) {
            try confirm(Secret(bytes), now.keys, in: root)
          } catch {
            // Without space for its notes, both states stay accepted.
            guard error.code == .storeFull else { throw error }
          }
          _ = try loadKeys(in: root)
        }
        // A place that can only be read cannot keep a note, so it is not tried again.
        isAnchoringTried.withLock { $0 = true }
      }
    }
    if loaded.file.isEarlier, let name = newManifestName() { try await rotate(for: .earlierVersion, renewing: name) }
  }

  /// The error for an older state that was restored.
  func rolledBack(_ reason: String, _ underlying: String) -> AuthError {
    AuthError(
      .storeRolledBack,
      "\(keyPath) is not the key file that was written last: \(reason). Nothing was changed. Restore the latest "
        + "version of '\(KeyFile.name)'. If you restored a whole backup or moved the directory on purpose, run "
        + "'latchkey storage accept'.", underlying: underlying)
  }

  /// The error for a directory whose keys belong to a directory at another path.
  private func copied() -> AuthError {
    AuthError(
      .storeRolledBack,
      "\(directory) is a copy of another storage directory, or was moved from another file system. Two directories "
        + "cannot use the same keys, because a rotation in one of them would make the other unreadable. Nothing was "
        + "changed. If the other directory is not used any more, run 'latchkey storage accept'.",
      underlying: "key file: another place")
  }
}
