import AuthCore
import AuthCrypto

#if canImport(CryptoKit)
  import CryptoKit
#endif

/// The byte layout of a device's enrolment and proof, which is not publicly known (H64). The policy's `device_layout` selects the
/// layout in the sandbox, as the configuration's `device.layout` does in a client.
struct HawcxDeviceArrangement: Sendable {
  var isSaltFirst = false
  var isDomainFirst = false
  var signsDigest = false

  static let keysetSize = 120
  static let saltSize = 60
  static let keySize = 32

  init(_ policy: JSONValue?) {
    isSaltFirst = policy?["keyset"] == "saltFirst"
    isDomainFirst = policy?["message"] == "domainFirst"
    signsDigest = policy?["signature"] == "digest"
  }

  /// Decrypts a keyset with the key that was sent together with the keyset, and returns the public key and the
  /// encrypted salt; nil if the decryption fails.
  func open(keyset: [UInt8], key: [UInt8]) -> (publicKey: [UInt8], salt: [UInt8])? {
    do {
      let content = Array(
        try AES.GCM.open(AES.GCM.SealedBox(combined: keyset), using: SymmetricKey(data: key)))
      return isSaltFirst
        ? (Array(content.dropFirst(Self.saltSize)), Array(content.prefix(Self.saltSize)))
        : (Array(content.prefix(Self.keySize)), Array(content.dropFirst(Self.keySize)))
    } catch {
      return nil
    }
  }

  /// The content of a proof's `mapp`: the challenge and the domain.
  func message(challenge: [UInt8], domain: String) -> [UInt8] {
    isDomainFirst ? Array(domain.utf8) + challenge : challenge + Array(domain.utf8)
  }

  /// The bytes that the device signs.
  func signed(_ message: [UInt8]) -> [UInt8] { signsDigest ? Array(SHA256.hash(data: message)) : message }
}
