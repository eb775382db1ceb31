import AuthCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Darwin
#endif

/// Maps failed system calls to storage errors, and refuses files that other users control or can access.
enum POSIXFailure {
  /// The action of a call that creates a file or directory.
  static let made = "made"

  /// Makes the error for a system call that failed with the `errno` value `number`.
  static func error(_ number: Int32, _ action: String, _ path: String) -> AuthError {
    let reason = "\(path) could not be \(action): \(String(cString: strerror(number)))"
    switch number {
    case ENOSPC, EDQUOT, EFBIG:
      return AuthError(
        .storeFull,
        "\(reason). No record is damaged. Free some space on that file system, or "
          + "raise the quota or the file size limit of this user.")
    case ELOOP, ENOTDIR:
      // Linux returns ENOTDIR for a symbolic link that is opened with O_DIRECTORY and O_NOFOLLOW.
      return AuthError(
        .storePermissions,
        "\(reason). Part of the path is a symbolic link, which is not followed, or a file in place of a directory. "
          + "Replace the link or file with a regular file or directory.")
    case EROFS:
      return AuthError(.storePermissions, "\(reason). Set storage.directory to a directory on a writable file system.")
    case EACCES where action == made, EPERM where action == made:
      return AuthError(
        .storePermissions,
        "\(reason). Give this user write access to the directory that contains it, or set storage.directory to another "
          + "directory.")
    case EACCES, EPERM:
      return AuthError(
        .storePermissions,
        "\(reason). Give this user access: run 'chown \(geteuid()) \(path)' and 'chmod u+rwX \(path)'.")
    default: return AuthError(.storePermissions, "\(reason). Check storage.directory.")
    }
  }

  /// Returns whether a call found its file: true if the call succeeded, false if the file does not exist.
  ///
  /// - Throws: a storage error for any other failure.
  static func exists(_ result: Int32, _ action: String, _ path: @autoclosure () -> String) throws(AuthError) -> Bool {
    guard result == -1 else { return true }
    if errno == ENOENT { return false }
    throw error(errno, action, path())
  }

  /// Returns the result of a call, and repeats the call while signals interrupt it.
  static func uninterrupted(_ call: () -> Int) -> Int {
    while true {
      let result = call()
      if result != -1 || errno != EINTR { return result }
    }
  }

  /// Checks that an open file has the expected type (regular file or directory), belongs to this user, and is not
  /// accessible to other users.
  ///
  /// - Returns: the status of the file.
  /// - Throws: `store_permissions` if a check fails.
  @discardableResult
  static func checkPrivate(
    _ descriptor: Int32, _ path: @autoclosure () -> String, isDirectory: Bool
  ) throws(AuthError) -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw error(errno, "examined", path()) }
    guard status.st_mode & S_IFMT == (isDirectory ? S_IFDIR : S_IFREG) else {
      throw AuthError(
        .storePermissions,
        "\(path()) must be a \(isDirectory ? "directory" : "regular file"), but it is something else. Remove it.")
    }
    guard status.st_uid == geteuid() else {
      let path = path()
      throw AuthError(
        .storePermissions,
        "\(path) belongs to user id \(status.st_uid), but this process runs as user id \(geteuid()). If the file "
          + "is yours, run 'chown \(geteuid()) \(path)'.")
    }
    guard status.st_mode & 0o077 == 0 else {
      let path = path()
      throw AuthError(
        .storePermissions,
        "Other users can access \(path). Run 'chmod \(isDirectory ? "700" : "600") \(path)', and replace its secrets, "
          + "because they may have been read."
      )
    }
    return status
  }
}
