import AuthCore

/// The frames that a server sends (RFC 6455 §5.2): neither fragmented nor masked.
enum WebSocketFrame {
  enum Opcode: UInt8, Sendable {
    case continuation = 0
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10

    var isControl: Bool { rawValue >= 8 }
  }

  static func bytes(_ opcode: Opcode, _ payload: some Collection<UInt8>) -> [UInt8] {
    var bytes = [0x80 | opcode.rawValue]
    let count = UInt64(payload.count)
    switch count {
    case ..<126: bytes.append(UInt8(count))
    case ..<65_536: bytes += [126, UInt8(count >> 8), UInt8(count & 0xFF)]
    default: bytes += [127] + (0..<8).map { UInt8(truncatingIfNeeded: count >> (56 - 8 * $0)) }
    }
    return bytes + payload
  }

  static func text(_ text: String) -> [UInt8] { bytes(.text, text.utf8) }

  /// Returns a close frame. Its reason is cut to fit into a control frame.
  static func close(_ code: WebSocketCloseCode, _ reason: String = "") -> [UInt8] {
    var cut = reason[...]
    while cut.utf8.count > 123 { cut = cut.dropLast() }
    return bytes(.close, [UInt8(code.rawValue >> 8), UInt8(code.rawValue & 0xFF)] + cut.utf8)
  }
}
