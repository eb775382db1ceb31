import AuthCore

/// Divides the bytes of a connection into lines.
struct AgentLines: Sendable {
  enum Next: Sendable, Equatable {
    /// The line has not arrived completely.
    case incomplete
    case line([UInt8])
    /// The line has more bytes than are allowed. Nothing more can be read.
    case tooLong
  }

  private let limit: Int
  private var bytes: [UInt8] = []
  /// The bytes before this index contain no line feed.
  private var searched = 0

  /// Creates an empty buffer for lines of at most `limit` bytes, without their line feed.
  init(limit: Int) { self.limit = limit }

  /// Whether no byte is left.
  var isEmpty: Bool { bytes.isEmpty }

  /// Adds bytes, which may be secret.
  mutating func append(_ new: some Collection<UInt8>) {
    Wiping.reserve(new.count, in: &bytes)
    bytes += new
  }

  /// Removes the first line.
  mutating func next() -> Next {
    guard let end = bytes[searched...].firstIndex(of: 0x0A) else {
      searched = bytes.count
      return bytes.count > limit ? .tooLong : .incomplete
    }
    guard end <= limit else { return .tooLong }
    let line = Array(bytes[..<end])
    var rest = Array(bytes[(end + 1)...])
    Wiping.wipe(&bytes)
    swap(&bytes, &rest)
    searched = 0
    return .line(line)
  }

  /// Overwrites all bytes.
  mutating func wipe() {
    Wiping.wipe(&bytes)
    bytes = []
    searched = 0
  }
}
