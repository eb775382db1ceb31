import AuthCore

#if canImport(CryptoKit)
  import CryptoKit
#endif

/// Base58 with a checksum at the end: the first four bytes of a double SHA-256.
public enum Base58Check {
  /// Encodes `bytes` and their checksum.
  public static func encode(_ bytes: some Collection<UInt8>) -> String {
    Base58.encode(Array(bytes) + checksum(Array(bytes)))
  }

  /// Decodes `text` and removes the checksum; nil if the text is invalid or the checksum is wrong.
  public static func decode(_ text: some StringProtocol) -> [UInt8]? {
    guard let bytes = Base58.decode(text), bytes.count >= 4 else { return nil }
    let payload = Array(bytes.dropLast(4))
    return checksum(payload) == Array(bytes.suffix(4)) ? payload : nil
  }

  private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
    Array(Array(SHA256.hash(data: Array(SHA256.hash(data: bytes)))).prefix(4))
  }
}
