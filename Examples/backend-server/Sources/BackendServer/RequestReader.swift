#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads requests off a connection, one after the other.
struct RequestReader {
  private static let headLimit = 16 << 10
  private static let bodyLimit = 1 << 20
  private let connection: Int32
  /// How long a request may take from its first byte to its last: many short pauses make no long one.
  private let patience: Duration
  /// What was read and belongs to no request that was given out.
  private var bytes: [UInt8] = []
  /// Whether the request that was given out last leaves the connection open.
  private(set) var keepsConnection = false

  init(_ connection: Int32, patience: Duration = .seconds(60)) {
    self.connection = connection
    self.patience = patience
  }

  /// The next request; nil when the client has said all that it will, within a request too.
  mutating func next() throws(RequestRefusal) -> BackendRequest? {
    // A client may wait before a request as long as the socket lets it.
    if bytes.isEmpty { guard receive() else { return nil } }
    let end = ContinuousClock.now + patience
    guard let bodyStart = try findBody(before: end) else { return nil }
    let head = try RequestHead(bytes[..<bodyStart])
    guard head.length <= Self.bodyLimit else { throw .bodyTooLarge }
    let requestEnd = bodyStart + head.length
    while bytes.count < requestEnd { guard try receive(before: end) else { return nil } }
    let body = Array(bytes[bodyStart..<requestEnd])
    bytes.removeFirst(requestEnd)
    keepsConnection = head.keepsConnection
    return BackendRequest(head.method, head.target, authorization: head.authorization, body: body)
  }

  /// Reads what a client is still sending of a refused request: closed before, the connection would be reset and the
  /// answer lost (RFC 9112 §9.6).
  mutating func discardRest() {
    var count = 0
    while count <= Self.bodyLimit, receive() {
      count += bytes.count
      bytes = []
    }
  }

  /// Where the body begins: behind an empty line.
  private mutating func findBody(before end: ContinuousClock.Instant) throws(RequestRefusal) -> Int? {
    var index = 0
    while true {
      while index + 3 < bytes.count {
        guard index + 4 <= Self.headLimit else { throw .headTooLarge }
        if bytes[index + 3] == 0x0A, bytes[index + 2] == 0x0D, bytes[index + 1] == 0x0A, bytes[index] == 0x0D {
          return index + 4
        }
        index += 1
      }
      guard try receive(before: end) else { return nil }
    }
  }

  private mutating func receive(before end: ContinuousClock.Instant) throws(RequestRefusal) -> Bool {
    guard ContinuousClock.now < end else { throw .late }
    return receive()
  }

  private mutating func receive() -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { buffer in
      var count = recv(connection, buffer.baseAddress, buffer.count, 0)
      while count < 0, errno == EINTR { count = recv(connection, buffer.baseAddress, buffer.count, 0) }
      guard count > 0 else { return false }
      bytes += buffer[..<count]
      return true
    }
  }
}
