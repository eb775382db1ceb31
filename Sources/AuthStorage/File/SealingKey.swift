package import AuthCore
import AuthCrypto

/// One key of a directory that seals records, with its public id.
package struct SealingKey: Sendable {
  /// The secret that it is derived from.
  package let key: Secret
  /// Seals records.
  let sealing: SymmetricKey
  /// The eight bytes by which a record names its key.
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

  /// The extract step of HKDF, which all keys of one secret share (RFC 5869 §2.2).
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
