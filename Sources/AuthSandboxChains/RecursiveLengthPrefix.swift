/// Recursive length prefix (Ethereum yellow paper, appendix B): the encoding of transactions.
enum RecursiveLengthPrefix {
  indirect enum Item: Sendable {
    case bytes([UInt8])
    case list([Item])
  }

  static func encode(_ item: Item) -> [UInt8] {
    switch item {
    case .bytes(let bytes): return bytes.count == 1 && bytes[0] < 0x80 ? bytes : head(bytes.count, 0x80) + bytes
    case .list(let items):
      let content = items.flatMap(encode)
      return head(content.count, 0xC0) + content
    }
  }

  private static func head(_ count: Int, _ base: UInt8) -> [UInt8] {
    if count < 56 { return [base + UInt8(count)] }
    let length = UInt64(count).shortest
    return [base + 55 + UInt8(length.count)] + length
  }
}

extension UInt64 {
  /// The big-endian bytes without leading zeros; none for zero.
  var shortest: [UInt8] { Array((0..<8).map { UInt8(truncatingIfNeeded: self >> (56 - 8 * $0)) }.drop { $0 == 0 }) }
}
