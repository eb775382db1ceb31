/// Base 64 for both alphabets of RFC 4648, the standard one and the URL-safe one.
enum Base64Coding {
  static let standard = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  static let urlSafe = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  static func encode(_ bytes: [UInt8], alphabet: [UInt8], padded: Bool) -> String {
    String(decoding: characters(bytes, alphabet: alphabet, padded: padded), as: UTF8.self)
  }

  /// Returns the characters of the text, in an array that is not copied while it grows.
  static func characters(_ bytes: [UInt8], alphabet: [UInt8], padded: Bool) -> [UInt8] {
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
    return text
  }

  /// The value of each of the 256 bytes: six bits for a character of the alphabet, `foreign` for any other byte.
  static let standardValues = values(standard)
  static let urlSafeValues = values(urlSafe)

  /// The value of a byte outside the alphabet. It has higher bits than any six-bit value.
  private static let foreign: UInt8 = 0xFF

  private static func values(_ alphabet: [UInt8]) -> [UInt8] {
    var values = [UInt8](repeating: foreign, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }

  static func decode(_ text: some Sequence<UInt8>, _ values: [UInt8], padded: Bool) -> [UInt8]? {
    // Contiguous bytes are used in place, without a copy.
    let lent = text.withContiguousStorageIfAvailable { decode($0, values, padded: padded) }
    return lent ?? Array(text).withUnsafeBufferPointer { decode($0, values, padded: padded) }
  }

  private static func decode(_ text: UnsafeBufferPointer<UInt8>, _ values: [UInt8], padded: Bool) -> [UInt8]? {
    var count = text.count
    if padded {
      guard count.isMultiple(of: 4) else { return nil }
      for _ in 0..<2 where count > 0 && text[count - 1] == 0x3D { count -= 1 }
    }
    guard count % 4 != 1 else { return nil }
    var isForeign = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count * 3 / 4) { output, written in
      let count = decode(text[..<count], values, into: output)
      (written, isForeign) = (count ?? 0, count == nil)
      // The array now counts as empty, so its owner cannot wipe the decoded bytes.
      if isForeign { Wiping.wipe(UnsafeMutableRawBufferPointer(output)) }
    }
    return isForeign ? nil : bytes
  }

  /// Writes the bytes of each group of four characters and of the remainder, which must not be a single character.
  ///
  /// - Returns: the number of bytes; nil for a character outside the alphabet, or if the bits after the last byte are
  ///   not zero.
  static func decode(
    _ text: Slice<UnsafeBufferPointer<UInt8>>, _ values: [UInt8], into output: UnsafeMutableBufferPointer<UInt8>
  ) -> Int? {
    let text = UnsafeBufferPointer(rebasing: text)
    return values.withUnsafeBufferPointer { values in
      var (index, written) = (0, 0)
      var seen: UInt8 = 0
      while index + 4 <= text.count {
        let (first, second) = (values[Int(text[index])], values[Int(text[index + 1])])
        let (third, fourth) = (values[Int(text[index + 2])], values[Int(text[index + 3])])
        seen |= first | second | third | fourth
        output[written] = first << 2 | second >> 4
        output[written + 1] = second << 4 | third >> 2
        output[written + 2] = third << 6 | fourth
        written += 3
        index += 4
      }
      // The bits that remain after the last whole byte must be zero (RFC 4648 §3.5): each value has only one encoding.
      var rest: UInt8 = 0
      if index < text.count {
        let (first, second) = (values[Int(text[index])], values[Int(text[index + 1])])
        seen |= first | second
        output[written] = first << 2 | second >> 4
        written += 1
        rest = second << 4
        if index + 2 < text.count {
          let third = values[Int(text[index + 2])]
          seen |= third
          output[written] = second << 4 | third >> 2
          written += 1
          rest = third << 6
        }
      }
      return seen > 63 || rest != 0 ? nil : written
    }
  }
}
