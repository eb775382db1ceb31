import AuthCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// As much of HTTP/1.1 as an example needs: loopback, one request a connection, a thread for each. A product would put
/// its backend behind its own server.
public final class HTTPServer: Sendable {
  /// Where it listens, on 127.0.0.1.
  public let port: UInt16
  private let listener: Int32

  /// What kept a server from starting.
  public struct Failure: Error, CustomStringConvertible {
    /// For people.
    public let description: String
  }

  /// Listens.
  ///
  /// - Parameter port: 0 takes any free one.
  public init(port: UInt16 = 0) throws(Failure) {
    let descriptor = socket(AF_INET, SocketNumbers.stream, 0)
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && listen(descriptor, 64) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    guard descriptor >= 0, isBound else {
      if descriptor >= 0 { _ = close(descriptor) }
      throw Failure(description: "Port \(port) of 127.0.0.1 is not to be had.")
    }
    listener = descriptor
    self.port = UInt16(bigEndian: address.sin_port)
  }

  /// Serves until `stop()`; blocks the thread that calls it.
  public func run(_ handler: @escaping @Sendable (BackendRequest) async -> BackendResponse) {
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else {
        if errno == EINTR || errno == ECONNABORTED { continue }
        _ = close(listener)
        return
      }
      DetachedThread.start {
        guard let request = RequestReader(connection).request() else {
          _ = close(connection)
          return
        }
        Task {
          Self.send(await handler(request), to: connection)
          _ = close(connection)
        }
      }
    }
  }

  /// Serves on a thread of its own.
  public func start(_ handler: @escaping @Sendable (BackendRequest) async -> BackendResponse) {
    DetachedThread.start { [self] in run(handler) }
  }

  /// Takes no further connection.
  public func stop() { _ = shutdown(listener, SocketNumbers.bothWays) }

  private static func send(_ response: BackendResponse, to connection: Int32) {
    let body = response.body.serialized
    let head =
      "HTTP/1.1 \(response.status) \(response.status < 400 ? "OK" : "Refused")\r\nContent-Type: application/json\r\n"
      + "Content-Length: \(body.count)\r\nConnection: close\r\nCache-Control: no-store\r\n\r\n"
    let bytes = Array(head.utf8) + body
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        SocketNumbers.send(connection, $0.baseAddress, $0.count)
      }
      guard count > 0 else { return }
      sent += count
    }
  }
}
