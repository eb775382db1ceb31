import AuthCore
import AuthCrypto

#if canImport(CryptoKit)
  import CryptoKit
#endif

/// A trusted device: our own scheme, `ed25519-v1` and `p256-v1` (DESIGN, Hawcx protocol notes §9.3). The vendor's is
/// closed.
struct HawcxDevice: Sendable {
  enum Algorithm: String, Sendable {
    case ed25519 = "ed25519-v1"
    case p256 = "p256-v1"

    /// The first line of what a device signs.
    var label: String {
      switch self {
      case .ed25519: "authcore.hawcx.device.v1"
      case .p256: "authcore.hawcx.device.p256-v1"
      }
    }
  }

  let algorithm: Algorithm
  /// 32 bytes, or the compressed point's 33.
  let publicKey: [UInt8]
  let hashIndex: String
  let secretHash: [UInt8]
  /// Whether the device has signed once, so that its trust holds.
  var isActive = false

  /// A device from what it presents; nil when that is malformed.
  init?(keyset: String, hashIndex: String, secret: String) {
    guard let bytes = Base64URL.decode(keyset), let kind = bytes.first, let secret = Base64URL.decode(secret),
      secret.count == 32, Base64URL.decode(hashIndex)?.count == 32
    else { return nil }
    let key = Array(bytes.dropFirst())
    switch kind {
    case 1 where key.count == 32: algorithm = .ed25519
    case 2 where key.count == 33: algorithm = .p256
    default: return nil
    }
    publicKey = key
    self.hashIndex = hashIndex
    secretHash = Array(SHA256.hash(data: secret))
  }

  /// The first 16 bytes of the public key's hash.
  var keyID: String { Base64URL.encode(SHA256.hash(data: publicKey).prefix(16)) }

  /// Whether the other presents the same key and the same secret.
  func isSame(as other: HawcxDevice) -> Bool {
    let sameKey = ConstantTime.equal(publicKey, other.publicKey)
    let sameSecret = ConstantTime.equal(secretHash, other.secretHash)
    return algorithm == other.algorithm && sameKey && sameSecret
  }

  /// What the device signs: lines, none after the last.
  func message(domain: String, session: String, challenge: String) -> [UInt8] {
    Array([algorithm.label, domain, keyID, hashIndex, session, challenge].joined(separator: "\n").utf8)
  }

  /// Whether `signature` is the device's: 64 bytes of Ed25519, or r‖s.
  func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    do {
      switch algorithm {
      case .ed25519:
        return try Curve25519.Signing.PublicKey(rawRepresentation: publicKey).isValidSignature(signature, for: message)
      case .p256:
        return try P256.Signing.PublicKey(compressedRepresentation: publicKey)
          .isValidSignature(P256.Signing.ECDSASignature(rawRepresentation: signature), for: message)
      }
    } catch {
      return false
    }
  }
}
