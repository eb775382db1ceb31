import AuthCore

/// A strict reader of a client's frames (RFC 6455 §5). The bytes may arrive in pieces of any size; the reader assembles
/// frames and messages from the pieces.
struct WebSocketFrameReader: Sendable {
  enum Event: Sendable, Hashable {
    case text(String)
    case ping([UInt8])
    case pong
    /// The client's close frame, with the payload of the reply.
    case close([UInt8])
  }

  /// An error in the client's frames that ends the connection, with the code and reason of the close frame.
  struct Failure: Error, Hashable {
    let code: WebSocketCloseCode
    let reason: String
  }

  private let limit: Int
  private var buffer: [UInt8] = []
  /// The message whose first fragment has arrived.
  private var message: [UInt8]?

  /// - Parameter limit: the largest message in bytes.
  init(limit: Int) { self.limit = limit }

  /// Returns the next event in the bytes so far; nil when more bytes are needed.
  mutating func next() throws(Failure) -> Event? {
    while let frame = try frame() {
      buffer.removeFirst(frame.size)
      if let event = try event(frame) { return event }
    }
    return nil
  }

  mutating func append(_ bytes: some Sequence<UInt8>) { buffer += bytes }

  private struct Frame {
    let isLast: Bool
    let opcode: WebSocketFrame.Opcode
    let payload: [UInt8]
    /// The frame's size, with its header.
    let size: Int
  }

  private func frame() throws(Failure) -> Frame? {
    guard buffer.count >= 2 else { return nil }
    guard buffer[0] & 0x70 == 0, let opcode = WebSocketFrame.Opcode(rawValue: buffer[0] & 0x0F) else {
      throw Failure(code: .protocolError, reason: "the frame has a reserved bit or an unknown opcode")
    }
    let isLast = buffer[0] & 0x80 != 0
    guard buffer[1] & 0x80 != 0 else { throw Failure(code: .protocolError, reason: "a client's frame must be masked") }
    guard let (count, start) = try length(opcode, isLast: isLast) else { return nil }
    guard buffer.count >= start + 4 + count else { return nil }
    let mask = buffer[start..<start + 4]
    let payload = buffer[(start + 4)..<(start + 4 + count)].enumerated().map { $1 ^ mask[start + $0 % 4] }
    return Frame(isLast: isLast, opcode: opcode, payload: payload, size: start + 4 + count)
  }

  /// Returns the payload's length and the position of the masking key; nil if more bytes are needed. The length is
  /// checked before the payload arrives, so that the reader never waits for more than the limit.
  private func length(
    _ opcode: WebSocketFrame.Opcode, isLast: Bool
  ) throws(Failure) -> (count: Int, start: Int)? {
    let short = Int(buffer[1] & 0x7F)
    if opcode.isControl {
      guard isLast, short < 126 else {
        throw Failure(code: .protocolError, reason: "a control frame must not be fragmented or longer than 125 bytes")
      }
      return (short, 2)
    }
    let size = short < 126 ? 0 : short == 126 ? 2 : 8
    guard buffer.count >= 2 + size else { return nil }
    let count = size == 0 ? UInt64(short) : buffer[2..<2 + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard size == 0 || count >= (size == 2 ? 126 : 65_536), count >> 63 == 0 else {
      throw Failure(code: .protocolError, reason: "the length is not in its shortest encoding, or its first bit is set")
    }
    guard count <= UInt64(limit - (message?.count ?? 0)) else {
      throw Failure(code: .tooBig, reason: "the message is longer than \(limit) bytes")
    }
    return (Int(count), 2 + size)
  }

  private mutating func event(_ frame: Frame) throws(Failure) -> Event? {
    switch frame.opcode {
    case .ping: return .ping(frame.payload)
    case .pong: return .pong
    case .close: return .close(try Self.closeReply(to: frame.payload))
    case .binary: throw Failure(code: .unsupportedData, reason: "only text messages are supported")
    case .text:
      guard message == nil else {
        throw Failure(code: .protocolError, reason: "a new message began inside a fragmented one")
      }
      message = frame.payload
    case .continuation:
      guard message != nil else {
        throw Failure(code: .protocolError, reason: "a continuation frame has no message to continue")
      }
      message?.append(contentsOf: frame.payload)
    }
    guard frame.isLast, let whole = message else { return nil }
    message = nil
    guard let text = String(strictUTF8: whole) else {
      throw Failure(code: .invalidData, reason: "the text is not UTF-8")
    }
    return .text(text)
  }

  /// Returns the payload of the reply to a close frame: the client's status code, without the reason (RFC 6455 §5.5.1).
  private static func closeReply(to payload: [UInt8]) throws(Failure) -> [UInt8] {
    guard !payload.isEmpty else { return [] }
    guard payload.count >= 2 else { throw Failure(code: .protocolError, reason: "the close code is incomplete") }
    switch UInt16(payload[0]) << 8 | UInt16(payload[1]) {
    case 1000...1003, 1007...1014, 3000...4999: break
    default: throw Failure(code: .protocolError, reason: "the close code is not one that a client may send")
    }
    guard String(strictUTF8: payload[2...]) != nil else {
      throw Failure(code: .invalidData, reason: "the close reason is not UTF-8")
    }
    return Array(payload[..<2])
  }
}
