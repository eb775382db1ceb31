import AuthCore
import AuthCrypto

/// How the bytes of a device's enrolment and proof are arranged.
///
/// Captures fix every name, encoding and length (H31, H32, H40, H41, H58 to H62), and the vendor's client the labels of
/// its keys (H63). GUESS H64: the order of what is sealed and signed, what is authenticated beside it, and whether the
/// message or its digest is signed: each is a switch of `device.layout`, so that one capture from a tenant settles them
/// without a change of code. The same for what the server cannot see, which needs no switch: that the salt, the two keys
/// and the index come from one secret by HKDF with SHA-256, without a salt of its own and with the label as its
/// information. The whole is off unless `device.enrollment` says otherwise.
struct HawcxDeviceLayout: Sendable, Hashable {
  /// What comes first in a keyset.
  enum Keyset: String, Sendable, CaseIterable {
    case publicKeyFirst, saltFirst
  }
  /// What comes first in the message that is signed.
  enum Message: String, Sendable, CaseIterable {
    case challengeFirst, domainFirst
  }
  /// What the signature is over.
  enum Signature: String, Sendable, CaseIterable {
    case message, digest
  }
  /// What is authenticated with the salt.
  enum Salt: String, Sendable, CaseIterable {
    case alone, withDomain
  }

  var keyset = Keyset.publicKeyFirst
  var message = Message.challengeFirst
  var signature = Signature.message
  var salt = Salt.alone

  /// What is assumed unless a configuration says otherwise.
  init() {}

  /// Reads `keyset`, `message`, `signature` and `salt`.
  init(reading reader: inout ConfigurationReader) throws(AuthError) {
    keyset = try reader.choice("keyset", "what comes first in a keyset", default: keyset)
    message = try reader.choice("message", "what comes first in the message that is signed", default: message)
    signature = try reader.choice("signature", "what is signed: the message or its digest", default: signature)
    salt = try reader.choice("salt", "what is authenticated with the salt", default: salt)
  }

  /// What the vendor's web server calls the algorithm, and its iOS client the same (H40, H63).
  static let algorithms: Set = ["Ed25519", "ECDH P-256+Ed25519"]
  /// The version of the scheme (H40).
  static let version = "zkp_v1"
  /// The one encoding of bytes that was seen: padded base64 of the usual alphabet (H41).
  static let encoding = "base64"
  /// How many bytes a challenge has (H41).
  static let challengeSize = 32
  /// How many bytes a sealed salt has: nonce, salt and tag (H59).
  static let saltSize = 60

  /// A secret of the device, by the vendor's own label of it (H63).
  enum Part: String, Sendable {
    /// The salt of an enrolment.
    case salt = "Symmetrickey0"
    /// What the salt is sealed with; it never leaves the device.
    case saltKey = "Symmetrickey1"
    /// What the keyset is sealed with; the server is told it.
    case keysetKey = "Symmetrickey2"
    /// What the server finds the device by.
    case index = "HDS"
  }

  /// 32 bytes for one purpose, from the device's one secret (H64).
  static func derive(_ part: Part, from root: Secret) -> [UInt8] {
    let material = root.withBytes { SymmetricKey(data: $0) }
    return HKDF<SHA256>.deriveKey(inputKeyMaterial: material, info: Array(part.rawValue.utf8), outputByteCount: 32)
      .withUnsafeBytes { Array($0) }
  }

  /// The salt, sealed: 60 bytes that the server keeps and gives back with each challenge.
  func sealedSalt(root: Secret, domain: String, nonce: [UInt8]) throws(AuthError) -> [UInt8] {
    try Self.seal(
      Self.derive(.salt, from: root), Self.derive(.saltKey, from: root), nonce: nonce, with: authenticated(domain))
  }

  /// Whether a sealed salt is the one of this device.
  func isOwn(salt: [UInt8], root: Secret, domain: String) -> Bool {
    do {
      let opened = try AES.GCM.open(
        AES.GCM.SealedBox(combined: salt), using: SymmetricKey(data: Self.derive(.saltKey, from: root)),
        authenticating: authenticated(domain))
      return ConstantTime.equal(Array(opened), Self.derive(.salt, from: root))
    } catch {
      return false
    }
  }

  /// The keyset: 120 bytes, of which the server opens 92 (H58).
  func keyset(
    publicKey: [UInt8], salt: [UInt8], root: Secret, nonce: [UInt8]
  ) throws(AuthError) -> [UInt8] {
    let content = keyset == .publicKeyFirst ? publicKey + salt : salt + publicKey
    return try Self.seal(content, Self.derive(.keysetKey, from: root), nonce: nonce, with: [])
  }

  /// The message of a proof: challenge and domain, 68 bytes for a project's UUID (H60).
  func message(challenge: [UInt8], domain: String) -> [UInt8] {
    message == .challengeFirst ? challenge + Array(domain.utf8) : Array(domain.utf8) + challenge
  }

  /// What is signed of a message.
  func signed(_ message: [UInt8]) -> [UInt8] {
    signature == .message ? message : Array(SHA256.hash(data: message))
  }

  private func authenticated(_ domain: String) -> [UInt8] { salt == .alone ? [] : Array(domain.utf8) }

  private static func seal(
    _ content: [UInt8], _ key: [UInt8], nonce: [UInt8], with data: [UInt8]
  ) throws(AuthError) -> [UInt8] {
    do {
      let box = try AES.GCM.seal(
        content, using: SymmetricKey(data: key), nonce: AES.GCM.Nonce(data: nonce), authenticating: data)
      return nonce + Array(box.ciphertext) + Array(box.tag)
    } catch {
      throw AuthError(.internalError, "The device's keys could not be sealed.")
    }
  }
}
