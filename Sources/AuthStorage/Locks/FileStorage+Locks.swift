import AuthCore

extension FileStorage {
  /// Runs `body` while no other caller, here or in another process, writes at this place. It gets the directory that
  /// the lock is in.
  ///
  /// Places share 256 write locks: a write is short, and the lock files stay permanently.
  func withWriteLock<Result: Sendable>(
    at place: RecordPlace, _ body: (POSIXDirectory) async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result {
    try await adoptWrapping()
    return try await withLock(file: Self.writeLock(place), named: "write", body)
  }

  static func writeLock(_ place: RecordPlace) -> String { "write-" + place.file.prefix(2) }

  /// Runs `body` while no other caller, here or in another process, holds the lock of that name in this namespace.
  func withNamedLock<Result: Sendable>(
    _ store: String, _ namespace: [String] = [], on name: String, _ body: () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result {
    let file = try keysOrMake().fileName(["lock", store] + namespace + ["", name])
    return try await withLock(file: file, named: name) { (_) async throws(AuthError) in try await body() }
  }

  /// How the names of lock files end.
  static let lockSuffix = ".lock"

  func withLock<Result: Sendable>(
    file: String, named name: String, _ body: (POSIXDirectory) async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result {
    try await locks.withLock(on: file) { () async throws(AuthError) -> Result in
      let (lock, root) = try await lockFile(file, named: name)
      defer { withExtendedLifetime(lock) {} }
      return try await body(root)
    }
  }

  /// Takes the lock file's lock, asking again after ever longer pauses: a thread that waited in the kernel would be
  /// one of the few that all tasks share.
  private func lockFile(_ file: String, named name: String) async throws(AuthError) -> (FileLock, POSIXDirectory) {
    let deadline = clock.uptime() + lockTimeout
    var pause = Duration.milliseconds(1)
    while true {
      let root = try POSIXDirectory.openOrMake(directory)
      if let lock = try root.subdirectoryOrMake("locks").tryLock(file + Self.lockSuffix) { return (lock, root) }
      let left = deadline - clock.uptime()
      guard left > .zero else { throw NamedLocks.timedOut(name, lockTimeout) }
      do throws(CancellationError) {
        try await clock.sleep(for: min(pause * (0.5 + random.fraction()), left))
      } catch {
        throw .cancelled
      }
      pause = min(pause * 2, .milliseconds(50))
    }
  }
}
