import AuthCore
import BackendServer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// One connection that sends a request, waits for the complete response, and repeats. It does as little as possible,
/// because it shares the cores with the server.
struct LoopbackClient {
  private let connection: Int32
  private let head: String

  init(port: UInt16, token: String) throws {
    let descriptor = socket(AF_INET, 1, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { throw AuthError(.network, "The server refused the connection.") }
    connection = descriptor
    head = "POST /stamp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer \(token)\r\nContent-Length: "
  }

  /// Returns a closure that sends `body` and waits for a stamp.
  func post(_ body: [UInt8]) -> () throws -> Void {
    let request = Array("\(head)\(body.count)\r\n\r\n".utf8) + body
    var buffer = [UInt8](repeating: 0, count: 4096)
    return { [connection] in
      guard write(connection, request, request.count) == request.count else {
        throw AuthError(.network, "The server closed the connection.")
      }
      // The response with a stamp has no body and ends with its head.
      var length = 0
      while length < 4 || buffer[length - 4..<length] != [0x0D, 0x0A, 0x0D, 0x0A] {
        let count = buffer.withUnsafeMutableBytes { room in
          read(connection, room.baseAddress.map { $0 + length }, room.count - length)
        }
        guard count > 0 else { throw AuthError(.network, "The server closed the connection.") }
        length += count
      }
      // The tenth byte, after `HTTP/1.1 `, is the first digit of the status.
      guard buffer[9] == 0x32 else {
        throw AuthError(.internalError, "The server did not return a stamp. Report this to Latchkey's maintainers.")
      }
    }
  }
}
