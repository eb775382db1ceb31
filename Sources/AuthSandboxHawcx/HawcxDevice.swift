import AuthCore
import AuthCrypto

#if canImport(CryptoKit)
  import CryptoKit
#endif

/// A trusted device, with the names, encodings and sizes of the captured enrolment (H58 to H62).
struct HawcxDevice: Sendable {
  static let algorithm = "Ed25519"
  static let version = "zkp_v1"

  /// Why a device's credentials are refused.
  enum Fault: Error {
    /// A member with a wrong form or length.
    case malformed(String)
  }

  /// nil where the keyset does not open by the assumption of H64: such a device is challenged like any other, and its
  /// proof is refused.
  let publicKey: [UInt8]?
  /// Data that the device sealed for itself; each challenge returns it (H59).
  let salt: [UInt8]
  let hashIndex: String
  let secretHash: [UInt8]
  /// Whether the device has signed once, which makes it trusted.
  var isActive = false

  /// A device from its credentials.
  init(
    keyset: String, hashIndex: String, secret: String, arrangement: HawcxDeviceArrangement
  ) throws(Fault) {
    guard let sealed = Base64.decode(keyset), sealed.count == HawcxDeviceArrangement.keysetSize else {
      throw .malformed("keyset")
    }
    guard Base64.decode(hashIndex)?.count == 32 else { throw .malformed("hindex") }
    guard let key = Base64.decode(secret), key.count == 32 else { throw .malformed("sk2") }
    let opened = arrangement.open(keyset: sealed, key: key)
    publicKey = opened?.publicKey
    salt = opened?.salt ?? Array(sealed.suffix(HawcxDeviceArrangement.saltSize))
    self.hashIndex = hashIndex
    secretHash = Array(SHA256.hash(data: key))
  }

  /// 64 characters of hex, the server's own (H62).
  var keyID: String { Hex.encode(Array(SHA256.hash(data: publicKey ?? salt))) }

  /// Whether the other presents the same key and the same secret.
  func isSame(as other: HawcxDevice) -> Bool {
    guard let publicKey, let otherKey = other.publicKey else { return false }
    let sameKey = ConstantTime.equal(publicKey, otherKey)
    let sameSecret = ConstantTime.equal(secretHash, other.secretHash)
    return sameKey && sameSecret
  }

  /// Whether `signature` is the device's: 64 bytes of Ed25519 (H61).
  func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    guard let publicKey else { return false }
    do {
      return try Curve25519.Signing.PublicKey(rawRepresentation: publicKey).isValidSignature(signature, for: message)
    } catch {
      return false
    }
  }
}
