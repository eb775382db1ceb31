import AuthCore

/// A parser for the request to a redirect listener. Only `read(from:)` does I/O.
struct RedirectRequest: Sendable {
  enum Reading: Sendable, Equatable {
    /// The request is incomplete.
    case incomplete
    /// The client closed the connection before the request was complete.
    case gone
    /// The request is not the callback. The value is the HTTP status of the response.
    case refused(Int)
    /// The callback, with the target of its request line.
    case hit(String)
  }

  /// The limit of the head, in bytes. The target has 8 KiB at most, and browsers send few header fields to loopback.
  static let maximumByteCount = 16_384
  static let maximumTargetByteCount = 8192

  private let path: String
  private let authority: String
  private var bytes: [UInt8] = []

  init(path: String, authority: String) {
    self.path = path
    self.authority = authority
  }

  /// Adds `more` and returns the state of the request.
  mutating func take(_ more: some Sequence<UInt8>) -> Reading {
    bytes += more
    guard let end = Self.end(of: bytes) else {
      return bytes.count > Self.maximumByteCount ? .refused(431) : .incomplete
    }
    guard end <= Self.maximumByteCount else { return .refused(431) }
    return Self.judge(bytes[..<end], path: path, authority: authority)
  }

  /// Returns the length of the head (RFC 9112 §2.1); nil while the head is incomplete.
  private static func end(of bytes: [UInt8]) -> Int? {
    guard bytes.count >= 4 else { return nil }
    return (0...bytes.count - 4).first { bytes[$0...].starts(with: [0x0D, 0x0A, 0x0D, 0x0A]) }
  }

  private static func judge(_ head: ArraySlice<UInt8>, path: String, authority: String) -> Reading {
    guard let text = String(strictUTF8: head), text.utf8.allSatisfy({ $0 < 0x7F }) else { return .refused(400) }
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0" else { return .refused(400) }
    guard words[0] == "GET" else { return .refused(405) }
    let target = words[1]
    guard target.utf8.count <= maximumTargetByteCount else { return .refused(414) }
    // A different `Host` shows that a page of another site sent the request to a name that resolves to this machine
    // (DNS rebinding).
    let hosts = lines.dropFirst().compactMap(host)
    guard hosts == [authority] else { return .refused(400) }
    let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves[0] == path else { return .refused(404) }
    guard halves.count == 2, !halves[1].isEmpty else { return .refused(400) }
    return .hit(String(target))
  }

  /// Returns the value of a `Host` line; nil for every other line.
  private static func host(_ line: Substring) -> String? {
    let halves = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2, HTTPHeaders.same(String(halves[0]), "host") else { return nil }
    return String(halves[1]).trimmingBlanks.lowercased()
  }
}

extension RedirectRequest {
  /// Reads the available bytes of `socket`.
  mutating func read(from socket: LoopbackSocket) -> Reading {
    switch socket.received() {
    case .nothing: .incomplete
    case .closed: .gone
    case .bytes(let bytes): take(bytes)
    }
  }
}
