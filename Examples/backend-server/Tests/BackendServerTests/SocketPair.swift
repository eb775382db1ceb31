import Testing

@testable import BackendServer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A connection with a client at its other end.
final class SocketPair {
  struct NoSocket: Error {}

  /// The server's end.
  let server: Int32
  private let client: Int32
  private var isOpen = true

  init() throws {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, SocketNumbers.stream, 0, &ends) == 0 else { throw NoSocket() }
    (server, client) = (ends[0], ends[1])
  }

  deinit {
    end()
    _ = close(server)
  }

  /// Sends as the client. The bytes must fit into the socket's buffer.
  func send(_ text: String) { send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) {
    let count = SocketNumbers.send(client, bytes, bytes.count)
    #expect(count == bytes.count)
  }

  /// Closes the client's end.
  func end() {
    if isOpen { _ = close(client) }
    isOpen = false
  }
}
