package import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The keys of a directory: one that names files, and those that seal records. The first of these seals. The others
/// are retired: they open records that a rotation has not sealed again yet.
package struct VaultKeys: Sendable {
  private let namingBytes: Secret
  /// Turns record names into file names, so that a directory listing says nothing about its users. It stays when the
  /// sealing keys change: names cannot all change in one step.
  private let naming: SymmetricKey
  /// Seals.
  package let primary: SealingKey
  /// Open only.
  package let retired: [SealingKey]

  private init(naming: Secret, primary: SealingKey, retired: [SealingKey]) {
    namingBytes = naming
    self.naming = naming.withBytes { SymmetricKey(data: $0) }
    self.primary = primary
    self.retired = retired
  }

  /// The keys of a new directory.
  package init(generatingWith random: any RandomSource) {
    self.init(naming: Secret(random.bytes(32)), primary: SealingKey(Secret(random.bytes(32))), retired: [])
  }

  /// The keys of a key file of version 1: one key, from which the key for names is derived too.
  init(versionOne key: Secret) {
    let naming = SealingKey.derive(from: key, "name", 32).withUnsafeBytes { Secret(Array($0)) }
    self.init(naming: naming, primary: SealingKey(key), retired: [])
  }

  /// The keys from their stored form; nil when the form is not valid.
  package init?(_ stored: Secret) {
    var bytes = stored.revealBytes()
    defer { Wiping.wipe(&bytes) }
    guard bytes.count > 32, bytes.count % 32 == 0 else { return nil }
    let parts = stride(from: 0, to: bytes.count, by: 32).map { Secret(bytes[$0..<$0 + 32]) }
    self.init(naming: parts[0], primary: SealingKey(parts[1]), retired: parts[2...].map { SealingKey($0) })
  }

  /// The stored form: the key for names and the sealing keys, the primary one first, 32 bytes each.
  package var stored: Secret { Secret(joining: [namingBytes, primary.key] + retired.map(\.key)) }

  /// The same with a new key that seals; the others are retired.
  package func rotated(with random: any RandomSource) -> VaultKeys {
    VaultKeys(naming: namingBytes, primary: SealingKey(Secret(random.bytes(32))), retired: [primary] + retired)
  }

  /// The same without the retired keys.
  package var withoutRetired: VaultKeys { VaultKeys(naming: namingBytes, primary: primary, retired: []) }

  /// The key that a record names.
  package func sealingKey(identity: some Collection<UInt8>) -> SealingKey? {
    ([primary] + retired).first { $0.identity.elementsEqual(identity) }
  }

  /// Whether both compute the same file names, and so belong to the same directory.
  package func hasSameNames(as other: VaultKeys) -> Bool { namingBytes == other.namingBytes }

  /// A file name for parts of any text: 160 bits, from which the parts cannot be guessed without the key.
  package func fileName(_ parts: [String]) -> String {
    let message = parts.flatMap(LengthPrefixed.encode)
    return HMAC<SHA256>.authenticationCode(for: message, using: naming).withUnsafeBytes { code in
      Hex.encode(UnsafeRawBufferPointer(rebasing: code[..<20]))
    }
  }
}
