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
  /// The suffix of the names of temporary files, which are not complete yet.
  static let asideSuffix = ".new"

  /// Replaces a file atomically: it writes a temporary file, synchronises it, renames it, and synchronises the
  /// directory. If the process is killed at any point, the file has either the old content or the new content. The
  /// caller must hold the lock for this file.
  func replace(_ name: String, with bytes: Secret, probe: WriteProbe) throws(AuthError) {
    let aside = name + Self.asideSuffix
    try writeAside(aside, bytes, probe)
    try step(.rename, probe, cleaning: aside) { renameat(descriptor.number, aside, descriptor.number, name) }
    try step(.syncDirectory, probe) { fsync(descriptor.number) }
  }

  /// Replaces a file atomically, outside of a storage directory.
  package func replace(_ name: String, with bytes: Secret) throws(AuthError) {
    try replace(name, with: bytes, probe: { _ in 0 })
  }

  /// Creates a file atomically if it does not exist. `aside` is the name of the temporary file. On Android, the caller
  /// must hold the directory's lock.
  ///
  /// - Returns: whether this call created the file; false if the file already exists.
  func create(_ name: String, _ bytes: Secret, aside: String, probe: WriteProbe) throws(AuthError) -> Bool {
    try writeAside(aside, bytes, probe)
    defer { unlinkat(descriptor.number, aside, 0) }
    if Glue.publish(aside, as: name, in: descriptor.number) == -1 {
      // The temporary file is missing if a rotation took it for that of a killed process; then a key file exists.
      if errno == EEXIST || errno == ENOENT { return false }
      throw POSIXFailure.error(errno, POSIXFailure.made, file(name))
    }
    try step(.syncDirectory, probe) { fsync(descriptor.number) }
    return true
  }

  /// Writes bytes into an existing file from a position. What follows them stays. If the process is killed, the file
  /// may contain a part of the bytes.
  ///
  /// - Parameter synchronising: whether the bytes must survive a power failure when the call returns.
  /// - Returns: the stamp of the file after the change.
  @discardableResult
  func overwrite(
    _ name: String, from start: Int, with bytes: [UInt8], synchronising: Bool
  ) throws(AuthError) -> POSIXStamp {
    let number = openat(descriptor.number, name, O_WRONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard let file = POSIXDescriptor(number) else { throw POSIXFailure.error(errno, "opened", self.file(name)) }
    try POSIXFailure.checkPrivate(number, self.file(name), isDirectory: false)
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { rest in
        guard let bytes = rest.baseAddress else { return Int.zero }
        return POSIXFailure.uninterrupted { pwrite(file.number, bytes, rest.count, off_t(start + written)) }
      }
      guard count != -1 else { throw POSIXFailure.error(errno, "written", self.file(name)) }
      written += count
    }
    var status = stat()
    guard !synchronising || Glue.synchroniseData(file.number) == 0, fstat(file.number, &status) == 0 else {
      throw POSIXFailure.error(errno, "written", self.file(name))
    }
    return POSIXStamp(status)
  }

  /// Removes a file.
  ///
  /// - Returns: whether the file existed.
  func remove(_ name: String) throws(AuthError) -> Bool {
    let existed = try POSIXFailure.exists(unlinkat(descriptor.number, name, 0), "removed", file(name))
    // Also if the file did not exist: a process that was killed may have removed it without synchronising.
    try synchronise()
    return existed
  }

  /// Removes a directory of files at an absolute path. A directory that does not exist, or that contains something else
  /// than files, is left as it is.
  static func removeTree(_ path: String) throws(AuthError) {
    guard let directory = try open(path) else { return }
    for name in try directory.names() { unlinkat(directory.descriptor.number, name, 0) }
    rmdir(path)
  }

  /// Moves a file into another directory of the same file system. A file that has the new name there is overwritten.
  ///
  /// - Returns: whether the file existed.
  func move(_ name: String, to directory: POSIXDirectory, as newName: String) throws(AuthError) -> Bool {
    let result = renameat(descriptor.number, name, directory.descriptor.number, newName)
    guard try POSIXFailure.exists(result, "moved to \(directory.path)", file(name)) else { return false }
    // The target is synchronised first: after a power failure between the two calls, the file may be in both
    // directories, but it is not lost.
    try directory.synchronise()
    try synchronise()
    return true
  }

  /// Writes a temporary file. `O_EXCL` also ensures that no symbolic link is followed.
  private func writeAside(_ aside: String, _ bytes: Secret, _ probe: WriteProbe) throws(AuthError) {
    let number = try step(.create, probe) {
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
      let number = openat(descriptor.number, aside, flags, 0o600)
      guard number == -1, errno == EEXIST else { return number }
      // A killed process left this file. It can be removed, because this process holds the lock and no other process
      // writes it.
      unlinkat(descriptor.number, aside, 0)
      return openat(descriptor.number, aside, flags, 0o600)
    }
    guard let file = POSIXDescriptor(number) else { return }
    try step(.write, probe, cleaning: aside) { bytes.withBytes { Self.writeAll($0, to: file.number) } }
    try step(.sync, probe, cleaning: aside) { fsync(file.number) }
  }

  /// Writes all bytes; returns -1 if a write fails (`errno` contains the cause).
  private static func writeAll(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int32 {
    var rest = bytes
    while !rest.isEmpty {
      let count = POSIXFailure.uninterrupted { write(file, rest.baseAddress, rest.count) }
      guard count != -1 else { return -1 }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
    return .zero
  }

  /// Performs one step of a write. The probe can make the step fail, or end the write at this step.
  ///
  /// - Returns: the result of `call`.
  @discardableResult
  private func step(
    _ step: WriteStep, _ probe: WriteProbe, cleaning aside: String? = nil, _ call: () -> Int32
  ) throws(AuthError) -> Int32 {
    var number = probe(step)
    if number == WriteStep.killed { throw AuthError(.internalError, "The write was cut off at '\(step)'.") }
    if number == 0 {
      let result = call()
      guard result == -1 else { return result }
      number = errno
    }
    if let aside { unlinkat(descriptor.number, aside, 0) }
    throw POSIXFailure.error(number, "written", path)
  }
}

/// A system call that differs between the platforms.
private enum Glue {
  /// Gives a temporary file its name; -1 if another file has that name (EEXIST), or if the call fails.
  static func publish(_ aside: String, as name: String, in directory: Int32) -> Int32 {
    #if os(Android)
      // Android forbids apps to make hard links, and `renameat` replaces an existing file.
      var status = stat()
      guard fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == -1 else {
        errno = EEXIST
        return -1
      }
      return errno == ENOENT ? renameat(directory, aside, directory, name) : -1
    #else
      linkat(directory, aside, directory, name, 0)
    #endif
  }

  /// Synchronises the content of a file. Its size is a part of that.
  static func synchroniseData(_ file: Int32) -> Int32 {
    #if canImport(Darwin)
      fsync(file)
    #else
      fdatasync(file)
    #endif
  }
}
