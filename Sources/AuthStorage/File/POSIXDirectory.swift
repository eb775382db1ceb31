import AuthCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An open directory that is ours alone, and the files in it.
///
/// Everything goes by the directory's descriptor, so that no part of the path can be exchanged between two steps.
/// A directory or file that is a symbolic link, belongs to another user or that others can read is refused.
final class POSIXDirectory: Sendable {
  private let descriptor: POSIXDescriptor
  private let parent: String
  private let name: String?

  /// How the names of files end that are not finished yet.
  static let asideSuffix = ".new"

  private init(_ descriptor: consuming POSIXDescriptor, _ parent: String, _ name: String? = nil) throws(AuthError) {
    self.descriptor = descriptor
    self.parent = parent
    self.name = name
    try POSIXFailure.checkPrivate(self.descriptor.number, path, isDirectory: true)
  }

  /// The path that it was opened by, for messages: put together when there is something to say.
  var path: String { name.map { parent + "/" + $0 } ?? parent }

  /// The directory at `path`, or nil when it does not exist.
  static func open(_ path: String) throws(AuthError) -> POSIXDirectory? {
    guard let descriptor = POSIXDescriptor(Glue.openDirectory(AT_FDCWD, path)) else {
      if errno == ENOENT { return nil }
      throw POSIXFailure.error(errno, "opened as a directory", path)
    }
    return try POSIXDirectory(descriptor, path)
  }

  /// The directory at `path`, which is made with its parents where it is missing.
  static func openOrMake(_ path: String) throws(AuthError) -> POSIXDirectory {
    if let directory = try open(path) { return directory }
    try makeWithParents(path)
    guard let made = try open(path) else { throw POSIXFailure.error(ENOENT, "opened as a directory", path) }
    return made
  }

  /// Whether anything lies at a path, by one call of the system. Code that uses what lies there opens it by the directory.
  static func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// A directory in this one, or nil when it does not exist.
  func subdirectory(_ name: String) throws(AuthError) -> POSIXDirectory? {
    guard let child = POSIXDescriptor(Glue.openDirectory(descriptor.number, name)) else {
      if errno == ENOENT { return nil }
      throw POSIXFailure.error(errno, "opened as a directory", path + "/" + name)
    }
    return try POSIXDirectory(child, path, name)
  }

  /// A directory in this one, which is made where it is missing.
  func subdirectoryOrMake(_ name: String) throws(AuthError) -> POSIXDirectory {
    if let child = try subdirectory(name) { return child }
    guard mkdirat(descriptor.number, name, 0o700) == 0 || errno == EEXIST else {
      throw POSIXFailure.error(errno, "made", path + "/" + name)
    }
    guard fsync(descriptor.number) == 0 else { throw POSIXFailure.error(errno, "synchronised", path) }
    guard let made = try subdirectory(name) else {
      throw POSIXFailure.error(ENOENT, "opened as a directory", path + "/" + name)
    }
    return made
  }

  /// Which file lies under a name at the moment; nil for none.
  func stamp(_ name: String) throws(AuthError) -> POSIXStamp? {
    var status = stat()
    if fstatat(descriptor.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return POSIXStamp(status) }
    if errno == ENOENT { return nil }
    throw POSIXFailure.error(errno, "examined", path + "/" + name)
  }

  /// The content of a file, or nil when the file does not exist.
  func read(_ name: String, limit: Int) throws(AuthError) -> [UInt8]? {
    try readStamped(name, limit: limit)?.0
  }

  /// The same, and which file it is. `O_NONBLOCK`, so that a named pipe in its place does not block.
  func readStamped(_ name: String, limit: Int) throws(AuthError) -> ([UInt8], POSIXStamp)? {
    var full: String { path + "/" + name }
    let flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    guard let file = POSIXDescriptor(openat(descriptor.number, name, flags)) else {
      if errno == ENOENT { return nil }
      throw POSIXFailure.error(errno, "opened", full)
    }
    let status = try POSIXFailure.checkPrivate(file.number, full, isDirectory: false)
    let size = Int(status.st_size)
    guard size <= limit else {
      throw AuthError(.storeCorrupt, "\(full) is too large (\(size) bytes) to be a record; it is kept as it is.")
    }
    var bytes = [UInt8](repeating: 0, count: size)
    var filled = 0
    while filled < size {
      let count = bytes.withUnsafeMutableBytes { Glue.read(file.number, $0, from: filled) }
      if count == -1, errno == EINTR { continue }
      guard count != -1 else { throw POSIXFailure.error(errno, "read", full) }
      // It was cut off since its size was read.
      if count == 0 { break }
      filled += count
    }
    bytes.removeLast(size - filled)
    return (bytes, POSIXStamp(status))
  }

  /// Puts `bytes` in the place of a file: written aside, synchronised, renamed, the directory synchronised. Whoever is
  /// cut off at any point leaves the old content or the new. The caller holds the record's lock.
  func replace(_ name: String, with bytes: [UInt8], probe: WriteProbe) throws(AuthError) {
    let aside = name + Self.asideSuffix
    try writeAside(aside, bytes, probe: probe)
    try step(.rename, probe, cleaning: aside) { renameat(descriptor.number, aside, descriptor.number, name) }
    try step(.syncDirectory, probe, cleaning: nil) { fsync(descriptor.number) }
  }

  /// Makes a file that must not be there yet, whole or not at all.
  ///
  /// - Returns: whether it was made; false when another writer was faster.
  func create(_ name: String, _ bytes: [UInt8], aside: String, probe: WriteProbe) throws(AuthError) -> Bool {
    try writeAside(aside, bytes, probe: probe)
    defer { unlinkat(descriptor.number, aside, 0) }
    if linkat(descriptor.number, aside, descriptor.number, name, 0) != 0 {
      if errno == EEXIST { return false }
      throw POSIXFailure.error(errno, "made", path + "/" + name)
    }
    try step(.syncDirectory, probe, cleaning: nil) { fsync(descriptor.number) }
    return true
  }

  private func writeAside(_ aside: String, _ bytes: [UInt8], probe: WriteProbe) throws(AuthError) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    var number: Int32 = -1
    try step(.create, probe, cleaning: nil) {
      number = openat(descriptor.number, aside, flags, 0o600)
      if number == -1, errno == EEXIST {
        // Left behind by a killed writer. While this process holds the lock, no other process writes here.
        unlinkat(descriptor.number, aside, 0)
        number = openat(descriptor.number, aside, flags, 0o600)
      }
      return min(number, 0)
    }
    guard let file = POSIXDescriptor(number) else { return }
    try step(.write, probe, cleaning: aside) { Glue.writeAll(file.number, bytes) }
    try step(.sync, probe, cleaning: aside) { fsync(file.number) }
  }

  /// Removes a file.
  ///
  /// - Returns: whether there was one.
  func remove(_ name: String) throws(AuthError) -> Bool {
    if unlinkat(descriptor.number, name, 0) != 0 {
      if errno == ENOENT { return false }
      throw POSIXFailure.error(errno, "removed", path + "/" + name)
    }
    guard fsync(descriptor.number) == 0 else { throw POSIXFailure.error(errno, "synchronised", path) }
    return true
  }

  /// Moves a file into another directory of the same disk. The name there must be free, or its file is lost.
  ///
  /// - Returns: whether there was one.
  func move(_ name: String, to directory: POSIXDirectory, as newName: String) throws(AuthError) -> Bool {
    if renameat(descriptor.number, name, directory.descriptor.number, newName) != 0 {
      if errno == ENOENT { return false }
      throw POSIXFailure.error(errno, "moved to \(directory.path)", path + "/" + name)
    }
    // The new place first: cut off between the two, the file is in both rather than in neither.
    guard fsync(directory.descriptor.number) == 0 else {
      throw POSIXFailure.error(errno, "synchronised", directory.path)
    }
    guard fsync(descriptor.number) == 0 else { throw POSIXFailure.error(errno, "synchronised", path) }
    return true
  }

  /// The names of all entries.
  func names() throws(AuthError) -> [String] {
    let copy = Glue.openDirectory(descriptor.number, ".")
    guard copy != -1, let stream = fdopendir(copy) else { throw POSIXFailure.error(errno, "listed", path) }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    guard errno == 0 else { throw POSIXFailure.error(errno, "listed", path) }
    return names
  }

  /// Tries to take the lock of a lock file, which is made when it is missing and never removed: a lock on a file that
  /// somebody replaced would exclude nobody.
  ///
  /// - Returns: nil when another process holds it.
  func tryLock(_ name: String) throws(AuthError) -> POSIXLock? {
    var full: String { path + "/" + name }
    let number = openat(descriptor.number, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard let file = POSIXDescriptor(number) else { throw POSIXFailure.error(errno, "opened", full) }
    try POSIXFailure.checkPrivate(file.number, full, isDirectory: false)
    guard flock(file.number, LOCK_EX | LOCK_NB) == 0 else {
      // A signal came between: to the caller it is a lock that is not free yet.
      if errno == EWOULDBLOCK || errno == EINTR { return nil }
      throw POSIXFailure.error(errno, "locked", full)
    }
    return POSIXLock(file)
  }

  /// One step of a write, at which a probe may fail it or cut it off.
  private func step(
    _ step: WriteStep, _ probe: WriteProbe, cleaning aside: String?, _ body: () -> Int32
  ) throws(AuthError) {
    var number = probe(step)
    if number == WriteStep.killed { throw AuthError(.internalError, "The write was cut off at '\(step)'.") }
    if number == 0, body() != 0 { number = errno }
    guard number != 0 else { return }
    if let aside { unlinkat(descriptor.number, aside, 0) }
    throw POSIXFailure.error(number, "written", path)
  }

  private static func makeWithParents(_ path: String) throws(AuthError) {
    if mkdir(path, 0o700) == 0 { return try synchroniseParent(of: path) }
    switch errno {
    case EEXIST: return
    case ENOENT:
      guard let parent = parent(of: path) else { throw POSIXFailure.error(ENOENT, "made", path) }
      try makeWithParents(parent)
      guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw POSIXFailure.error(errno, "made", path) }
      try synchroniseParent(of: path)
    default: throw POSIXFailure.error(errno, "made", path)
    }
  }

  private static func parent(of path: String) -> String? {
    let trimmed = path.hasSuffix("/") ? String(path.dropLast()) : path
    guard let slash = trimmed.lastIndex(of: "/"), slash > trimmed.startIndex else { return nil }
    return String(trimmed[..<slash])
  }

  private static func synchroniseParent(of path: String) throws(AuthError) {
    let parent = parent(of: path) ?? (path.hasPrefix("/") ? "/" : ".")
    // A parent that may be searched but not read cannot be synchronised; the directory is there all the same.
    guard let file = POSIXDescriptor(openat(AT_FDCWD, parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) else { return }
    fsync(file.number)
  }
}

/// The few calls whose names this file's own methods would hide.
private enum Glue {
  static func openDirectory(_ base: Int32, _ path: String) -> Int32 {
    openat(base, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
  }

  static func read(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer, from start: Int) -> Int {
    let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[start...])
    return pread(file, rest.baseAddress, rest.count, off_t(start))
  }

  /// 0 when all was written.
  static func writeAll(_ file: Int32, _ bytes: [UInt8]) -> Int32 {
    bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
        let count = write(file, rest.baseAddress, rest.count)
        if count < 0 {
          if errno == EINTR { continue }
          return -1
        }
        written += count
      }
      return 0
    }
  }
}
