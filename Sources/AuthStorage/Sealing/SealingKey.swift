package import AuthCore
import AuthCrypto

/// A key that seals the records of a directory, with its public id.
package struct SealingKey: Sendable {
  /// The secret from which the sealing key and the id are derived.
  package let key: Secret
  /// The AES key that seals records.
  let sealing: SymmetricKey
  /// The key id: the eight bytes in a record's header that identify its key.
  package let identity: [UInt8]

  init(_ key: Secret) {
    self.key = key
    let extracted = Self.extract(from: key)
    sealing = Self.expand(extracted, "seal", 32)
    identity = Self.expand(extracted, "identity", 8).withUnsafeBytes { Array($0) }
  }

  static func derive(from key: Secret, _ purpose: String, _ count: Int) -> SymmetricKey {
    expand(extract(from: key), purpose, count)
  }

  /// Performs the extract step of HKDF, whose result is the same for all keys of one secret (RFC 5869 §2.2).
  private static func extract(from key: Secret) -> HashedAuthenticationCode<SHA256> {
    HKDF<SHA256>.extract(inputKeyMaterial: key.withBytes { SymmetricKey(data: $0) }, salt: [UInt8]())
  }

  private static func expand(
    _ extracted: HashedAuthenticationCode<SHA256>, _ purpose: String, _ count: Int
  ) -> SymmetricKey {
    HKDF<SHA256>.expand(
      pseudoRandomKey: extracted, info: Array("latchkey file store v1 \(purpose)".utf8), outputByteCount: count)
  }
}
