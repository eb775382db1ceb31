#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Exchanges over plain TCP connections to the loopback interface.
struct Wire: Sendable {
  struct Answer {
    let status: Int
    let head: String
    let body: String
  }

  enum Failure: Error {
    case unreachable
    case unanswered
  }

  let port: UInt16

  /// The field `Host` with the server's address.
  var host: String { "Host: 127.0.0.1:\(port)" }

  /// Sends a request and reads until the connection closes. It runs on a separate thread, because blocking a thread of
  /// the concurrency pool could block the server.
  func exchange(_ request: String) async throws -> Answer { try await exchange(Array(request.utf8)) }

  func exchange(_ request: [UInt8]) async throws -> Answer {
    let bytes = try await onThread { try read(writing: request) }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let split = bytes.firstRange(of: Array("\r\n\r\n".utf8)), text.hasPrefix("HTTP/1.1 "),
      let status = Int(text.dropFirst(9).prefix(3))
    else { throw Failure.unanswered }
    return Answer(
      status: status, head: String(decoding: bytes[..<split.upperBound], as: UTF8.self),
      body: String(decoding: bytes[split.upperBound...], as: UTF8.self))
  }

  /// Sends a request and then the same bytes repeatedly until the connection ends. It reads nothing.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - bytes: The bytes that are repeated.
  ///   - pause: The time between two repetitions, in microseconds.
  ///   - seconds: The time limit, in seconds.
  /// - Returns: Whether the server ended the connection.
  func insist(_ request: String, again bytes: [UInt8], pause: UInt32, for seconds: Int64) async throws -> Bool {
    try await onThread {
      // Unread bytes soon fill the buffers of the response.
      let socket = try connected(receiving: 4096)
      defer { close(socket) }
      let end = ContinuousClock.now.advanced(by: .seconds(seconds))
      var waiting = Array(request.utf8)
      while ContinuousClock.now < end {
        let count = send(socket, waiting, waiting.count, Self.atOnce)
        guard count >= 0 || errno == EAGAIN else { return true }
        waiting.removeFirst(max(0, count))
        if waiting.isEmpty { waiting = bytes }
        if pause > 0 || count < 0 { usleep(max(pause, 1000)) }
      }
      return false
    }
  }

  /// Writes without blocking, and without a signal for a closed connection.
  private static var atOnce: Int32 {
    #if canImport(Darwin)
      Int32(MSG_DONTWAIT)
    #else
      Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
    #endif
  }

  private func onThread<Result>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result
  where Result: Sendable {
    try await withCheckedThrowingContinuation { continuation in
      let job = Unmanaged.passRetained(Job { continuation.resume(with: Swift.Result { try body() }) })
      var thread = pthread_t()
      let failure = pthread_create(
        &thread, nil,
        { pointer in
          pointer.map { Unmanaged<Job>.fromOpaque($0).takeRetainedValue().body() }
          return nil
        }, job.toOpaque())
      if failure == 0 { pthread_detach(thread) } else { continuation.resume(throwing: Failure.unreachable) }
    }
  }

  private func read(writing request: [UInt8]) throws -> [UInt8] {
    let socket = try connected()
    defer { close(socket) }
    var sent = 0
    while sent < request.count {
      let count = request.withUnsafeBytes { send(socket, $0.baseAddress.map { $0 + sent }, $0.count - sent, 0) }
      guard count > 0 else { break }
      sent += count
    }
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(socket, &buffer, buffer.count, 0)
      guard count > 0 else { return answer }
      answer += buffer[..<count]
    }
  }

  /// Opens a connection and returns its socket.
  ///
  /// - Parameter room: The size of the socket's receive buffer in bytes; nil for the system's default.
  private func connected(receiving room: Int32? = nil) throws -> Int32 {
    #if canImport(Glibc)
      let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    #else
      let socket = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    if var room { setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &room, socklen_t(MemoryLayout<Int32>.size)) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else {
      close(socket)
      throw Failure.unreachable
    }
    #if canImport(Darwin)
      var yes: Int32 = 1
      setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
    return socket
  }
}

private final class Job: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
