import AuthCore
import Testing

@testable import AuthCrypto

/// The rows of `turnkey.json` for keys, signatures and bundles. The provider's tests cover how the provider uses
/// them.
@Suite struct TurnkeyVectorTests {
  private let vectors: [JSONValue]

  init() throws { vectors = try #require(try Vectors.load("turnkey.json")["vectors"]?.arrayValue) }

  private func rows(_ kind: String) -> [JSONValue] { vectors.filter { $0["kind"]?.stringValue == kind } }

  @Test func keyPairs() throws {
    let pairs = rows("key_pair")
    for pair in pairs {
      let key = try P256.Signing.PrivateKey(rawRepresentation: #require(pair["private_key_hex"]?.hexBytes))
      if let compressed = pair["public_key_compressed_hex"]?.hexBytes {
        #expect(key.publicKey.compressedRepresentation == compressed)
      }
      if let uncompressed = pair["public_key_uncompressed_hex"]?.hexBytes {
        #expect(key.publicKey.x963Representation == uncompressed)
      }
      if let pem = pair["public_key_pem"]?.stringValue {
        #expect(
          try P256.Signing.PublicKey(pemRepresentation: pem).x963Representation == key.publicKey.x963Representation)
      }
    }
    #expect(pairs.count == 3)
    for row in rows("negative_private_key") {
      #expect(throws: CryptoError.invalidKey) {
        try P256.Signing.PrivateKey(rawRepresentation: #require(row["private_key_hex"]?.hexBytes))
      }
    }
    #expect(rows("negative_private_key").count == 1)
  }

  @Test func points() throws {
    let points = rows("point_compression")
    for row in points {
      let compressed = try #require(row["compressed_hex"]?.hexBytes)
      let uncompressed = try #require(row["uncompressed_hex"]?.hexBytes)
      #expect(try P256.Signing.PublicKey(compressedRepresentation: compressed).x963Representation == uncompressed)
      #expect(try P256.Signing.PublicKey(x963Representation: uncompressed).compressedRepresentation == compressed)
      if let wrong = row["invalid_uncompressed_hex"]?.hexBytes {
        #expect(throws: CryptoError.invalidKey) { try P256.Signing.PublicKey(x963Representation: wrong) }
      }
    }
    #expect(points.count == 2)
  }

  @Test func signatures() throws {
    let stamp = try #require(rows("api_key_stamp_verify").first)
    let stampKey = try P256.Signing.PublicKey(
      compressedRepresentation: #require(stamp["decoded"]?["publicKey"]?.hexBytes))
    let stampSignature = try P256.Signing.ECDSASignature(
      derRepresentation: #require(stamp["decoded"]?["signature"]?.hexBytes))
    #expect(stampKey.isValidSignature(stampSignature, for: Array(try #require(stamp["body"]?.stringValue).utf8)))

    let derived = rows("api_key_stamp_deterministic")
    for row in derived {
      let key = try P256.Signing.PrivateKey(rawRepresentation: #require(row["private_key_hex"]?.hexBytes)).publicKey
      let signature = try P256.Signing.ECDSASignature(derRepresentation: #require(row["signature_der_hex"]?.hexBytes))
      #expect(signature.rawRepresentation == row["signature_raw_hex"]?.hexBytes)
      #expect(key.isValidSignature(signature, for: Array(try #require(row["body"]?.stringValue).utf8)))
    }
    #expect(!derived.isEmpty)

    let format = try #require(rows("signature_format").first)
    let raw = try P256.Signing.ECDSASignature(rawRepresentation: #require(format["raw_hex"]?.hexBytes))
    #expect(raw.derRepresentation == format["der_hex"]?.hexBytes)

    let enclave = try #require(rows("enclave_signature").first)
    let quorum = try P256.Signing.PublicKey(x963Representation: #require(enclave["enclave_quorum_public"]?.hexBytes))
    let signature = try P256.Signing.ECDSASignature(
      derRepresentation: #require(enclave["data_signature_der_hex"]?.hexBytes))
    #expect(quorum.isValidSignature(signature, for: try #require(enclave["signed_data_hex"]?.hexBytes)))
    #expect(!quorum.isValidSignature(signature, for: try #require(enclave["bad_signed_data_hex"]?.hexBytes)))
  }

  /// The signer hashes twice, so an ordinary ES256 verification has to fail.
  @Test func sessionTokens() throws {
    let tokens = rows("session_jwt")
    for row in tokens {
      let jws = try JWS(compact: #require(row["jwt"]?.stringValue))
      let key = try P256.Signing.PublicKey(x963Representation: #require(row["verify_key_uncompressed_hex"]?.hexBytes))
      let signature = try P256.Signing.ECDSASignature(rawRepresentation: jws.signature)
      #expect(key.isValidSignature(signature, for: Array(SHA256.hash(data: jws.signingInput))))
      #expect(throws: AuthError(.signatureInvalid, "")) { try jws.verify(with: .p256(key)) }
      #expect(try JSONValue(parsing: jws.payload) == row["claims"])
    }
    #expect(tokens.count == 2)
  }

  @Test func base58() throws {
    let row = try #require(rows("base58check").first)
    let encoded = try #require(row["encoded"]?.stringValue)
    #expect(Base58Check.decode(encoded) == row["decoded_hex"]?.hexBytes)
    #expect(Base58Check.encode(try #require(row["decoded_hex"]?.hexBytes)) == encoded)
    #expect(Base58Check.decode(try #require(row["bad_checksum"]?.stringValue)) == nil)
  }

  private func open(_ ciphertext: [UInt8], encapsulatedKey: [UInt8], key: P256.KeyAgreement.PrivateKey) throws
    -> [UInt8]
  {
    var recipient = try HPKE.Recipient(
      privateKey: key, ciphersuite: .P256_SHA256_AES_GCM_256, info: Array("turnkey_hpke".utf8),
      encapsulatedKey: encapsulatedKey)
    return try recipient.open(ciphertext, authenticating: encapsulatedKey + key.publicKey.x963Representation)
  }

  @Test func credentialBundles() throws {
    let bundles = rows("credential_bundle")
    for row in bundles {
      let payload = try #require(row["bundle_base58check"]?.stringValue.flatMap { Base58Check.decode($0) })
      let key = try P256.KeyAgreement.PrivateKey(
        rawRepresentation: #require(row["receiver_private_key_hex"]?.hexBytes))
      let encapsulated = try P256.KeyAgreement.PublicKey(compressedRepresentation: payload.prefix(33))
        .x963Representation
      let plaintext = try open(Array(payload.dropFirst(33)), encapsulatedKey: encapsulated, key: key)
      #expect(plaintext == row["plaintext_private_key_hex"]?.hexBytes)
    }
    #expect(!bundles.isEmpty)
  }

  @Test func exportBundles() throws {
    let bundles = rows("export_bundle")
    for row in bundles {
      let bundle = try #require(row["bundle"])
      let data = try #require(bundle["data"]?.hexBytes)
      let quorum = try P256.Signing.PublicKey(x963Representation: #require(bundle["enclaveQuorumPublic"]?.hexBytes))
      let signature = try P256.Signing.ECDSASignature(derRepresentation: #require(bundle["dataSignature"]?.hexBytes))
      #expect(quorum.isValidSignature(signature, for: data))
      let inner = try JSONValue(parsing: data)
      let key = try P256.KeyAgreement.PrivateKey(
        rawRepresentation: #require(row["embedded_private_key_hex"]?.hexBytes))
      let plaintext = try open(
        #require(inner["ciphertext"]?.hexBytes), encapsulatedKey: #require(inner["encappedPublic"]?.hexBytes), key: key)
      let expected = try #require(row["plaintext_utf8"]?.stringValue)
      #expect(String(decoding: plaintext, as: UTF8.self) == expected)
    }
    #expect(!bundles.isEmpty)
  }

  @Test func codeBundles() throws {
    let row = try #require(rows("otp_encryption").first)
    let key = try P256.KeyAgreement.PrivateKey(rawRepresentation: #require(row["target_private_key_hex"]?.hexBytes))
    let reply = try JSONValue(parsing: #require(row["encrypted_otp_bundle"]?.stringValue))
    let encapsulated = try #require(reply["encappedPublic"]?.hexBytes)
    let ciphertext = try #require(reply["ciphertext"]?.hexBytes)
    let plaintext = Array(try #require(row["plaintext"]?.stringValue).utf8)
    #expect(try open(ciphertext, encapsulatedKey: encapsulated, key: key) == plaintext)
    // Sealing again with the same ephemeral key has the same result.
    var sender = try HPKE.Sender(
      recipientKey: key.publicKey, ciphersuite: .P256_SHA256_AES_GCM_256, info: Array("turnkey_hpke".utf8),
      ephemeralKey: P256.KeyAgreement.PrivateKey(
        rawRepresentation: #require(row["ephemeral_private_key_hex"]?.hexBytes)))
    #expect(sender.encapsulatedKey == encapsulated)
    let again = try sender.seal(plaintext, authenticating: encapsulated + key.publicKey.x963Representation)
    #expect(again == ciphertext)
  }

  @Test func verificationTokens() throws {
    let row = try #require(rows("verification_token").first)
    let key = try P256.Signing.PublicKey(x963Representation: #require(row["verify_key_uncompressed_hex"]?.hexBytes))
    try JWS(compact: #require(row["jwt"]?.stringValue)).verify(with: .p256(key))
  }
}
