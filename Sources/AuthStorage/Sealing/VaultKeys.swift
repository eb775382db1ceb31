package import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The keys of a directory: the naming key, and the keys that seal records. The primary key seals new records. The
/// retired keys only open records that a rotation has not sealed again yet.
package struct VaultKeys: Sendable {
  private let namingBytes: Secret
  /// The HMAC key that maps record names to file names, so that a directory listing reveals nothing about the users. A
  /// rotation keeps this key, because the file names cannot all change in one step.
  private let naming: SymmetricKey
  /// The key that seals records.
  package let primary: SealingKey
  /// The earlier keys, which only open records.
  package let retired: [SealingKey]
  /// The bytes of the manifest's key; nil for keys without a manifest, and for those of version 3.
  private let manifestBytes: Secret?

  private init(naming: Secret, manifest: Secret? = nil, primary: SealingKey, retired: [SealingKey]) {
    namingBytes = naming
    manifestBytes = manifest
    self.naming = naming.withBytes { SymmetricKey(data: $0) }
    self.primary = primary
    self.retired = retired
  }

  /// Generates the keys of a new directory.
  package init(generatingWith random: any RandomSource) {
    self.init(naming: Secret(random.bytes(32)), primary: SealingKey(Secret(random.bytes(32))), retired: [])
  }

  /// Creates the keys of a version 1 key file, which contains a single key: that key is the primary key, and the naming
  /// key is derived from it.
  init(versionOne key: Secret) {
    let naming = SealingKey.derive(from: key, "name", 32).withUnsafeBytes { Secret(Array($0)) }
    self.init(naming: naming, primary: SealingKey(key), retired: [])
  }

  /// Decodes the keys from their stored form; nil if the form is not valid.
  package init?(_ stored: Secret) { self.init(stored, hasManifestKey: false) }

  /// Decodes the keys from their stored form; nil if the form is not valid.
  init?(_ stored: Secret, hasManifestKey: Bool) {
    var bytes = stored.revealBytes()
    defer { Wiping.wipe(&bytes) }
    let first = hasManifestKey ? 2 : 1
    guard bytes.count > first * 32, bytes.count % 32 == 0 else { return nil }
    let parts = stride(from: 0, to: bytes.count, by: 32).map { Secret(bytes[$0..<$0 + 32]) }
    self.init(
      naming: parts[0], manifest: hasManifestKey ? parts[1] : nil, primary: SealingKey(parts[first]),
      retired: parts[(first + 1)...].map { SealingKey($0) })
  }

  /// The stored form: the naming key, the key of the manifest if there is one, the primary key and the retired keys, 32
  /// bytes each.
  package var stored: Secret {
    Secret(joining: [namingBytes] + [manifestBytes].compactMap(\.self) + [primary.key] + retired.map(\.key))
  }

  /// Returns the keys with a new primary key; the earlier keys become retired keys.
  package func rotated(with random: any RandomSource) -> VaultKeys {
    VaultKeys(
      naming: namingBytes, manifest: manifestBytes, primary: SealingKey(Secret(random.bytes(32))),
      retired: [primary] + retired)
  }

  /// The keys without the retired keys.
  package var withoutRetired: VaultKeys { keeping { _ in false } }

  /// The keys with only some of the retired keys.
  func keeping(_ isKept: (SealingKey) -> Bool) -> VaultKeys {
    VaultKeys(naming: namingBytes, manifest: manifestBytes, primary: primary, retired: retired.filter(isKept))
  }

  /// Returns the keys with another key for the manifest, or with none.
  func with(manifestKey: Secret?) -> VaultKeys {
    VaultKeys(naming: namingBytes, manifest: manifestKey, primary: primary, retired: retired)
  }

  /// Returns the primary or retired key with the key id of a record; nil if no key has that id.
  package func sealingKey(identity: some Collection<UInt8>) -> SealingKey? {
    if primary.identity.elementsEqual(identity) { return primary }
    return retired.first { $0.identity.elementsEqual(identity) }
  }

  /// Returns whether `other` has the same naming key, and therefore belongs to the same directory.
  package func hasSameNames(as other: VaultKeys) -> Bool { namingBytes == other.namingBytes }

  /// The HMAC key for the codes of the directory's manifest. It is random, and new for each manifest: the naming key
  /// stays when a plain directory is wrapped, so others may know it. In version 3 it was derived from the naming key.
  var manifestKey: SymmetricKey {
    manifestBytes?.withBytes { SymmetricKey(data: $0) } ?? SealingKey.derive(from: namingBytes, "manifest", 32)
  }

  /// Returns the file name for a list of texts: 160 bits of an HMAC in hexadecimal. Without the key, a guess of the
  /// texts cannot be verified.
  package func fileName(_ parts: [String]) -> String {
    let message = parts.flatMap(LengthPrefixed.encode)
    return HMAC<SHA256>.authenticationCode(for: message, using: naming).withUnsafeBytes { code in
      Hex.encode(UnsafeRawBufferPointer(rebasing: code[..<20]))
    }
  }
}
