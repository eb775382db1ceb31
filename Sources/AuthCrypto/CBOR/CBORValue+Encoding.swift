extension CBORValue {
  /// The deterministic encoding (RFC 8949 §4.2.1): the shortest heads and floating-point numbers, definite lengths, and
  /// map keys in the bytewise order of their encodings.
  public var encoded: [UInt8] {
    var bytes: [UInt8] = []
    write(into: &bytes)
    return bytes
  }

  private func write(into bytes: inout [UInt8]) {
    switch self {
    case .unsigned(let value): Self.head(0, value, into: &bytes)
    case .negative(let value): Self.head(1, value, into: &bytes)
    case .bytes(let value):
      Self.head(2, UInt64(value.count), into: &bytes)
      bytes += value
    case .text(let value):
      Self.head(3, UInt64(value.utf8.count), into: &bytes)
      bytes += value.utf8
    case .array(let elements):
      Self.head(4, UInt64(elements.count), into: &bytes)
      for element in elements { element.write(into: &bytes) }
    case .map(let pairs):
      Self.head(5, UInt64(pairs.count), into: &bytes)
      let encodings = pairs.map { (key: $0.key.encoded, value: $0.value) }
      for pair in encodings.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
        bytes += pair.key
        pair.value.write(into: &bytes)
      }
    case .tagged(let tag, let value):
      Self.head(6, tag, into: &bytes)
      value.write(into: &bytes)
    case .bool(let value): bytes.append(value ? 0xF5 : 0xF4)
    case .null: bytes.append(0xF6)
    case .undefined: bytes.append(0xF7)
    case .simple(let value): bytes += value < 24 ? [0xE0 | value] : [0xF8, value]
    case .float(let value): Self.write(value, into: &bytes)
    }
  }

  private static func head(_ major: UInt8, _ value: UInt64, into bytes: inout [UInt8]) {
    switch value {
    case 0..<24: bytes.append(major << 5 | UInt8(value))
    case 24...0xFF: bytes += [major << 5 | 24, UInt8(value)]
    case 0x100...0xFFFF: bytes += [major << 5 | 25] + bigEndian(value, 2)
    case 0x1_0000...0xFFFF_FFFF: bytes += [major << 5 | 26] + bigEndian(value, 4)
    default: bytes += [major << 5 | 27] + bigEndian(value, 8)
    }
  }

  private static func write(_ value: Double, into bytes: inout [UInt8]) {
    if let half = HalfPrecision.bits(of: value) {
      bytes += [0xF9] + bigEndian(UInt64(half), 2)
    } else if let single = Float(exactly: value) {
      bytes += [0xFA] + bigEndian(UInt64(single.bitPattern), 4)
    } else {
      bytes += [0xFB] + bigEndian(value.bitPattern, 8)
    }
  }

  private static func bigEndian(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * (count - 1 - $0))) }
  }
}
