package import AuthCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Darwin
#endif

extension POSIXDirectory {
  /// Tries to lock a lock file, and creates the file if it does not exist. Lock files are never removed: if another
  /// file replaced the locked file, other processes would lock the new file, and the lock would exclude none of them.
  ///
  /// - Returns: the lock; nil if it is held already.
  package func tryLock(_ name: String) throws(AuthError) -> FileLock? {
    let number = openat(descriptor.number, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard let file = POSIXDescriptor(number) else { throw POSIXFailure.error(errno, "opened", self.file(name)) }
    try POSIXFailure.checkPrivate(number, self.file(name), isDirectory: false)
    guard flock(number, LOCK_EX | LOCK_NB) == 0 else {
      if errno == EWOULDBLOCK { return nil }
      throw POSIXFailure.error(errno, "locked", self.file(name))
    }
    return FileLock(file)
  }

  /// Runs `body` while no other process holds the lock of the directory itself. The lock needs no file. The waits are
  /// short, because `body` reads and writes one small file.
  ///
  /// - Throws: `store_locked` if the lock is not released within 30 seconds, or the error of `body`.
  func locked<Result>(_ body: () throws(AuthError) -> Result) throws(AuthError) -> Result {
    // The lock belongs to a separate descriptor, so that two callers of one process also exclude each other.
    let number = DirectoryCalls.openDirectory(descriptor.number, ".")
    guard let file = POSIXDescriptor(number) else { throw POSIXFailure.error(errno, "opened", path) }
    var waits = 0
    while flock(number, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw POSIXFailure.error(errno, "locked", path) }
      guard waits < 3000 else {
        throw AuthError(
          .storeLocked, "Another process held the lock of \(path) for 30 seconds. Try again when it has finished.")
      }
      waits += 1
      usleep(10_000)
    }
    defer { withExtendedLifetime(file) {} }
    return try body()
  }
}
