import BackendServer
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A client of a local server that can send any bytes. It waits on separate threads, because a server under test needs
/// the threads of Swift's pool.
final class LoopbackConnection: Sendable {
  struct NotReached: Error {}

  private let connection: Int32

  init(port: UInt16) throws {
    connection = socket(AF_INET, 1, 0)  // SOCK_STREAM
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

  /// Sends bytes that fit into the socket's buffer.
  func write(_ text: String) { write(Array(text.utf8)[...]) }

  func write(_ bytes: ArraySlice<UInt8>) { #expect(put(bytes) == bytes.count) }

  /// Sends bytes, as many as the server takes; returns whether it took all.
  func writeAll(_ bytes: [UInt8]) async -> Bool {
    await onThread { [self] in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = put(rest)
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }

  func endSending() { _ = shutdown(connection, 1) }  // SHUT_WR

  /// Returns the bytes that arrive until the server closes the connection.
  func everything() async -> String { await receive { _ in false } }

  /// Returns the bytes that arrive until `end` was received.
  func text(until end: String) async -> String { await receive { $0.hasSuffix(end) } }

  private func receive(until isDone: @escaping @Sendable (String) -> Bool) async -> String {
    await onThread { [self] in
      var text = ""
      var buffer = [UInt8](repeating: 0, count: 4096)
      while !isDone(text) {
        let count = recv(connection, &buffer, buffer.count, 0)
        guard count > 0 else { break }
        text += String(decoding: buffer[..<count], as: UTF8.self)
      }
      return text
    }
  }

  private func put(_ bytes: ArraySlice<UInt8>) -> Int {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    return bytes.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, flags) }
  }

  private func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in DetachedThread.start { continuation.resume(returning: body()) } }
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

  /// The statuses of the responses.
  var statuses: [String] {
    components(between: "HTTP/1.1 ", and: " ").filter { $0.count == 3 && $0.allSatisfy(\.isNumber) }
  }
}
