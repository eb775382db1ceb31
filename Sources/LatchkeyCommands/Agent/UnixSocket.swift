#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A non-blocking stream socket in the file system (unix(7)).
struct UnixSocket: Sendable {
  enum Received: Sendable, Equatable {
    case nothing
    case closed
    case bytes([UInt8])
  }

  /// The process at the other end when the connection was made, and its user.
  struct Peer: Sendable, Equatable {
    let user: UInt32
    let process: Int32
  }

  let descriptor: Int32

  /// The longest path of a socket, in bytes.
  static let pathLimit = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  /// Creates a socket; nil if the system does not (`errno` contains the cause).
  private static func make() -> UnixSocket? {
    let descriptor = socket(AF_UNIX, UnixSocketGlue.newStream, 0)
    guard descriptor >= 0 else { return nil }
    return prepared(descriptor)
  }

  private static func prepared(_ descriptor: Int32) -> UnixSocket? {
    UnixSocketGlue.silence(descriptor)
    guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0,
      fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0
    else {
      _ = UnixSocketGlue.close(descriptor)
      return nil
    }
    return UnixSocket(descriptor: descriptor)
  }

  /// Creates a socket with the name `path`. No client can connect before `listen()`. Nil if the system does not create
  /// it (`errno` contains the cause).
  static func bound(to path: String) -> UnixSocket? {
    guard let made = make() else { return nil }
    guard withAddress(path, { UnixSocketGlue.bind(made.descriptor, $0, $1) }) == 0 else {
      made.close(keepingErrno: true)
      return nil
    }
    return made
  }

  /// Accepts connections from now on.
  func listen(backlog: Int32) -> Bool { UnixSocketGlue.listen(descriptor, backlog) == 0 }

  /// A connection to the socket with the name `path`; nil if no process listens there (`errno` contains the cause).
  static func connected(to path: String) -> UnixSocket? {
    guard let made = make() else { return nil }
    guard withAddress(path, { UnixSocketGlue.connect(made.descriptor, $0, $1) }) == 0 else {
      made.close(keepingErrno: true)
      return nil
    }
    return made
  }

  /// Two sockets that are connected to each other; nil if the system does not create them.
  static func pair() -> (UnixSocket, UnixSocket)? {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, UnixSocketGlue.newStream, 0, &ends) == 0 else { return nil }
    guard let first = prepared(ends[0]) else {
      _ = UnixSocketGlue.close(ends[1])
      return nil
    }
    guard let second = prepared(ends[1]) else {
      first.close()
      return nil
    }
    return (first, second)
  }

  /// Accepts the next waiting connection; nil if none waits, or if the system refuses (`errno` contains the cause).
  func accepted() -> UnixSocket? {
    let connection = accept(descriptor, nil, nil)
    return connection >= 0 ? Self.prepared(connection) : nil
  }

  /// Reads the available bytes.
  func received() -> Received {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    if count > 0 {
      buffer.removeLast(buffer.count - count)
      return .bytes(buffer)
    }
    if count == 0 { return .closed }
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? .nothing : .closed
  }

  /// Sends as many bytes as the system takes.
  ///
  /// - Returns: their number; nil if the connection is closed.
  func sent(_ bytes: [UInt8]) -> Int? {
    let count = send(descriptor, bytes, bytes.count, UnixSocketGlue.sendFlags)
    if count >= 0 { return count }
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? 0 : nil
  }

  /// The other end; nil if the system does not say.
  var peer: Peer? { UnixSocketGlue.peer(descriptor) }

  func close() { _ = UnixSocketGlue.close(descriptor) }

  private func close(keepingErrno: Bool) {
    let number = errno
    close()
    errno = number
  }

  private static func withAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    guard path.utf8.count <= pathLimit, !path.utf8.contains(0) else {
      errno = ENAMETOOLONG
      return -1
    }
    var address = UnixSocketGlue.address()
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}
