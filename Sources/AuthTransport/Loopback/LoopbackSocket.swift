import AuthCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// A non-blocking TCP socket on loopback.
struct LoopbackSocket: Sendable {
  enum Received: Sendable {
    case nothing
    case closed
    case bytes([UInt8])
  }

  let descriptor: Int32
  /// The local port.
  let port: UInt16

  /// Opens a socket that listens.
  ///
  /// - Throws: `invalid_request` when the system cannot open a socket, or the port is in use or not permitted.
  static func listening(host: LoopbackRedirectListener.Host, port: UInt16) throws(AuthError) -> LoopbackSocket {
    let descriptor = socket(host == .ipv4 ? AF_INET : AF_INET6, SocketConstants.stream, 0)
    guard descriptor >= 0 else {
      throw failure(
        "The system could not open a socket for \(host.rawValue)",
        remedy: "If too many files are open, close other connections. If the system has no IPv6, listen on 127.0.0.1.")
    }
    // The next listener can use a port that was just released.
    set(descriptor, SOL_SOCKET, SO_REUSEADDR)
    guard prepare(descriptor), bind(descriptor, host, port), listen(descriptor, 8) == 0,
      let bound = localPort(descriptor, host)
    else {
      let error = failure(
        "Port \(port) of \(host.rawValue) is in use or not permitted", remedy: "Choose another port.")
      _ = SocketConstants.close(descriptor)
      throw error
    }
    return LoopbackSocket(descriptor: descriptor, port: bound)
  }

  /// Accepts the next waiting connection; returns nil when no connection waits.
  func accepted() -> LoopbackSocket? {
    let connection = accept(descriptor, nil, nil)
    guard connection >= 0 else { return nil }
    guard Self.prepare(connection) else {
      _ = SocketConstants.close(connection)
      return nil
    }
    return LoopbackSocket(descriptor: connection, port: port)
  }

  /// Reads the available bytes.
  func received() -> Received {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    if count > 0 { return .bytes(Array(buffer[..<count])) }
    if count == 0 { return .closed }
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? .nothing : .closed
  }

  /// Sends the response, which fits into any send buffer, and closes the socket.
  func finish(_ answer: [UInt8]) {
    _ = send(descriptor, answer, answer.count, SocketConstants.sendFlags)
    _ = shutdown(descriptor, SocketConstants.endOfSending)
    // Closing with unread data resets the connection, and the client would lose the response. The number of reads is
    // limited, so that a client that keeps sending cannot block the listener.
    for _ in 0..<64 { guard case .bytes = received() else { break } }
    close()
  }

  func close() { _ = SocketConstants.close(descriptor) }

  /// Sets a descriptor's flags: no blocking, no inheritance by child processes, and on Apple systems no signal for a
  /// closed connection. On Linux, `SocketConstants.sendFlags` prevents the signal.
  private static func prepare(_ descriptor: Int32) -> Bool {
    SocketConstants.silence(descriptor)
    return fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
      && fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0
  }

  static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32) {
    var flag: Int32 = 1
    _ = setsockopt(descriptor, level, option, &flag, socklen_t(MemoryLayout<Int32>.size))
  }

  private static func bind(_ descriptor: Int32, _ host: LoopbackRedirectListener.Host, _ port: UInt16) -> Bool {
    switch host {
    case .ipv4: withAddress(SocketConstants.ipv4(port)) { SocketConstants.bind(descriptor, $0, $1) } == 0
    case .ipv6: withAddress(SocketConstants.ipv6(port)) { SocketConstants.bind(descriptor, $0, $1) } == 0
    }
  }

  private static func localPort(_ descriptor: Int32, _ host: LoopbackRedirectListener.Host) -> UInt16? {
    switch host {
    case .ipv4: local(descriptor, SocketConstants.ipv4(0)).map { UInt16(bigEndian: $0.sin_port) }
    case .ipv6: local(descriptor, SocketConstants.ipv6(0)).map { UInt16(bigEndian: $0.sin6_port) }
    }
  }

  private static func local<Address>(_ descriptor: Int32, _ empty: Address) -> Address? {
    var address = empty
    var length = socklen_t(MemoryLayout<Address>.size)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    return status == 0 ? address : nil
  }

  private static func withAddress<Address>(
    _ address: Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<Address>.size)) }
    }
  }

  private static func failure(_ what: String, remedy: String) -> AuthError {
    AuthError(.invalidRequest, "\(what) (\(String(cString: strerror(errno)))). \(remedy)")
  }
}
