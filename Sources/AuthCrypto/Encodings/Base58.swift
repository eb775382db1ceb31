import AuthCore

#if canImport(CryptoKit)
  import CryptoKit
#endif

/// Base58 with Bitcoin's alphabet.
public enum Base58 {
  private static let alphabet = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)

  /// The longest accepted text, in characters. Keys are far shorter, and the decoding time grows with the square of the
  /// length.
  private static let maximumLength = 4096

  /// Encodes `bytes`; each leading zero byte becomes a `1`.
  public static func encode(_ bytes: some Collection<UInt8>) -> String {
    let zeros = bytes.prefix { $0 == 0 }.count
    var digits: [UInt8] = []
    for byte in bytes.dropFirst(zeros) {
      var carry = Int(byte)
      for index in digits.indices {
        carry += Int(digits[index]) << 8
        digits[index] = UInt8(carry % 58)
        carry /= 58
      }
      while carry > 0 {
        digits.append(UInt8(carry % 58))
        carry /= 58
      }
    }
    let text = [UInt8](repeating: alphabet[0], count: zeros) + digits.reversed().map { alphabet[Int($0)] }
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes `text`; nil if a character is not in the alphabet, or if the text has more than 4,096 characters.
  public static func decode(_ text: some StringProtocol) -> [UInt8]? {
    let characters = Array(text.utf8)
    guard characters.count <= maximumLength else { return nil }
    let zeros = characters.prefix { $0 == alphabet[0] }.count
    var bytes: [UInt8] = []
    for character in characters.dropFirst(zeros) {
      guard var carry = alphabet.firstIndex(of: character) else { return nil }
      for index in bytes.indices {
        carry += Int(bytes[index]) * 58
        bytes[index] = UInt8(truncatingIfNeeded: carry)
        carry >>= 8
      }
      while carry > 0 {
        bytes.append(UInt8(truncatingIfNeeded: carry))
        carry >>= 8
      }
    }
    return [UInt8](repeating: 0, count: zeros) + bytes.reversed()
  }
}
