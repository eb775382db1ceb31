#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads requests from a connection, one after the other.
struct RequestReader {
  private static let headLimit = 16 << 10
  private static let bodyLimit = 1 << 20
  private let connection: Int32
  /// The time limit for a request, including all pauses. It is checked before each read from the connection.
  private let patience: Duration
  /// Bytes that were read and do not belong to a returned request.
  private var bytes: [UInt8] = []
  /// Whether the last returned request leaves the connection open.
  private(set) var keepsConnection = false

  init(_ connection: Int32, patience: Duration = .seconds(60)) {
    self.connection = connection
    self.patience = patience
  }

  /// Reads the next request. Returns nil if the client has closed the connection, even within a request, and if nothing
  /// has arrived within the socket's own limit.
  ///
  /// - Throws: the refusal of an invalid request, after which nothing more can be read.
  mutating func next() throws(RequestRefusal) -> BackendRequest? {
    // Before a request, only the socket's own limit applies.
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

  /// Reads the rest of a refused request. If the connection were closed earlier, it would be reset, and the response
  /// would be lost (RFC 9112 §9.6).
  mutating func discardRest() {
    var count = 0
    while count <= Self.bodyLimit, receive() {
      count += bytes.count
      bytes = []
    }
  }

  /// Returns the index at which the body begins, after an empty line; nil if the client has closed the connection.
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
