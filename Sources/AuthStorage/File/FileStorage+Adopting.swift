import AuthCore

/// The work that the first write of a process does when the configuration has changed, or when an earlier process was
/// killed.
extension FileStorage {
  /// Rotates the keys of the directory if they are not wrapped by this storage's wrapping. Does nothing for a storage
  /// without any wrapping, and for a directory without keys.
  func adoptWrapping() async throws(AuthError) {
    guard wrapping != nil || !formerWrappings.isEmpty, try keys() != nil else { return }
    guard let loaded = loadedKeys.withLock({ $0 }) else { return }
    guard holds(.otherWrapping, for: loaded.file) else {
      try endFormerWrappings(loaded)
      try await finishRotation(loaded)
      try await anchorIfNeeded(loaded)
      return try await checkpointIfDue()
    }
    guard try await !isAdoptedMeanwhile() else { return }
    try await rotate(for: .otherWrapping)
  }

  /// Waits while another process rotates the keys, but only until it has stored keys that are wrapped as configured.
  /// Returns whether it has.
  private func isAdoptedMeanwhile() async throws(AuthError) -> Bool {
    let deadline = clock.uptime() + lockTimeout
    while let root = try POSIXDirectory.open(directory), try isRotating(in: root), clock.uptime() < deadline {
      _ = try currentKeys(in: root)
      guard let loaded = loadedKeys.withLock({ $0 }), holds(.otherWrapping, for: loaded.file) else { return true }
      do throws(CancellationError) {
        try await clock.sleep(for: .milliseconds(20))
      } catch {
        throw .cancelled
      }
    }
    return false
  }

  /// Whether a rotation is under way, in any process.
  func isRotating(in root: POSIXDirectory) throws(AuthError) -> Bool {
    guard let locks = try root.subdirectory("locks") else { return false }
    return try locks.tryLock("rotate" + Self.lockSuffix) == nil
  }

  /// Deletes what is left of former wrappings, once per process. The process that changed the wrapping may have been
  /// killed, or may have been unable to reach a former wrapping.
  private func endFormerWrappings(_ loaded: LoadedKeys) throws(AuthError) {
    let former = loaded.file.replaced.filter { $0.wrapping != loaded.file.wrapping && wrapping($0.wrapping) != nil }
    guard !former.isEmpty, !isEndingTried.withLock({ $0 }), let root = try POSIXDirectory.open(directory) else {
      return
    }
    isEndingTried.withLock { $0 = true }
    _ = try remaining(former, loaded.keys, in: root)
  }

  /// Completes an interrupted rotation, once per process. Does nothing while another process is rotating the keys.
  private func finishRotation(_ loaded: LoadedKeys) async throws(AuthError) {
    guard loaded.file.isUnfinished, !isFinishingTried.withLock({ $0 }) else { return }
    guard let root = try POSIXDirectory.open(directory), try !isRotating(in: root) else { return }
    isFinishingTried.withLock { $0 = true }
    try await rotate(for: .interruption)
  }
}
