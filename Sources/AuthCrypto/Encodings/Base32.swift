/// Base32 without padding (RFC 4648 §6), the encoding of one-time password secrets.
public enum Base32 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

  /// Encodes `bytes` in upper case, without padding.
  public static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 5 {
        count -= 5
        text.append(alphabet[Int(bits >> UInt32(count) & 31)])
      }
      bits &= (1 << UInt32(count)) - 1
    }
    if count > 0 { text.append(alphabet[Int(bits << UInt32(5 - count) & 31)]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes `text`; nil for an invalid character, an impossible length, or trailing bits that are not zero. Accepts
  /// upper and lower case and ignores padding at the end, because users type these secrets.
  public static func decode(_ text: some StringProtocol) -> [UInt8]? {
    var characters = Array(text.utf8)
    while characters.last == 0x3D { characters.removeLast() }
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for character in characters {
      guard let value = value(character) else { return nil }
      bits = bits << 5 | value
      count += 5
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
        bits &= (1 << UInt32(count)) - 1
      }
    }
    return count < 5 && bits == 0 ? bytes : nil
  }

  private static func value(_ character: UInt8) -> UInt32? {
    switch character {
    case 0x41...0x5A: UInt32(character - 0x41)
    case 0x61...0x7A: UInt32(character - 0x61)
    case 0x32...0x37: UInt32(character - 0x32 + 26)
    default: nil
    }
  }
}
