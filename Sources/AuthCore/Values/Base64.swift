/// Base 64 with its standard alphabet and padding (RFC 4648 §4), read strictly.
public enum Base64 {
  /// The padded standard form.
  public static func encode(_ bytes: some Sequence<UInt8>) -> String {
    Base64Coding.encode(Array(bytes), alphabet: Base64Coding.standard, padded: true)
  }

  /// The bytes of the padded standard form; nil for anything else: a wrong length, a foreign character, white space,
  /// bits that are not zero after the last byte.
  public static func decode(_ text: some StringProtocol) -> [UInt8]? {
    Base64Coding.decode(Array(text.utf8), urlSafe: false, padded: true)
  }
}

/// Base 64 with the URL-safe alphabet and no padding (RFC 4648 §5, RFC 7515 §2), read strictly.
public enum Base64URL {
  /// The unpadded URL-safe form.
  public static func encode(_ bytes: some Sequence<UInt8>) -> String {
    Base64Coding.encode(Array(bytes), alphabet: Base64Coding.urlSafe, padded: false)
  }

  /// The bytes of the unpadded URL-safe form; nil for anything else, padding and trailing bits included.
  public static func decode(_ text: some StringProtocol) -> [UInt8]? {
    Base64Coding.decode(Array(text.utf8), urlSafe: true, padded: false)
  }

  /// The bytes of the unpadded URL-safe form, taken from UTF-8 as it came.
  public static func decode(utf8 characters: some Sequence<UInt8>) -> [UInt8]? {
    Base64Coding.decode(Array(characters), urlSafe: true, padded: false)
  }
}

/// What both alphabets share.
enum Base64Coding {
  static let standard = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  static let urlSafe = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  static func encode(_ bytes: [UInt8], alphabet: [UInt8], padded: Bool) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let group = min(3, bytes.count - index)
      let bits =
        UInt32(bytes[index]) << 16 | (group > 1 ? UInt32(bytes[index + 1]) << 8 : 0)
        | (group > 2 ? UInt32(bytes[index + 2]) : 0)
      for position in 0...group { text.append(alphabet[Int(bits >> UInt32(18 - 6 * position) & 63)]) }
      if padded { for _ in group..<3 { text.append(0x3D) } }
      index += 3
    }
    return String(decoding: text, as: UTF8.self)
  }

  static func decode(_ text: [UInt8], urlSafe: Bool, padded: Bool) -> [UInt8]? {
    var characters = text[...]
    if padded {
      guard text.count.isMultiple(of: 4) else { return nil }
      for _ in 0..<2 where characters.last == 0x3D { characters.removeLast() }
    }
    guard characters.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(characters.count * 3 / 4)
    var bits: UInt32 = 0
    var count = 0
    for character in characters {
      guard let sextet = value(character, urlSafe: urlSafe) else { return nil }
      bits = bits << 6 | UInt32(sextet)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
        bits &= (1 << UInt32(count)) - 1
      }
    }
    return bits == 0 ? bytes : nil
  }

  private static func value(_ character: UInt8, urlSafe: Bool) -> UInt8? {
    switch character {
    case 0x41...0x5A: character - 0x41
    case 0x61...0x7A: character - 0x61 + 26
    case 0x30...0x39: character - 0x30 + 52
    case 0x2D where urlSafe, 0x2B where !urlSafe: 62
    case 0x5F where urlSafe, 0x2F where !urlSafe: 63
    default: nil
    }
  }
}
