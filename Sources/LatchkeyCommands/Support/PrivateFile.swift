import AuthCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes files that only this user can read.
enum PrivateFile {
  /// Writes a file, and replaces an existing one in one step. No other user can read the file at any time: it has the
  /// mode 0600 from its creation.
  ///
  /// - Parameters:
  ///   - text: the content.
  ///   - path: the file's path. A symbolic link at the path is replaced, not followed.
  /// - Throws: `store_permissions` when the file cannot be written.
  static func write(_ text: String, to path: String) throws(AuthError) {
    let temporaryPath = path + ".new-" + SystemRandomSource().token(byteCount: 9)
    let file = open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw failure(path) }
    let isWritten = writeAll(Array(text.utf8), to: file) && fsync(file) == 0
    guard close(file) == 0, isWritten, rename(temporaryPath, path) == 0 else {
      let error = failure(path)
      unlink(temporaryPath)
      throw error
    }
  }

  private static func writeAll(_ bytes: [UInt8], to file: Int32) -> Bool {
    var remaining = bytes[...]
    while !remaining.isEmpty {
      let count = remaining.withUnsafeBytes { systemWrite(file, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else { return false }
      if count > 0 { remaining = remaining.dropFirst(count) }
    }
    return true
  }

  private static func systemWrite(_ file: Int32, _ pointer: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
      Glibc.write(file, pointer, count)
    #elseif canImport(Musl)
      Musl.write(file, pointer, count)
    #else
      Darwin.write(file, pointer, count)
    #endif
  }

  private static func failure(_ path: String) -> AuthError {
    AuthError(
      .storePermissions,
      "The file \(path) cannot be written (\(String(cString: strerror(errno)))). Check that its directory exists, that "
        + "this user may write there, and that the disk is not full.")
  }
}
