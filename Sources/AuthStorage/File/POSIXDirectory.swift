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

/// An open directory that only this user can access, with operations on its files.
///
/// Every operation uses the directory's descriptor, so that no part of the path can be replaced between two steps.
/// A directory or file is refused if it is a symbolic link, belongs to another user, or is accessible to other users.
package final class POSIXDirectory: Sendable {
  package let descriptor: POSIXDescriptor
  private let parent: String
  private let name: String?

  private init(_ descriptor: consuming POSIXDescriptor, _ parent: String, _ name: String? = nil) throws(AuthError) {
    self.descriptor = descriptor
    self.parent = parent
    self.name = name
    try POSIXFailure.checkPrivate(self.descriptor.number, path, isDirectory: true)
  }

  /// The path by which the directory was opened, for error messages. It is computed only for a message.
  var path: String { name.map { parent + "/" + $0 } ?? parent }

  /// Opens the directory at `path`; returns nil if it does not exist.
  package static func open(_ path: String) throws(AuthError) -> POSIXDirectory? {
    let number = DirectoryCalls.openDirectory(AT_FDCWD, path)
    guard try POSIXFailure.exists(number, "opened as a directory", path), let descriptor = POSIXDescriptor(number)
    else { return nil }
    return try POSIXDirectory(descriptor, path)
  }

  /// Opens the directory at an absolute path, and creates it and its parents if they do not exist.
  ///
  /// - Throws: `store_permissions` if the directory is not private or cannot be opened, or another storage code.
  package static func openOrMake(_ path: String) throws(AuthError) -> POSIXDirectory {
    if let directory = try open(path) { return directory }
    try makeWithParents(path)
    guard let made = try open(path) else { throw POSIXFailure.error(ENOENT, "opened as a directory", path) }
    return made
  }

  /// Returns whether a file exists at a path, with one system call. To use the file, open it through the directory's
  /// descriptor.
  static func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Returns the absolute path without symbolic links; the path itself if it does not exist.
  static func canonical(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// Returns whether the directory contains a file with that name. A failure counts as yes.
  func contains(_ name: String) -> Bool {
    var status = stat()
    return fstatat(descriptor.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 || errno != ENOENT
  }

  /// Returns whether a name belongs to a regular file.
  func isRegular(_ name: String) throws(AuthError) -> Bool {
    var status = stat()
    let result = fstatat(descriptor.number, name, &status, AT_SYMLINK_NOFOLLOW)
    return try POSIXFailure.exists(result, "examined", file(name)) && status.st_mode & S_IFMT == S_IFREG
  }

  /// Returns the number by which the directory is recognised after it was moved; nil for the root of a file system,
  /// whose number is the same in every file system of a kind.
  func fileNumber() throws(AuthError) -> UInt64? {
    guard let own = try stamp(".")?.id, let above = try stamp("..")?.id else { return nil }
    return own.device == above.device && own.number != above.number ? own.number : nil
  }

  /// Removes the temporary files with a prefix that killed processes left. Their contents may be secret.
  func removeAsides(_ prefix: String) throws(AuthError) {
    for name in try names() where name.hasPrefix(prefix) && name.hasSuffix(Self.asideSuffix) {
      unlinkat(descriptor.number, name, 0)
    }
  }

  /// Opens a subdirectory; returns nil if it does not exist.
  func subdirectory(_ name: String) throws(AuthError) -> POSIXDirectory? {
    let number = DirectoryCalls.openDirectory(descriptor.number, name)
    guard try POSIXFailure.exists(number, "opened as a directory", file(name)), let child = POSIXDescriptor(number)
    else { return nil }
    return try POSIXDirectory(child, path, name)
  }

  /// Opens a subdirectory, and creates it if it does not exist.
  func subdirectoryOrMake(_ name: String) throws(AuthError) -> POSIXDirectory {
    if let child = try subdirectory(name) { return child }
    if mkdirat(descriptor.number, name, 0o700) == -1, errno != EEXIST {
      throw POSIXFailure.error(errno, POSIXFailure.made, file(name))
    }
    try synchronise()
    guard let made = try subdirectory(name) else {
      throw POSIXFailure.error(ENOENT, "opened as a directory", file(name))
    }
    return made
  }

  /// Returns the current stamp of a file; nil if the file does not exist.
  func stamp(_ name: String) throws(AuthError) -> POSIXStamp? {
    var status = stat()
    let result = fstatat(descriptor.number, name, &status, AT_SYMLINK_NOFOLLOW)
    return try POSIXFailure.exists(result, "examined", file(name)) ? POSIXStamp(status) : nil
  }

  /// Returns the content of a file; nil if the file does not exist.
  ///
  /// - Throws: `store_corrupt` if the file has more than `limit` bytes, or another storage code.
  package func read(_ name: String, limit: Int) throws(AuthError) -> [UInt8]? {
    try readStamped(name, limit: limit)?.0
  }

  /// Returns the content and the stamp of a file; nil if the file does not exist. The file is opened with `O_NONBLOCK`,
  /// so that a named pipe with that name does not block the call.
  func readStamped(_ name: String, limit: Int) throws(AuthError) -> ([UInt8], POSIXStamp)? {
    let number = openat(descriptor.number, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard try POSIXFailure.exists(number, "opened", file(name)), let file = POSIXDescriptor(number) else { return nil }
    let status = try POSIXFailure.checkPrivate(number, self.file(name), isDirectory: false)
    let size = Int(status.st_size)
    guard size <= limit else {
      throw AuthError(
        .storeCorrupt,
        "\(self.file(name)) has \(size) bytes, but at most \(limit) are allowed. The file was not "
          + "changed. Restore it from a backup, or remove it.")
    }
    var bytes = [UInt8](repeating: .zero, count: size)
    var filled = 0
    while filled != size {
      let count = bytes.withUnsafeMutableBytes { DirectoryCalls.read(file.number, $0, from: filled) }
      // A read that returns no bytes is an error, because a store never truncates a file that has its final name.
      guard count > 0 else { throw POSIXFailure.error(count == 0 ? EIO : errno, "read", self.file(name)) }
      filled += count
    }
    return (bytes, POSIXStamp(status))
  }

  /// Lists the names of all entries.
  func names() throws(AuthError) -> [String] {
    let number = DirectoryCalls.openDirectory(descriptor.number, ".")
    guard number >= 0 else { throw POSIXFailure.error(errno, "opened", path) }
    guard let stream = fdopendir(number) else {
      let code = errno
      close(number)
      throw POSIXFailure.error(code, "listed", path)
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

  /// Whether this user can create files in the directory.
  var isWritable: Bool {
    #if os(Android)
      let flags: Int32 = 0  // Android refuses AT_EACCESS, and always runs an app as its real user.
    #else
      let flags = AT_EACCESS
    #endif
    return faccessat(descriptor.number, ".", W_OK, flags) == 0
  }

  /// Synchronises the directory, so that creations, renames and removals in it survive a power failure.
  func synchronise() throws(AuthError) {
    guard fsync(descriptor.number) == 0 else { throw POSIXFailure.error(errno, "synchronised", path) }
  }

  /// Returns the path of a file in the directory, for error messages.
  package func file(_ name: String) -> String { path + "/" + name }

  private static func makeWithParents(_ path: String) throws(AuthError) {
    let parent = parent(of: path)
    if isThere(parent) {
      try synchroniseNames(of: parent)
    } else if parent != path {
      try makeWithParents(parent)
    }
    if mkdir(path, 0o700) == -1, errno != EEXIST { throw POSIXFailure.error(errno, POSIXFailure.made, path) }
    try synchroniseParent(of: path)
  }

  /// Synchronises the names of a directory and of those above it, as far as they belong to this user. A process that
  /// made them may have been killed before it synchronised them. This happens before a directory is made in them, so
  /// that the parents of a directory that exists need not be synchronised again.
  private static func synchroniseNames(of path: String) throws(AuthError) {
    var status = stat()
    guard parent(of: path) != path, lstat(path, &status) == 0, status.st_uid == geteuid() else { return }
    try synchroniseNames(of: parent(of: path))
    try synchroniseParent(of: path)
  }

  /// Synchronises the name of a directory. A parent that this user may search but not read cannot be synchronised. That
  /// is not an error, because the directory exists.
  static func synchroniseParent(of path: String) throws(AuthError) {
    let parent = parent(of: path)
    guard let file = POSIXDescriptor(openat(AT_FDCWD, parent, O_RDONLY | O_CLOEXEC)) else { return }
    // These two numbers mean that the file system of the parent cannot synchronise directories (fsync(2)).
    guard fsync(file.number) == 0 || errno == EINVAL || errno == EROFS else {
      throw POSIXFailure.error(errno, "synchronised", parent)
    }
  }

  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

/// System calls whose names are hidden by methods of `POSIXDirectory`.
enum DirectoryCalls {
  static func openDirectory(_ base: Int32, _ path: String) -> Int32 {
    openat(base, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
  }

  static func read(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer, from start: Int) -> Int {
    let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[start...])
    guard let bytes = rest.baseAddress else { return .zero }
    return POSIXFailure.uninterrupted { pread(file, bytes, rest.count, off_t(start)) }
  }
}
