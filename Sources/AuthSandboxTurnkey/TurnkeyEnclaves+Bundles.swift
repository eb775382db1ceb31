import AuthCore
import AuthCrypto

extension TurnkeyEnclaves {
  private static let info = Array("turnkey_hpke".utf8)

  /// Data that only the holder of a target key can read: HPKE, with both public keys authenticated (T78).
  private static func seal(
    _ plain: [UInt8], to target: String
  ) throws(TurnkeyFailure) -> (encapsulated: [UInt8], ciphertext: [UInt8]) {
    do {
      guard target.utf8.count == 130, let point = Hex.decode(target) else { throw CryptoError.invalidEncoding }
      var sender = try HPKE.Sender(
        recipientKey: P256.KeyAgreement.PublicKey(x963Representation: point),
        ciphersuite: .P256_SHA256_AES_GCM_256, info: info)
      let encapsulated = Array(sender.encapsulatedKey)
      return (encapsulated, Array(try sender.seal(plain, authenticating: encapsulated + point)))
    } catch {
      throw .invalid("targetPublicKey must be an uncompressed P-256 point in hexadecimal")
    }
  }

  /// Opens a client's message to `key`: `{"encappedPublic","ciphertext"}` in hexadecimal.
  static func open(
    _ bundle: String, with key: P256.KeyAgreement.PrivateKey, refusal: TurnkeyFailure
  ) throws(TurnkeyFailure) -> [UInt8] {
    do {
      let envelope = try JSONValue(parsing: bundle)
      guard let encapsulated = envelope["encappedPublic"]?.stringValue.flatMap({ Hex.decode($0) }),
        let ciphertext = envelope["ciphertext"]?.stringValue.flatMap({ Hex.decode($0) })
      else { throw refusal }
      var recipient = try HPKE.Recipient(
        privateKey: key, ciphersuite: .P256_SHA256_AES_GCM_256, info: info, encapsulatedKey: encapsulated)
      return Array(try recipient.open(ciphertext, authenticating: encapsulated + key.publicKey.x963Representation))
    } catch {
      throw refusal
    }
  }

  /// A private key for a login of the older kind: base58check of the compressed point and the ciphertext.
  static func credentialBundle(
    _ key: P256.Signing.PrivateKey, to target: String
  ) throws(TurnkeyFailure) -> String {
    let (encapsulated, ciphertext) = try seal(Array(key.rawRepresentation), to: target)
    // Compression keeps the x-coordinate and the parity of y (SEC 1, 2.3.3).
    let parity: UInt8 = (encapsulated.last ?? 0) & 1 == 1 ? 3 : 2
    return Base58Check.encode([parity] + encapsulated[1..<33] + ciphertext)
  }

  /// A wallet's words or a private key, signed by the signer.
  func exportBundle(
    _ plain: [UInt8], to target: String, organization: String
  ) throws(TurnkeyFailure) -> String {
    let (encapsulated, ciphertext) = try Self.seal(plain, to: target)
    return try Self.envelope(
      [
        "encappedPublic": .string(Hex.encode(encapsulated)), "ciphertext": .string(Hex.encode(ciphertext)),
        "organizationId": .string(organization),
      ], signedBy: signer)
  }

  /// The key that an import is encrypted to, signed by the signer.
  func importBundle(
    _ key: P256.KeyAgreement.PrivateKey, for place: TurnkeyDirectory.Place
  ) throws(TurnkeyFailure) -> String {
    try Self.envelope(
      [
        "targetPublic": .string(Hex.encode(key.publicKey.x963Representation)),
        "organizationId": .string(place.organization), "userId": .string(place.user),
      ], signedBy: signer)
  }
}
