import AuthCore
import AuthCrypto

extension TurnkeyEnclaves {
  private static let info = Array("turnkey_hpke".utf8)

  /// Encrypts data to a target key with HPKE. The additional authenticated data is the encapsulated key followed by the
  /// target key (T78).
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

  /// Decrypts a client's message to `key`: `{"encappedPublic","ciphertext"}`, with both members in hexadecimal.
  ///
  /// - Throws: `refusal` for a message that cannot be parsed or decrypted.
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

  /// Encrypts the private key of a session of the older kind, for which the enclave makes the key. Returns the
  /// compressed encapsulated key and the ciphertext, in Base58Check.
  static func credentialBundle(
    _ key: P256.Signing.PrivateKey, to target: String
  ) throws(TurnkeyFailure) -> String {
    let (encapsulated, ciphertext) = try seal(Array(key.rawRepresentation), to: target)
    // A compressed point has the x-coordinate and the parity of y (SEC 1, 2.3.3).
    let parity: UInt8 = (encapsulated.last ?? 0) & 1 == 1 ? 3 : 2
    return Base58Check.encode([parity] + encapsulated[1..<33] + ciphertext)
  }

  /// A wallet's mnemonic or a private key, encrypted to `target` and signed by the signer enclave.
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

  /// The public key to which a client encrypts an import, signed by the signer enclave.
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
