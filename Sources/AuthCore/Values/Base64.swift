/// Base 64 with its standard alphabet and padding (RFC 4648 §4), read strictly.
public enum Base64 {
  /// Returns the padded standard form.
  public static func encode(_ bytes: some Sequence<UInt8>) -> String {
    Base64Coding.encode(Array(bytes), alphabet: Base64Coding.standard, padded: true)
  }

  /// Returns the bytes of the padded standard form; nil for anything else: a wrong length, a foreign character, white
  /// space, or non-zero bits after the last byte.
  public static func decode(_ text: some StringProtocol) -> [UInt8]? {
    Base64Coding.decode(text.utf8, Base64Coding.standardValues, padded: true)
  }

  /// Returns the ASCII characters of `encode`. The caller can wipe them, in contrast to a string.
  package static func encodeCharacters(_ bytes: [UInt8]) -> [UInt8] {
    Base64Coding.characters(bytes, alphabet: Base64Coding.standard, padded: true)
  }

  /// Returns the bytes of ASCII characters as `decode` does for a string.
  package static func decodeCharacters(_ characters: [UInt8]) -> [UInt8]? {
    Base64Coding.decode(characters, Base64Coding.standardValues, padded: true)
  }
}
