import AuthCore
import AuthCrypto

#if canImport(CryptoKit)
  import CryptoKit
#endif

/// A device that is trusted or is being enrolled, with the names, encodings and sizes of the captured enrolment (H58 to
/// H62).
struct HawcxDevice: Sendable {
  static let algorithm = "Ed25519"
  static let version = "zkp_v1"

  /// The reason why a device's credentials are refused.
  enum Fault: Error {
    /// The member with this name has the wrong format or length.
    case malformed(String)
  }

  /// The device's public key; nil if the keyset cannot be decrypted under the assumption of H64. Such a device is
  /// challenged like any other, and its proof is refused.
  let publicKey: [UInt8]?
  /// Data that the device encrypted for itself. Each challenge returns it to the device (H59).
  let salt: [UInt8]
  let hashIndex: String
  let secretHash: [UInt8]
  /// Whether the device has completed its enrolment with a signature, and is therefore trusted.
  var isActive = false

  /// Reads a device from its credentials.
  ///
  /// - Throws: `malformed` with the name of the first member that is not base64 of the right length: `keyset`, `hindex`
  ///   or `sk2`.
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

  /// The id that the server gives to the key: 64 hexadecimal digits (H62).
  var keyID: String { Hex.encode(Array(SHA256.hash(data: publicKey ?? salt))) }

  /// Whether both devices have the same public key and the same secret; false if a keyset could not be decrypted.
  func isSame(as other: HawcxDevice) -> Bool {
    guard let publicKey, let otherKey = other.publicKey else { return false }
    let sameKey = ConstantTime.equal(publicKey, otherKey)
    let sameSecret = ConstantTime.equal(secretHash, other.secretHash)
    return sameKey && sameSecret
  }

  /// Whether the device made `signature`, an Ed25519 signature of 64 bytes, over `message` (H61).
  func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    guard let publicKey else { return false }
    do {
      return try Curve25519.Signing.PublicKey(rawRepresentation: publicKey).isValidSignature(signature, for: message)
    } catch {
      return false
    }
  }
}
