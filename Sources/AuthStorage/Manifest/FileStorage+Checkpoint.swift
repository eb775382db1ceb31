import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension FileStorage {
  /// Makes a checkpoint of a manifest in the storage directory, if the last one is more than an hour old.
  ///
  /// A place of the key that cannot be reached is not an error, because a process that has the keys continues without
  /// it. The next attempt is made after a minute.
  func checkpointIfDue() async throws(AuthError) {
    guard let loaded = loadedKeys.withLock({ $0 }), let manifest = loaded.manifest, anchorInStorage(loaded) != nil,
      isDue(manifest)
    else { return }
    let start = clock.uptime()
    guard start >= nextCheckpoint.withLock({ $0 }) else { return }
    do throws(AuthError) {
      try await checkpoint()
    } catch {
      guard error.code == .keyUnavailable || error.code == .storeLocked else { throw error }
      nextCheckpoint.withLock { $0 = start + .seconds(60) }
    }
  }

  /// Makes a checkpoint of a manifest in the storage directory.
  func checkpoint() async throws(AuthError) {
    guard let loaded = loadedKeys.withLock({ $0 }), let manifest = loaded.manifest, let name = loaded.file.manifest,
      let anchor = anchorInStorage(loaded)
    else { return }
    try await withLock(file: "checkpoint", named: "checkpoint") { (root) throws(AuthError) in
      let checkpoint = ManifestCheckpoint(time: seconds, sequences: try manifest.sequences())
      try checkpoint.write(name, in: root, anchor)
      manifest.checkpoint.withLock { $0 = checkpoint }
    }
  }

  private func anchorInStorage(_ loaded: LoadedKeys) -> (any StateAnchoring)? {
    guard let anchor = wrapping(loaded.file.wrapping) as? any StateAnchoring, anchor.manifestPlace == .storage else {
      return nil
    }
    return anchor
  }

  private func isDue(_ manifest: RecordManifest) -> Bool {
    guard let last = manifest.checkpoint.withLock({ $0?.time }) else { return true }
    return max(seconds, last) - min(seconds, last) >= ManifestCheckpoint.interval
  }

  private var seconds: UInt64 { UInt64(max(0, clock.now().timeIntervalSince1970)) }
}
