import AuthCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An open file for a token, which a child process inherits. On Linux it is in memory, and each opening of `path` reads
/// it from the start. On other systems it is a private file in the directory for temporary files, removed at the end.
final class TokenFile: Sendable {
  /// The descriptor, which a child keeps under the same number.
  let descriptor: Int32
  /// The path by which the child opens the file.
  let path: String

  /// Creates an empty file.
  ///
  /// - Throws: `store_unavailable` if the system does not create it.
  init() throws(AuthError) {
    #if os(Linux)
      // POSIX shared memory is a file in memory. Without its name, only the inherited descriptor leads to it.
      let name = "/latchkey-token-" + SystemRandomSource().token(byteCount: 12)
      descriptor = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0o600)
      shm_unlink(name)
      path = "/dev/fd/\(descriptor)"
    #else
      let directory = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
      path = directory + "/latchkey-token-" + SystemRandomSource().token(byteCount: 12)
      descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    #endif
    guard descriptor >= 0 else { throw Self.failure }
  }

  deinit {
    ftruncate(descriptor, 0)
    close(descriptor)
    #if !os(Linux)
      unlink(path)
    #endif
  }

  /// Replaces the content.
  ///
  /// - Throws: `store_unavailable` if the system does not write it.
  func write(_ token: Secret) throws(AuthError) {
    var bytes = token.revealBytes()
    defer { Wiping.wipe(&bytes) }
    // A reader in between can see the start of the new token with the end of the old one, if they differ in length only
    // after the truncation. The new text is written in one call, before the file is cut to its length.
    guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count, ftruncate(descriptor, off_t(bytes.count)) == 0
    else { throw Self.failure }
  }

  private static let failure = AuthError(
    .storeUnavailable, "The system did not create the file for the token. Check the limits of open files and memory.")
}
