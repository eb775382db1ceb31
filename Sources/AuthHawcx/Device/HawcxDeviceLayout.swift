import AuthCore
import AuthCrypto

/// The byte layout of a device's enrolment and proof.
///
/// Captures confirm every name, encoding and length (H31, H32, H40, H41, H58 to H62), and the vendor's client confirms
/// the labels of the derived keys (H63). GUESS H64: the order of the sealed and signed values, the additional
/// authenticated data, and the choice between signing the message and its digest are assumed. Each of them is an option
/// of `device.layout`, so that no code has to change when a capture from a tenant shows the right value. H64 also
/// covers a derivation that needs no option, because the server cannot see it: the salt, the two keys and the index are
/// derived from one secret by HKDF-SHA-256, without a salt and with the label as `info`. Enrolment is off unless
/// `device.enrollment` enables it.
struct HawcxDeviceLayout: Sendable, Hashable {
  /// The first part of a keyset.
  enum Keyset: String, Sendable, CaseIterable {
    case publicKeyFirst, saltFirst
  }
  /// The first part of the signed message.
  enum Message: String, Sendable, CaseIterable {
    case challengeFirst, domainFirst
  }
  /// The input of the signature.
  enum Signature: String, Sendable, CaseIterable {
    case message, digest
  }
  /// The additional authenticated data of the sealed salt: empty (`alone`) or the domain (`withDomain`).
  enum Salt: String, Sendable, CaseIterable {
    case alone, withDomain
  }

  var keyset = Keyset.publicKeyFirst
  var message = Message.challengeFirst
  var signature = Signature.message
  var salt = Salt.alone

  /// The default layout.
  init() {}

  /// Reads `keyset`, `message`, `signature` and `salt`.
  init(reading reader: inout ConfigurationReader) throws(AuthError) {
    keyset = try reader.choice("keyset", "the first part of a keyset", default: keyset)
    message = try reader.choice("message", "the first part of the signed message", default: message)
    signature = try reader.choice("signature", "what is signed: the message or its digest", default: signature)
    salt = try reader.choice(
      "salt", "the additional authenticated data of the sealed salt: empty (`alone`) or the domain (`withDomain`)",
      default: salt)
  }

  /// The names of the algorithm in the vendor's web server and in its iOS client (H40, H63).
  static let algorithms: Set = ["Ed25519", "ECDH P-256+Ed25519"]
  /// The version of the scheme (H40).
  static let version = "zkp_v1"
  /// The only encoding of bytes in captures: padded base64 of the standard alphabet (H41).
  static let encoding = "base64"
  /// The number of bytes in a challenge (H41).
  static let challengeSize = 32
  /// The number of bytes in a sealed salt: nonce, salt and tag (H59).
  static let saltSize = 60

  /// A secret of the device, with the vendor's label (H63).
  enum Part: String, Sendable {
    /// The salt of an enrolment.
    case salt = "Symmetrickey0"
    /// The key that seals the salt. It never leaves the device.
    case saltKey = "Symmetrickey1"
    /// The key that seals the keyset. It is sent to the server.
    case keysetKey = "Symmetrickey2"
    /// The index by which the server finds the device.
    case index = "HDS"
  }

  /// Derives the 32 bytes of one part from the secret of the device's enrolment (H64).
  static func derive(_ part: Part, from root: Secret) -> [UInt8] {
    let material = root.withBytes { SymmetricKey(data: $0) }
    return HKDF<SHA256>.deriveKey(inputKeyMaterial: material, info: Array(part.rawValue.utf8), outputByteCount: 32)
      .withUnsafeBytes { Array($0) }
  }

  /// The sealed salt: 60 bytes that the server stores and returns with each challenge.
  func sealedSalt(root: Secret, domain: String, nonce: [UInt8]) throws(AuthError) -> [UInt8] {
    try Self.seal(
      Self.derive(.salt, from: root), Self.derive(.saltKey, from: root), nonce: nonce, with: authenticated(domain))
  }

  /// Whether a sealed salt belongs to this device.
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

  /// The keyset: 120 bytes, from which the server decrypts 92 (H58).
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

  /// The signed bytes of a message.
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
      throw AuthError(
        .internalError,
        "The device's keys could not be encrypted with AES-GCM. Report this to Latchkey's maintainers.")
    }
  }
}
