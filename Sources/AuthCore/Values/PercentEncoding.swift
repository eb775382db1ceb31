/// Percent-encoding of URL components (RFC 3986 §2) and of form bodies (WHATWG URL §5).
public enum PercentEncoding {
  /// Encodes every byte outside RFC 3986's unreserved set as `%XX`, for a query value or one path segment.
  public static func encode(_ text: String) -> String {
    encode(Array(text.utf8), blankAsPlus: false)
  }

  /// Decodes `%XX` sequences; nil if a sequence is malformed or the bytes are not UTF-8. A `+` stays a `+`.
  public static func decode(_ text: some StringProtocol) -> String? {
    decode(Array(text.utf8), plusAsBlank: false)
  }

  /// Encodes fields as `application/x-www-form-urlencoded`, in their order: a space becomes `+`, and every other byte
  /// outside RFC 3986's unreserved set becomes `%XX`. The WHATWG's serialiser does not encode `*`, but encodes `~`;
  /// decoders accept both forms.
  public static func encodeForm(_ fields: [(name: String, value: String)]) -> String {
    fields.map { field in
      encode(Array(field.name.utf8), blankAsPlus: true) + "=" + encode(Array(field.value.utf8), blankAsPlus: true)
    }.joined(separator: "&")
  }

  /// Decodes the fields of a form body or a query, in their order and with duplicates. Empty fields are skipped. The
  /// result is nil if a `%XX` sequence is malformed or the bytes of a name or value are not UTF-8.
  public static func decodeForm(_ text: some StringProtocol) -> [(name: String, value: String)]? {
    var fields: [(name: String, value: String)] = []
    // The text is split by bytes, because Swift combines a separator and a following combining mark into one character.
    for part in text.utf8.split(separator: 0x26, omittingEmptySubsequences: true) {
      let halves = part.split(separator: 0x3D, maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = decode(Array(halves[0]), plusAsBlank: true) else { return nil }
      guard let value = decode(halves.count > 1 ? Array(halves[1]) : [], plusAsBlank: true) else { return nil }
      fields.append((name, value))
    }
    return fields
  }

  private static func encode(_ bytes: [UInt8], blankAsPlus: Bool) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for byte in bytes {
      switch byte {
      case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, 0x2D, 0x2E, 0x5F, 0x7E: result.append(byte)
      case 0x20 where blankAsPlus: result.append(0x2B)
      default: result += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func decode(_ bytes: [UInt8], plusAsBlank: Bool) -> String? {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x25 {
        guard index + 2 < bytes.count,
          let pair = Hex.decode(String(decoding: bytes[index + 1...index + 2], as: UTF8.self))
        else { return nil }
        result += pair
        index += 3
      } else {
        result.append(byte == 0x2B && plusAsBlank ? 0x20 : byte)
        index += 1
      }
    }
    return String(strictUTF8: result)
  }
}
