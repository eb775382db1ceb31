import AuthCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Maps failed system calls to storage errors, and refuses files that a store must not trust.
enum POSIXFailure {
  /// The error of a call that failed with `number`.
  static func error(_ number: Int32, _ action: String, _ path: String) -> AuthError {
    let reason = "\(path) could not be \(action): \(String(cString: strerror(number)))"
    switch number {
    case ENOSPC, EDQUOT, EFBIG:
      return AuthError(.storeFull, "\(reason). Free some space there. The stored data was not changed.")
    case ELOOP, ENOTDIR:
      // Linux answers ENOTDIR where O_DIRECTORY meets a symbolic link.
      return AuthError(
        .storePermissions, "\(reason). Symbolic links are not followed; put a real file or directory in its place.")
    case EROFS:
      return AuthError(.storePermissions, "\(reason). Set storage.directory to one that can be written.")
    case EACCES, EPERM:
      return AuthError(
        .storePermissions, "\(reason). Make this user its owner ('chown \(geteuid()) \(path)', 'chmod u+rwX \(path)').")
    default: return AuthError(.storePermissions, "\(reason). Check storage.directory.")
    }
  }

  /// Whether a call found its file: false where it failed because the file does not exist.
  ///
  /// - Throws: the storage error of any other failure.
  static func exists(_ result: Int32, _ action: String, _ path: @autoclosure () -> String) throws(AuthError) -> Bool {
    guard result == -1 else { return true }
    if errno == ENOENT { return false }
    throw error(errno, action, path())
  }

  /// The result of a call, which is repeated when a signal interrupts it.
  static func uninterrupted(_ call: () -> Int) -> Int {
    while true {
      let result = call()
      if result != -1 || errno != EINTR { return result }
    }
  }

  /// Refuses an entry that is not a regular file or directory, belongs to another user, or is open to other users.
  ///
  /// - Returns: the status of the file.
  @discardableResult
  static func checkPrivate(
    _ descriptor: Int32, _ path: @autoclosure () -> String, isDirectory: Bool
  ) throws(AuthError) -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw error(errno, "examined", path()) }
    guard status.st_mode & S_IFMT == (isDirectory ? S_IFDIR : S_IFREG) else {
      throw AuthError(.storePermissions, "\(path()) is not a \(isDirectory ? "directory" : "regular file"). Remove it.")
    }
    guard status.st_uid == geteuid() else {
      let path = path()
      throw AuthError(
        .storePermissions,
        "\(path) belongs to user \(status.st_uid), not to \(geteuid()); if it is yours, run "
          + "'chown \(geteuid()) \(path)'.")
    }
    guard status.st_mode & 0o077 == 0 else {
      let path = path()
      throw AuthError(
        .storePermissions,
        "Other users can access \(path); run 'chmod \(isDirectory ? "700" : "600") \(path)' and treat its secrets as "
          + "disclosed."
      )
    }
    return status
  }
}
