import AuthCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension POSIXDirectory {
  /// How the names of files end that are not finished yet.
  static let asideSuffix = ".new"

  /// Puts `bytes` in the place of a file: written aside, synchronised, renamed, the directory synchronised. A process
  /// that is cut off at any point leaves the old content or the new. The caller holds the record's lock.
  func replace(_ name: String, with bytes: Secret, probe: WriteProbe) throws(AuthError) {
    let aside = name + Self.asideSuffix
    try writeAside(aside, bytes, probe)
    try step(.rename, probe, cleaning: aside) { renameat(descriptor.number, aside, descriptor.number, name) }
    try step(.syncDirectory, probe) { fsync(descriptor.number) }
  }

  /// Creates a file that does not exist yet, atomically.
  ///
  /// - Returns: whether it was made; false when another writer was faster.
  func create(_ name: String, _ bytes: Secret, aside: String, probe: WriteProbe) throws(AuthError) -> Bool {
    try writeAside(aside, bytes, probe)
    defer { unlinkat(descriptor.number, aside, 0) }
    if linkat(descriptor.number, aside, descriptor.number, name, 0) == -1 {
      if errno == EEXIST { return false }
      throw POSIXFailure.error(errno, "made", file(name))
    }
    try step(.syncDirectory, probe) { fsync(descriptor.number) }
    return true
  }

  /// Removes a file.
  ///
  /// - Returns: whether there was one.
  func remove(_ name: String) throws(AuthError) -> Bool {
    guard try POSIXFailure.exists(unlinkat(descriptor.number, name, 0), "removed", file(name)) else { return false }
    try synchronise()
    return true
  }

  /// Moves a file into another directory of the same disk. The name there must be free, or its file is lost.
  ///
  /// - Returns: whether there was one.
  func move(_ name: String, to directory: POSIXDirectory, as newName: String) throws(AuthError) -> Bool {
    let result = renameat(descriptor.number, name, directory.descriptor.number, newName)
    guard try POSIXFailure.exists(result, "moved to \(directory.path)", file(name)) else { return false }
    // The new place first: cut off between the two, the file is in both rather than in neither.
    try directory.synchronise()
    try synchronise()
    return true
  }

  /// `O_EXCL`, which follows no symbolic link either.
  private func writeAside(_ aside: String, _ bytes: Secret, _ probe: WriteProbe) throws(AuthError) {
    let number = try step(.create, probe) {
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
      let number = openat(descriptor.number, aside, flags, 0o600)
      guard number == -1, errno == EEXIST else { return number }
      // Left behind by a killed writer. While this process holds the lock, no other process writes here.
      unlinkat(descriptor.number, aside, 0)
      return openat(descriptor.number, aside, flags, 0o600)
    }
    guard let file = POSIXDescriptor(number) else { return }
    try step(.write, probe, cleaning: aside) { bytes.withBytes { Self.writeAll($0, to: file.number) } }
    try step(.sync, probe, cleaning: aside) { fsync(file.number) }
  }

  /// -1 when it fails.
  private static func writeAll(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int32 {
    var rest = bytes
    while !rest.isEmpty {
      let count = POSIXFailure.uninterrupted { write(file, rest.baseAddress, rest.count) }
      guard count != -1 else { return -1 }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
    return .zero
  }

  /// One step of a write, at which a probe may fail it or cut it off.
  ///
  /// - Returns: what the call gives.
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
