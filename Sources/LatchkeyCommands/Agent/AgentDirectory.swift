import AuthCore
import AuthStorage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The open directory of an agent's socket. Only this user can access it.
struct AgentDirectory: Sendable {
  private let place: AgentPlace
  private let directory: POSIXDirectory

  /// Opens the directory, and creates it if it does not exist.
  ///
  /// - Throws: `store_permissions` if it is a symbolic link, belongs to another user, or is accessible to other users;
  ///   the same for `XDG_RUNTIME_DIR`.
  init(_ place: AgentPlace) throws(AuthError) {
    self.place = place
    if let base = place.base {
      do throws(AuthError) {
        _ = try POSIXDirectory.open(base)
      } catch {
        throw AuthError(
          error.code, "XDG_RUNTIME_DIR cannot be used: \(error.message) Or unset XDG_RUNTIME_DIR.")
      }
    }
    directory = try POSIXDirectory.openOrMake(place.directory)
  }

  /// The lock of the agent that serves the place; nil if another process holds it.
  func lock() throws(AuthError) -> FileLock? { try directory.tryLock(place.lockName) }

  /// The lock of a process that starts an agent; nil if another process holds it.
  func startLock() throws(AuthError) -> FileLock? { try directory.tryLock(place.startLockName) }

  /// Creates the listening socket, and replaces one that an earlier agent left. The caller holds the lock.
  ///
  /// - Returns: the socket, and the number by which its file is recognised.
  /// - Throws: `store_permissions` if the name belongs to something other than a socket, such as a symbolic link.
  func listen() throws(AuthError) -> (socket: UnixSocket, number: UInt64) {
    let file = directory.file(place.socketName)
    if let status = status() {
      guard status.st_mode & S_IFMT == S_IFSOCK else {
        throw AuthError(.storePermissions, "\(file) is not a socket. Remove it, and start the agent again.")
      }
      remove()
    }
    guard let socket = UnixSocket.bound(to: place.socketPath) else { throw Self.failure(file) }
    // Until it listens, no client can connect. The name is looked up in the directory that was checked.
    guard fchmodat(directory.descriptor.number, place.socketName, 0o600, 0) == 0, let made = status(),
      made.st_mode & S_IFMT == S_IFSOCK, made.st_uid == geteuid(), socket.listen(backlog: 64)
    else {
      let error = Self.failure(file)
      socket.close()
      remove()
      throw error
    }
    return (socket, UInt64(made.st_ino))
  }

  /// Whether the socket's file is still the one with this number.
  func holds(_ number: UInt64) -> Bool { status().map { UInt64($0.st_ino) == number } ?? false }

  /// Removes the socket's file.
  func remove() { unlinkat(directory.descriptor.number, place.socketName, 0) }

  /// A connection to the agent; nil if none listens.
  ///
  /// - Throws: `forbidden` if the process that listens belongs to another user; `store_permissions` if the system
  ///   refuses the connection.
  func connect() throws(AuthError) -> UnixSocket? {
    guard let status = status(), status.st_mode & S_IFMT == S_IFSOCK else { return nil }
    guard let socket = UnixSocket.connected(to: place.socketPath) else {
      // A full queue (EAGAIN) has room again when the agent has accepted a connection; see `AgentStarter`.
      if [ENOENT, ECONNREFUSED, EAGAIN].contains(errno) { return nil }
      throw Self.failure(directory.file(place.socketName))
    }
    guard socket.peer?.user == geteuid() else {
      socket.close()
      throw AuthError(
        .forbidden, "The process that serves \(place.socketPath) belongs to another user. No request was sent to it.")
    }
    return socket
  }

  private func status() -> stat? {
    var status = stat()
    return fstatat(directory.descriptor.number, place.socketName, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
  }

  private static func failure(_ file: String) -> AuthError {
    AuthError(
      .storePermissions,
      "The system did not open the socket \(file): \(String(cString: strerror(errno))). Check that the directory's file "
        + "system has sockets, and that this user may write there.")
  }
}
