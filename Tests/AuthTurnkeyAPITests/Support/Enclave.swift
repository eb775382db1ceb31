import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A test's own enclave: signs envelopes, seals exports, opens imports.
struct Enclave {
  let signing = P256.Signing.PrivateKey()
  let target = P256.KeyAgreement.PrivateKey()

  var signer: String { Hex.encode(Array(signing.publicKey.x963Representation)) }
  var targetPublic: [UInt8] { Array(target.publicKey.x963Representation) }

  /// The envelope around `inner`.
  func envelope(_ inner: JSONValue) throws -> String {
    let data = inner.serialized
    let signature = Array(try signing.signature(for: data).derRepresentation)
    let envelope: JSONValue = [
      "version": "v1.0.0", "data": .string(Hex.encode(data)), "dataSignature": .string(Hex.encode(signature)),
      "enclaveQuorumPublic": .string(signer),
    ]
    return envelope.serializedText
  }

  /// An export of `plaintext` to a key.
  func export(_ plaintext: [UInt8], to publicKeyHex: String, organizationID: String) throws -> String {
    let receiver = Hex.decode(publicKeyHex) ?? []
    var sender = try HPKE.Sender(
      recipientKey: P256.KeyAgreement.PublicKey(x963Representation: receiver),
      ciphersuite: .P256_SHA256_AES_GCM_256, info: Array("turnkey_hpke".utf8))
    let encapsulated = Array(sender.encapsulatedKey)
    let ciphertext = Array(try sender.seal(plaintext, authenticating: encapsulated + receiver))
    return try envelope([
      "encappedPublic": .string(Hex.encode(encapsulated)), "ciphertext": .string(Hex.encode(ciphertext)),
      "organizationId": .string(organizationID),
    ])
  }

  /// The target of an import.
  func importBundle(organizationID: String, userID: String) throws -> String {
    try envelope([
      "targetPublic": .string(Hex.encode(targetPublic)), "organizationId": .string(organizationID),
      "userId": .string(userID),
    ])
  }

  /// The plaintext that was sealed to the target.
  func open(_ bundle: String) throws -> [UInt8] {
    let json = try JSONValue(parsing: Array(bundle.utf8))
    let encapsulated = try json.bytes("encappedPublic")
    var recipient = try HPKE.Recipient(
      privateKey: target, ciphersuite: .P256_SHA256_AES_GCM_256, info: Array("turnkey_hpke".utf8),
      encapsulatedKey: encapsulated)
    return Array(try recipient.open(try json.bytes("ciphertext"), authenticating: encapsulated + targetPublic))
  }
}

extension Enclave {
  /// A session token that this enclave signed as the vendor's notary does: over the digest of the digest.
  func sessionToken(_ publicKey: String, type: String, _ clock: any AuthClock) throws -> String {
    let claims: JSONValue = [
      "exp": .integer(Int64(clock.now().timeIntervalSince1970) + 900), "public_key": .string(publicKey),
      "session_type": .string(type), "user_id": "u", "organization_id": "o",
    ]
    let header: JSONValue = ["alg": "ES256", "typ": "JWT"]
    let input = Base64URL.encode(header.serialized) + "." + Base64URL.encode(claims.serialized)
    let signature = try signing.signature(for: Array(SHA256.hash(data: Array(input.utf8))))
    return input + "." + Base64URL.encode(Array(signature.rawRepresentation))
  }
}
