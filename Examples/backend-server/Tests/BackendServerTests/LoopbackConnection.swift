import Testing

@testable import BackendServer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A client of a local server that can send any bytes.
final class LoopbackConnection {
  struct NotReached: Error {}

  private let connection: Int32

  init(port: UInt16) throws {
    connection = socket(AF_INET, SocketNumbers.stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { throw NotReached() }
  }

  deinit { _ = close(connection) }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    let count = SocketNumbers.send(connection, bytes, bytes.count)
    #expect(count == bytes.count)
  }

  func endSending() { _ = shutdown(connection, SocketNumbers.writing) }

  /// Returns the bytes that arrive until the server closes the connection.
  func everything() -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }
}

extension String {
  /// Returns each text between `start` and the next `end`.
  func components(between start: String, and end: String) -> [String] {
    var found: [String] = []
    var rest = self[...]
    while let begin = rest.firstRange(of: start) {
      rest = rest[begin.upperBound...]
      guard let finish = rest.firstRange(of: end) else { break }
      found.append(String(rest[..<finish.lowerBound]))
      rest = rest[finish.upperBound...]
    }
    return found
  }
}
