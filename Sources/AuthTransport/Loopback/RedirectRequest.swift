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
  /// The `state` that the callback must have; nil if any value is accepted.
  private let state: String?
  private var bytes: [UInt8] = []

  init(path: String, authority: String, state: String? = nil) {
    self.path = path
    self.authority = authority
    self.state = state
  }

  /// Adds `more` and returns the state of the request.
  mutating func take(_ more: some Sequence<UInt8>) -> Reading {
    bytes += more
    guard let end = Self.end(of: bytes) else {
      return bytes.count > Self.maximumByteCount ? .refused(431) : .incomplete
    }
    guard end <= Self.maximumByteCount else { return .refused(431) }
    return judge(bytes[..<end])
  }

  /// Returns the length of the head (RFC 9112 §2.1); nil while the head is incomplete.
  private static func end(of bytes: [UInt8]) -> Int? {
    guard bytes.count >= 4 else { return nil }
    return (0...bytes.count - 4).first { bytes[$0...].starts(with: [0x0D, 0x0A, 0x0D, 0x0A]) }
  }

  private func judge(_ head: ArraySlice<UInt8>) -> Reading {
    guard let text = String(strictUTF8: head), text.utf8.allSatisfy({ $0 < 0x7F }) else { return .refused(400) }
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0" else { return .refused(400) }
    // A different `Host` shows that a page of another site sent the request to a name that resolves to this machine
    // (DNS rebinding). This check is the first, so that the page learns nothing else from the response.
    let fields = lines.dropFirst().compactMap(Self.field)
    guard fields.filter({ $0.name == "host" }).map({ $0.value.lowercased() }) == [authority] else {
      return .refused(421)
    }
    guard words[0] == "GET" else { return .refused(405) }
    let target = words[1]
    guard target.utf8.count <= Self.maximumTargetByteCount else { return .refused(414) }
    // A page can make the browser send this request in the background, or show the response in a frame. The redirect of
    // a sign-in is a top-level navigation. Browsers say which kind a request is (Fetch Metadata).
    let isNavigation = fields.allSatisfy { name, value in
      switch name {
      case "sec-fetch-mode": value == "navigate"
      case "sec-fetch-dest": value == "document"
      default: true
      }
    }
    guard isNavigation else { return .refused(403) }
    let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves[0] == path else { return .refused(404) }
    guard halves.count == 2, !halves[1].isEmpty else { return .refused(400) }
    guard let state else { return .hit(String(target)) }
    // A request with another state belongs to an earlier sign-in, or is forged.
    let given = PercentEncoding.decodeForm(halves[1])?.filter { $0.name == "state" }.map(\.value) ?? []
    guard given.count == 1, ConstantTime.equal(given[0], state) else { return .refused(400) }
    return .hit(String(target))
  }

  /// Returns the name, in lower case, and the value of a field line; nil for a line without a colon.
  private static func field(_ line: Substring) -> (name: String, value: String)? {
    let halves = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2 else { return nil }
    return (String(halves[0]).lowercased(), String(halves[1]).trimmingBlanks)
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
