import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The check that the key file is the one that this package wrote last. Notes next to the wrapping key contain its
/// digest, by the id of the directory's keys, and the id by the directory's path.
extension FileStorage {
  private static func digest(_ file: Secret) -> [UInt8] { file.withBytes { NotedDigest.of($0) } }

  private var anchoring: [any StateAnchoring] {
    ([wrapping].compactMap(\.self) + formerWrappings).compactMap { $0 as? any StateAnchoring }
  }

  /// Checks a key file that was read.
  ///
  /// - Returns: whether a wrapping has a note about the directory.
  /// - Throws: `store_rolled_back` if a note shows that the file is not the current one, or a storage code.
  func checkAnchor(of file: Secret, _ keys: VaultKeys, isWrapped: Bool) throws(AuthError) -> Bool {
    let digest = Self.digest(file)
    var isKnown = false
    for place in anchoring {
      if let note = try place.note(Self.keysNote(keys)) {
        isKnown = true
        guard NotedDigest.isListed(digest, in: note) else {
          throw rolledBack("an earlier version of it was put back", "key file: another digest")
        }
      } else if !isWrapped, let known = try place.note(pathNote), known != Array(Self.keysNote(keys).utf8) {
        // The keys were never wrapped, but those of the same directory were.
        throw rolledBack("keys that are not wrapped replaced the wrapped keys", "key file: plain")
      }
    }
    return isKnown
  }

  /// Returns the error for a key file that cannot be opened: `store_rolled_back` if the note about the directory's path
  /// leads to another digest, because a rotation has removed the wrapping key of the earlier file.
  func explained(_ error: AuthError, _ file: Secret) throws(AuthError) -> AuthError {
    for place in anchoring {
      guard let name = try place.note(pathNote).flatMap({ String(strictUTF8: $0) }), let note = try place.note(name),
        !NotedDigest.isListed(Self.digest(file), in: note)
      else { continue }
      return rolledBack(
        "its wrapping key is not in the file of the wrapping keys, so one of the two files is an older copy",
        "key file: another digest")
    }
    return error
  }

  /// Notes, before the key file is written, that the next one is valid in addition to the present one.
  func announce(_ next: Secret, _ keys: VaultKeys, in root: POSIXDirectory) throws(AuthError) {
    guard !anchoring.isEmpty else { return }
    // The present file may be the work of a process that was killed. If it is not on the disk, a crash brings an earlier
    // one back, which the note no longer accepts.
    try root.synchronise()
    let present = try root.read(KeyFile.name, limit: KeyFile.sizeLimit).map { Self.digest(Secret($0)) } ?? []
    for place in anchoring { try place.store(present + Self.digest(next), named: Self.keysNote(keys)) }
  }

  /// Notes that the key file is the only valid one.
  func confirm(_ file: Secret, _ keys: VaultKeys) throws(AuthError) {
    let name = Self.keysNote(keys)
    for place in anchoring {
      try place.store(Self.digest(file), named: name)
      try place.store(Array(name.utf8), named: pathNote)
    }
  }

  /// Makes the first note about a directory that an earlier version of this package wrapped, or that was moved here, and
  /// gives it a manifest.
  func anchorIfUnknown(_ loaded: LoadedKeys) async throws(AuthError) {
    guard !loaded.isAnchored || loaded.manifest == nil, !anchoring.isEmpty, !isAnchoringTried.withLock({ $0 }) else {
      return
    }
    // No rotation may replace the key file meanwhile.
    try await withLock(file: "rotate", named: "rotate") { (root) throws(AuthError) in
      guard let now = try loadKeys(in: root) else { return }
      if now.manifest == nil, let name = try manifestName(replacing: now.file) {
        let file = now.file.with(manifest: name).encoded
        try announce(file, now.keys, in: root)
        try root.replace(KeyFile.name, with: file, probe: probe)
        try confirm(file, now.keys)
      } else if !now.isAnchored, let bytes = try root.read(KeyFile.name, limit: KeyFile.sizeLimit) {
        try root.synchronise()
        try confirm(Secret(bytes), now.keys)
      }
      _ = try loadKeys(in: root)
      // A place that can only be read keeps no note. It is not tried again.
      isAnchoringTried.withLock { $0 = true }
    }
  }

  /// The name of the note about the directory's keys. A rotation keeps the naming key, and thus the name.
  private static func keysNote(_ keys: VaultKeys) -> String { "keys/" + keys.fileName(["", "anchor"]) }

  /// The name of the note about the directory's path.
  private var pathNote: String { "path/" + Hex.encode(Array(SHA256.hash(data: Array(directory.utf8)).prefix(16))) }

  /// The error for an older state that was put back.
  func rolledBack(_ reason: String, _ underlying: String) -> AuthError {
    AuthError(
      .storeRolledBack,
      "\(keyPath) is not the key file that was written last: \(reason). Nothing was changed. Restore the latest "
        + "version of '\(KeyFile.name)'. If you restored a whole backup on purpose, also restore the file of the "
        + "wrapping key that belongs to it.", underlying: underlying)
  }
}
