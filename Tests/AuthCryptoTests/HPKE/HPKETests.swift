import AuthCore
import Testing

@testable import AuthCrypto

@Suite struct HPKETests {
  @Test func published() throws {
    let vectors = try #require(try Vectors.load("hpke-rfc9180-p256-aes128gcm.json")["vectors"]?.arrayValue)
    var messages = 0
    var exports = 0
    for vector in vectors {
      let setup = try #require(vector["setup"])
      func bytes(_ name: String) throws -> [UInt8] { try #require(setup[name]?.hexBytes, "\(name)") }
      let suite = try #require(Self.suite(setup["aead_id"]?.stringValue))
      let recipientKey = try P256.KeyAgreement.PrivateKey(rawRepresentation: bytes("skRm"))
      #expect(recipientKey.publicKey.x963Representation == (try bytes("pkRm")))
      var sender = try HPKE.Sender(
        recipientKey: recipientKey.publicKey, ciphersuite: suite, info: bytes("info"),
        ephemeralKey: P256.KeyAgreement.PrivateKey(rawRepresentation: bytes("skEm")))
      #expect(sender.encapsulatedKey == (try bytes("enc")))
      var recipient = try HPKE.Recipient(
        privateKey: recipientKey, ciphersuite: suite, info: bytes("info"), encapsulatedKey: bytes("enc"))
      var sequence: Int64 = 0
      for encryption in vector["encryptions"]?.arrayValue ?? [] {
        let number = try #require(encryption["sequence number"]?.stringValue.flatMap { Int64($0) })
        let data = try #require(encryption["aad"]?.hexBytes)
        let plaintext = try #require(encryption["pt"]?.hexBytes)
        let ciphertext = try #require(encryption["ct"]?.hexBytes)
        while sequence < number {
          _ = try recipient.open(sender.seal([0]))
          sequence += 1
        }
        #expect(try sender.seal(plaintext, authenticating: data) == ciphertext)
        #expect(throws: CryptoError.authenticationFailure) { try recipient.open(ciphertext, authenticating: [0]) }
        #expect(try recipient.open(ciphertext, authenticating: data) == plaintext)
        sequence += 1
        messages += 1
      }
      for export in vector["exports"]?.arrayValue ?? [] {
        let context = try #require(export["exporter_context"]?.hexBytes)
        let value = try #require(export["exported_value"]?.hexBytes)
        #expect(
          try recipient.exportSecret(context: context, outputByteCount: 32).withUnsafeBytes { Array($0) } == value)
        #expect(try sender.exportSecret(context: context, outputByteCount: 32).withUnsafeBytes { Array($0) } == value)
        exports += 1
      }
    }
    print("HPKE: \(vectors.count) suites, \(messages) messages, \(exports) exports")
    #expect(messages > 0)
  }

  @Test(arguments: [HPKE.AEAD.AES_GCM_128, .AES_GCM_256, .chaChaPoly])
  func roundTrip(aead: HPKE.AEAD) throws {
    let suite = HPKE.Ciphersuite(kem: .P256_HKDF_SHA256, kdf: .HKDF_SHA256, aead: aead)
    let key = P256.KeyAgreement.PrivateKey()
    var sender = try HPKE.Sender(recipientKey: key.publicKey, ciphersuite: suite, info: Array("info".utf8))
    var recipient = try HPKE.Recipient(
      privateKey: key, ciphersuite: suite, info: Array("info".utf8), encapsulatedKey: sender.encapsulatedKey)
    let first = try sender.seal([1, 2, 3], authenticating: [4])
    let second = try sender.seal([UInt8]())
    #expect(throws: CryptoError.authenticationFailure) { try recipient.open(second) }
    #expect(try recipient.open(first, authenticating: [4]) == [1, 2, 3])
    #expect(try recipient.open(second) == [])
    #expect(throws: CryptoError.authenticationFailure) { try recipient.open([1]) }
    var other = try HPKE.Recipient(
      privateKey: key, ciphersuite: suite, info: Array("other".utf8), encapsulatedKey: sender.encapsulatedKey)
    #expect(throws: CryptoError.authenticationFailure) { try other.open(first, authenticating: [4]) }
    #expect(throws: CryptoError.invalidKey) {
      try HPKE.Recipient(
        privateKey: key, ciphersuite: suite, info: [UInt8](), encapsulatedKey: key.publicKey.compressedRepresentation)
    }
  }

  private static func suite(_ aead: String?) -> HPKE.Ciphersuite? {
    switch aead {
    case "1": HPKE.Ciphersuite(kem: .P256_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_128)
    case "2": .P256_SHA256_AES_GCM_256
    case "3": HPKE.Ciphersuite(kem: .P256_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .chaChaPoly)
    default: nil
    }
  }
}
