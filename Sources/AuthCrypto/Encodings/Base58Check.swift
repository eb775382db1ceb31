import AuthCore

#if canImport(CryptoKit)
  import CryptoKit
#endif

/// Base58 with four bytes of a double SHA-256 at the end.
public enum Base58Check {
  /// The text of `bytes` and their checksum.
  public static func encode(_ bytes: some Collection<UInt8>) -> String {
    Base58.encode(Array(bytes) + checksum(Array(bytes)))
  }

  /// The bytes of `text` without the checksum, or nil if the checksum is wrong.
  public static func decode(_ text: some StringProtocol) -> [UInt8]? {
    guard let bytes = Base58.decode(text), bytes.count >= 4 else { return nil }
    let payload = Array(bytes.dropLast(4))
    return checksum(payload) == Array(bytes.suffix(4)) ? payload : nil
  }

  private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
    Array(Array(SHA256.hash(data: Array(SHA256.hash(data: bytes)))).prefix(4))
  }
}
