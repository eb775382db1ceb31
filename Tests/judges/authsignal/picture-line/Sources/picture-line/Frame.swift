/// One frame of a WebSocket (RFC 6455 §5.2).
struct Frame {
  enum Kind: UInt8 {
    case continuation = 0x0
    case text = 0x1
    case close = 0x8
    case ping = 0x9
    case pong = 0xA
  }

  struct Malformed: Error {}

  let kind: Kind
  var isLast = true
  let payload: [UInt8]

  /// The bytes of the frame as a client sends them, with a mask.
  var masked: [UInt8] {
    var bytes: [UInt8] = [0x80 | kind.rawValue]
    if payload.count < 126 {
      bytes.append(0x80 | UInt8(payload.count))
    } else {
      bytes += [0x80 | 126, UInt8(truncatingIfNeeded: payload.count >> 8), UInt8(truncatingIfNeeded: payload.count)]
    }
    let mask = (0..<4).map { _ in UInt8.random(in: 0...255) }
    return bytes + mask + payload.enumerated().map { $0.element ^ mask[$0.offset & 3] }
  }

  init(_ kind: Kind, _ payload: [UInt8]) {
    self.kind = kind
    self.payload = payload
  }

  /// Reads a frame from a server, which has no mask.
  ///
  /// - Throws: `Malformed`, or the errors of `read`.
  init(from read: (Int) throws -> [UInt8]) throws {
    let head = try read(2)
    guard let kind = Kind(rawValue: head[0] & 0x0F), head[0] & 0x70 == 0, head[1] & 0x80 == 0 else { throw Malformed() }
    var length = Int(head[1])
    if length >= 126 { length = try read(length == 126 ? 2 : 8).reduce(0) { $0 << 8 | Int($1) } }
    guard length <= 1 << 20 else { throw Malformed() }
    self.kind = kind
    isLast = head[0] & 0x80 != 0
    payload = try length == 0 ? [] : read(length)
  }
}
