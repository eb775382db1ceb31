import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What is derived from the key file: one key that seals records, one that names files, and the pair's own name.
struct VaultKeys: Sendable {
  /// Seals records.
  let sealing: SymmetricKey
  /// Turns record names into file names, so that a directory listing says nothing about its users.
  let naming: SymmetricKey
  /// Eight bytes by which a record tells that it was sealed with another key.
  let identity: [UInt8]

  init(wrappingKey: Secret) {
    let key = wrappingKey.withBytes { SymmetricKey(data: $0) }
    func derived(_ purpose: String, _ count: Int) -> SymmetricKey {
      HKDF<SHA256>.deriveKey(
        inputKeyMaterial: key, info: Array("latchkey file store v1 \(purpose)".utf8), outputByteCount: count)
    }
    sealing = derived("seal", 32)
    naming = derived("name", 32)
    identity = derived("identity", 8).withUnsafeBytes { Array($0) }
  }

  /// A file name for parts that are people's text: 160 bits, which nobody without the key can guess the parts of.
  func fileName(_ parts: [String]) -> String {
    var message: [UInt8] = []
    for part in parts { message += LengthPrefixed.encode(part) }
    return Hex.encode(HMAC<SHA256>.authenticationCode(for: message, using: naming).prefix(20))
  }
}

/// Texts and bytes behind their length, so that no two lists of them read the same.
enum LengthPrefixed {
  static func encode(_ text: String) -> [UInt8] { encode(Array(text.utf8)) }

  static func encode(_ bytes: [UInt8]) -> [UInt8] { bigEndian(UInt32(truncatingIfNeeded: bytes.count)) + bytes }

  static func bigEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }

  static func number<Number: FixedWidthInteger>(_ bytes: some Sequence<UInt8>, as type: Number.Type) -> Number {
    bytes.reduce(0) { $0 << 8 | Number($1) }
  }
}
