/// Base 16 (RFC 4648 §8), but written in lower case. Decoding accepts both cases.
public enum Hex {
  /// Returns two lower-case digits for each byte.
  public static func encode(_ bytes: some Sequence<UInt8>) -> String {
    bytes.withContiguousStorageIfAvailable(encode) ?? Array(bytes).withUnsafeBufferPointer(encode)
  }

  private static func encode(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    String(unsafeUninitializedCapacity: bytes.count * 2) { digits in
      for (index, byte) in bytes.enumerated() {
        digits[2 * index] = digit(byte >> 4)
        digits[2 * index + 1] = digit(byte & 15)
      }
      return bytes.count * 2
    }
  }

  /// Returns the bytes of `text`; nil if its length is odd or a character is not a hexadecimal digit.
  public static func decode(_ text: some StringProtocol) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = value(digits[index]), let low = value(digits[index + 1]) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func digit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? 0x30 + nibble : 0x57 + nibble
  }

  /// Returns the value of a hexadecimal digit; nil for any other character.
  static func value(_ character: UInt8) -> UInt8? {
    switch character {
    case 0x30...0x39: character - 0x30
    case 0x41...0x46: character - 0x37
    case 0x61...0x66: character - 0x57
    default: nil
    }
  }
}
