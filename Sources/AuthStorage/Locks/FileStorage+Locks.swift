import AuthCore

extension FileStorage {
  /// Runs `body` while no other caller, in this process or another, writes at this place. The argument of `body` is the
  /// open storage directory.
  ///
  /// All places share 256 write locks, because lock files are never removed. The waits are short, because a write is
  /// short.
  func withWriteLock<Result: Sendable>(
    at place: RecordPlace, _ body: (POSIXDirectory) async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result {
    try await adoptWrapping()
    return try await withLock(file: Self.writeLock(place), named: "write", body)
  }

  /// Returns the name of the write lock for a place.
  static func writeLock(_ place: RecordPlace) -> String { "write-" + place.file.prefix(2) }

  /// Runs `body` while no other caller, in this process or another, holds the lock of that name in this namespace.
  func withNamedLock<Result: Sendable>(
    _ store: String, _ namespace: [String] = [], on name: String, _ body: () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result {
    let file = try keysOrMake().fileName(["lock", store] + namespace + ["", name])
    return try await withLock(file: file, named: name) { (_) async throws(AuthError) in try await body() }
  }

  /// The suffix of the names of lock files.
  static let lockSuffix = ".lock"

  /// Runs `body` while no other caller, in this process or another, holds the lock of a lock file. `name` is the lock's
  /// name in error messages; the argument of `body` is the open storage directory.
  ///
  /// - Throws: `store_locked` if the lock is not released in time, `cancelled` if the task is cancelled while it waits,
  ///   another storage code, or the error of `body`.
  func withLock<Result: Sendable>(
    file: String, named name: String, _ body: (POSIXDirectory) async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result {
    try await locks.withLock(on: file) { () async throws(AuthError) -> Result in
      let (lock, root) = try await lockFile(file, named: name)
      defer { withExtendedLifetime(lock) {} }
      return try await body(root)
    }
  }

  /// Takes the lock of a lock file. It polls the lock with increasing pauses, because a wait in the kernel would block
  /// a thread of the cooperative pool.
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
