/// A source of unpredictable bytes. It is passed in, so that tests can repeat a run from a seed.
public protocol RandomSource: Sendable {
  /// Fills the whole buffer.
  func fill(_ buffer: UnsafeMutableRawBufferPointer)
}

extension RandomSource {
  /// Returns `count` random bytes.
  public func bytes(_ count: Int) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: count)
    result.withUnsafeMutableBytes { fill($0) }
    return result
  }

  /// Returns `byteCount` random bytes in base64url without padding.
  public func token(byteCount: Int = 16) -> String { Base64URL.encode(bytes(byteCount)) }

  /// Returns a random UUID (version 4, RFC 9562 §5.4) in lower case.
  public func uuid() -> String {
    var value = bytes(16)
    value[6] = value[6] & 0x0F | 0x40
    value[8] = value[8] & 0x3F | 0x80
    let digits = Array(Hex.encode(value).utf8)
    let parts = [digits[0..<8], digits[8..<12], digits[12..<16], digits[16..<20], digits[20..<32]]
    return parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
  }

  /// Returns a random number from 0 up to, but not including, 1.
  public func fraction() -> Double {
    let word = bytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Double(word >> 11) * 0x1p-53
  }

  /// Returns `count` random characters of `alphabet`, which must not be empty; each character is equally likely.
  public func characters(_ count: Int, of alphabet: String) -> String {
    let letters = Array(alphabet)
    precondition(!letters.isEmpty, "the alphabet must have at least one character")
    // A number at or above the largest multiple of the alphabet's length that fits in 64 bits is replaced by another
    // one. Otherwise the first characters of the alphabet would be more likely.
    let limit = UInt64.max - UInt64.max % UInt64(letters.count)
    var result = ""
    for _ in 0..<count {
      var word = UInt64.max
      while word >= limit { word = bytes(8).reduce(0) { $0 << 8 | UInt64($1) } }
      result.append(letters[Int(word % UInt64(letters.count))])
    }
    return result
  }
}
