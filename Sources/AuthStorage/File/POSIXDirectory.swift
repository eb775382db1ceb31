package import AuthCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An open directory that only this user can access, and the files in it.
///
/// Every operation uses the directory's descriptor, so that no part of the path can be replaced between two steps.
/// A directory or file that is a symbolic link, belongs to another user or that others can read is refused.
package final class POSIXDirectory: Sendable {
  let descriptor: POSIXDescriptor
  private let parent: String
  private let name: String?

  private init(_ descriptor: consuming POSIXDescriptor, _ parent: String, _ name: String? = nil) throws(AuthError) {
    self.descriptor = descriptor
    self.parent = parent
    self.name = name
    try POSIXFailure.checkPrivate(self.descriptor.number, path, isDirectory: true)
  }

  /// The path by which it was opened, for messages. It is computed only when a message needs it.
  var path: String { name.map { parent + "/" + $0 } ?? parent }

  /// The directory at `path`, or nil when it does not exist.
  static func open(_ path: String) throws(AuthError) -> POSIXDirectory? {
    let number = Glue.openDirectory(AT_FDCWD, path)
    guard try POSIXFailure.exists(number, "opened as a directory", path), let descriptor = POSIXDescriptor(number)
    else { return nil }
    return try POSIXDirectory(descriptor, path)
  }

  /// The directory at an absolute path, which is made with its parents where it is missing.
  package static func openOrMake(_ path: String) throws(AuthError) -> POSIXDirectory {
    if let directory = try open(path) { return directory }
    try makeWithParents(path)
    guard let made = try open(path) else { throw POSIXFailure.error(ENOENT, "opened as a directory", path) }
    return made
  }

  /// Whether a file exists at a path, by one system call. Code that uses the file opens it through the
  /// directory's descriptor.
  static func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// A directory in this one, or nil when it does not exist.
  func subdirectory(_ name: String) throws(AuthError) -> POSIXDirectory? {
    let number = Glue.openDirectory(descriptor.number, name)
    guard try POSIXFailure.exists(number, "opened as a directory", file(name)), let child = POSIXDescriptor(number)
    else { return nil }
    return try POSIXDirectory(child, path, name)
  }

  /// A directory in this one, which is made where it is missing.
  func subdirectoryOrMake(_ name: String) throws(AuthError) -> POSIXDirectory {
    if let child = try subdirectory(name) { return child }
    if mkdirat(descriptor.number, name, 0o700) == -1, errno != EEXIST {
      throw POSIXFailure.error(errno, "made", file(name))
    }
    try synchronise()
    guard let made = try subdirectory(name) else {
      throw POSIXFailure.error(ENOENT, "opened as a directory", file(name))
    }
    return made
  }

  /// The file that has a name now; nil if no file has the name.
  func stamp(_ name: String) throws(AuthError) -> POSIXStamp? {
    var status = stat()
    let result = fstatat(descriptor.number, name, &status, AT_SYMLINK_NOFOLLOW)
    return try POSIXFailure.exists(result, "examined", file(name)) ? POSIXStamp(status) : nil
  }

  /// The content of a file, or nil when the file does not exist.
  func read(_ name: String, limit: Int) throws(AuthError) -> [UInt8]? {
    try readStamped(name, limit: limit)?.0
  }

  /// The same, and which file it is. `O_NONBLOCK`, so that a named pipe in its place does not block.
  func readStamped(_ name: String, limit: Int) throws(AuthError) -> ([UInt8], POSIXStamp)? {
    let number = openat(descriptor.number, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard try POSIXFailure.exists(number, "opened", file(name)), let file = POSIXDescriptor(number) else { return nil }
    let status = try POSIXFailure.checkPrivate(number, self.file(name), isDirectory: false)
    let size = Int(status.st_size)
    guard size <= limit else {
      throw AuthError(
        .storeCorrupt,
        "\(self.file(name)) is too large (\(size) bytes) to be a record. It was not changed. "
          + "Restore it from a backup, or remove it.")
    }
    var bytes = [UInt8](repeating: .zero, count: size)
    var filled = 0
    while filled != size {
      let count = bytes.withUnsafeMutableBytes { Glue.read(file.number, $0, from: filled) }
      // A store never truncates a file that has its final name.
      guard count > 0 else { throw POSIXFailure.error(errno, "read", self.file(name)) }
      filled += count
    }
    return (bytes, POSIXStamp(status))
  }

  /// The names of all entries.
  func names() throws(AuthError) -> [String] {
    guard let stream = fdopendir(Glue.openDirectory(descriptor.number, ".")) else {
      throw POSIXFailure.error(errno, "listed", path)
    }
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
  /// another one has replaced excludes no other process.
  ///
  /// - Returns: nil when another process holds it.
  func tryLock(_ name: String) throws(AuthError) -> FileLock? {
    let number = openat(descriptor.number, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard let file = POSIXDescriptor(number) else { throw POSIXFailure.error(errno, "opened", self.file(name)) }
    try POSIXFailure.checkPrivate(number, self.file(name), isDirectory: false)
    guard flock(number, LOCK_EX | LOCK_NB) == 0 else {
      if errno == EWOULDBLOCK { return nil }
      throw POSIXFailure.error(errno, "locked", self.file(name))
    }
    return FileLock(file)
  }

  /// Makes creations, renames and removals in this directory survive a power failure.
  func synchronise() throws(AuthError) {
    guard fsync(descriptor.number) == 0 else { throw POSIXFailure.error(errno, "synchronised", path) }
  }

  /// The path of a file in it, for messages.
  func file(_ name: String) -> String { path + "/" + name }

  private static func makeWithParents(_ path: String) throws(AuthError) {
    let parent = parent(of: path)
    if mkdir(path, 0o700) == -1 {
      if errno == EEXIST { return }
      guard errno == ENOENT, parent != path else { throw POSIXFailure.error(errno, "made", path) }
      try makeWithParents(parent)
      if mkdir(path, 0o700) == -1, errno != EEXIST { throw POSIXFailure.error(errno, "made", path) }
    }
    // A parent that may be searched but not read cannot be synchronised; the directory exists anyway.
    guard let file = POSIXDescriptor(openat(AT_FDCWD, parent, O_RDONLY | O_CLOEXEC)) else { return }
    guard fsync(file.number) == 0 else { throw POSIXFailure.error(errno, "synchronised", parent) }
  }

  private static func parent(of path: String) -> String {
    let parent = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
    return parent.isEmpty ? "/" : String(parent)
  }
}

/// The few calls whose names this file's own methods would hide.
private enum Glue {
  static func openDirectory(_ base: Int32, _ path: String) -> Int32 {
    openat(base, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
  }

  static func read(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer, from start: Int) -> Int {
    let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[start...])
    return POSIXFailure.uninterrupted { pread(file, rest.baseAddress, rest.count, off_t(start)) }
  }
}
