import AuthCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A server with the part of HTTP/1.1 that an example needs: persistent connections, by default on loopback, with one
/// thread for each connection. In production, put the backend behind your own server.
public final class HTTPServer: Sendable {
  /// Answers a request on the connection's thread. A route that waits for other servers returns `.later`.
  public typealias Handler = @Sendable (BackendRequest) -> BackendAnswer

  /// The port that the server listens on.
  public let port: UInt16
  private let listener: Int32
  private let connections: ConnectionTable

  /// The reason why a server could not start.
  public struct Failure: Error, CustomStringConvertible {
    /// A text for the user.
    public let description: String
  }

  /// Creates a server that listens, but does not answer yet.
  ///
  /// - Parameters:
  ///   - port: the port; 0 for any free port.
  ///   - host: an IPv4 address of this machine. Other machines can reach any address except loopback.
  ///   - connectionLimit: the maximum number of open connections. A further one is answered with 503 and closed.
  /// - Throws: `Failure` if `host` is not an IPv4 address, or if the port or the address is not available.
  public init(
    port: UInt16 = 0, address host: String = "127.0.0.1", connectionLimit: Int = 256
  ) throws(Failure) {
    let descriptor = socket(AF_INET, SocketNumbers.stream, 0)
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    let isAddress = inet_pton(AF_INET, host, &address.sin_addr) == 1
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && listen(descriptor, 256) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    guard descriptor >= 0, isAddress, isBound else {
      if descriptor >= 0 { _ = close(descriptor) }
      throw Failure(
        description: "The server cannot listen on port \(port) of \(host). Choose another port, or 0 for any free "
          + "port, and an IPv4 address of this machine.")
    }
    listener = descriptor
    connections = ConnectionTable(limit: connectionLimit)
    self.port = UInt16(bigEndian: address.sin_port)
  }

  /// The number of open connections.
  public var connectionCount: Int { connections.count }

  /// Serves until `stop()`, or until the system can accept no further connection; blocks the calling thread.
  public func run(answering handler: @escaping Handler) {
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else {
        if errno == EINTR || errno == ECONNABORTED { continue }
        if errno == EMFILE || errno == ENFILE {
          // The process has no free file descriptor until another connection closes.
          usleep(10_000)
          continue
        }
        _ = close(listener)
        return
      }
      SocketNumbers.setUp(connection)
      guard connections.add(connection) else {
        _ = Self.send(Self.full.encoded(keepsConnection: false), to: connection)
        _ = close(connection)
        continue
      }
      DetachedThread.start { [self] in serve(RequestReader(connection), connection, handler) }
    }
  }

  /// Serves with an asynchronous handler until `stop()`; blocks the calling thread.
  public func run(_ handler: @escaping @Sendable (BackendRequest) async -> BackendResponse) {
    run(answering: { request in .later { await handler(request) } })
  }

  /// Serves on a thread of its own.
  public func start(answering handler: @escaping Handler) {
    DetachedThread.start { [self] in run(answering: handler) }
  }

  /// Serves with an asynchronous handler, on a thread of its own.
  public func start(_ handler: @escaping @Sendable (BackendRequest) async -> BackendResponse) {
    start(answering: { request in .later { await handler(request) } })
  }

  /// Accepts no further connection and no further request; requests in progress are still answered.
  public func stop() {
    _ = shutdown(listener, SocketNumbers.bothWays)
    connections.stopReading()
  }

  /// Waits, after `stop()`, until all requests are answered and the connections are closed.
  ///
  /// - Returns: whether all connections were closed within `limit`; `false` also if the task is cancelled.
  public func drain(within limit: Duration) async -> Bool {
    let end = ContinuousClock.now + limit
    while connections.count > 0 {
      guard ContinuousClock.now < end else { return false }
      do { try await Task.sleep(for: .milliseconds(5)) } catch { return false }
    }
    return true
  }

  private func serve(_ reader: RequestReader, _ connection: Int32, _ handler: @escaping Handler) {
    var reader = reader
    while let request = next(of: &reader, connection) {
      switch handler(request) {
      case .ready(let response):
        guard give(response, to: connection, of: reader) else { return }
      case .later(let answer):
        let rest = reader
        // Swift's pool has only as many threads as cores, so the next read blocks a thread of its own.
        Task { [self] in
          if give(await answer(), to: connection, of: rest) {
            DetachedThread.start { [self] in serve(rest, connection, handler) }
          }
        }
        return
      }
    }
    connections.close(connection)
  }

  /// Reads the next request. Returns nil at the end of the connection, and after answering an invalid request with its
  /// error.
  private func next(of reader: inout RequestReader, _ connection: Int32) -> BackendRequest? {
    do throws(RequestRefusal) {
      return try reader.next()
    } catch {
      if Self.send(error.response.encoded(keepsConnection: false), to: connection) {
        _ = shutdown(connection, SocketNumbers.writing)
        reader.discardRest()
      }
      return nil
    }
  }

  /// Sends a response, and returns whether the connection is still open.
  private func give(_ response: BackendResponse, to connection: Int32, of reader: RequestReader) -> Bool {
    let keeps = reader.keepsConnection && !connections.isStopping
    if Self.send(response.encoded(keepsConnection: keeps), to: connection), keeps { return true }
    connections.close(connection)
    return false
  }

  private static let full = BackendResponse(
    status: 503, body: ["error": "rate_limited", "message": "The limit of connections is reached. Try again."],
    headers: ["Retry-After": "1"])

  private static func send(_ bytes: [UInt8], to connection: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { SocketNumbers.send(connection, $0.baseAddress, $0.count) }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }
}
