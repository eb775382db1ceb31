/// Base 64 with the URL-safe alphabet and no padding (RFC 4648 §5, RFC 7515 §2), read strictly.
public enum Base64URL {
  /// Returns the unpadded URL-safe form.
  public static func encode(_ bytes: some Sequence<UInt8>) -> String {
    Base64Coding.encode(Array(bytes), alphabet: Base64Coding.urlSafe, padded: false)
  }

  /// Returns the bytes of the unpadded URL-safe form; nil for anything else: a wrong length, padding, a foreign
  /// character, white space, or non-zero bits after the last byte.
  public static func decode(_ text: some StringProtocol) -> [UInt8]? {
    Base64Coding.decode(text.utf8, Base64Coding.urlSafeValues, padded: false)
  }

  /// Returns the bytes of the unpadded URL-safe form, which is given as UTF-8; nil for anything else.
  public static func decode(utf8 characters: some Sequence<UInt8>) -> [UInt8]? {
    Base64Coding.decode(characters, Base64Coding.urlSafeValues, padded: false)
  }

  /// Returns the largest number of bytes that `characterCount` characters can encode.
  package static func byteCount(of characterCount: Int) -> Int { characterCount * 3 / 4 }

  /// Writes the bytes of the unpadded URL-safe form to a buffer with room for `byteCount(of:)`, and returns their
  /// number; nil for any other string, and for a smaller buffer.
  package static func decode(
    _ characters: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>
  ) -> Int? {
    guard characters.count % 4 != 1, output.count >= byteCount(of: characters.count) else { return nil }
    return Base64Coding.decode(characters[...], Base64Coding.urlSafeValues, into: output)
  }
}
