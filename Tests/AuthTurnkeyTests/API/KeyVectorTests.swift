import AuthCore
import AuthCrypto
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The vendor's examples for the primitives: points, signatures and encryption.
@Suite struct KeyVectorTests {
  private let vectors: TurnkeyVectors
  init() throws { vectors = try TurnkeyVectors() }

  @Test func pointsCompressAndDecompress() throws {
    var count = 0
    for vector in vectors.all("point_compression") {
      let compressed = try vector.bytes("compressed_hex")
      let uncompressed = try vector.bytes("uncompressed_hex")
      let key = try P256.Signing.PublicKey(compressedRepresentation: compressed)
      #expect(Array(key.x963Representation) == uncompressed)
      #expect(
        Array(try P256.Signing.PublicKey(x963Representation: uncompressed).compressedRepresentation) == compressed)
      if let invalid = vector["invalid_uncompressed_hex"]?.stringValue.flatMap({ Hex.decode($0) }) {
        #expect(throws: (any Error).self) { try P256.Signing.PublicKey(x963Representation: invalid) }
      }
      count += 1
    }
    #expect(count == 2)
  }

  @Test func rawSignaturesBecomeDER() throws {
    let vector = try vectors["raw-to-der"]
    let signature = try P256.Signing.ECDSASignature(rawRepresentation: try vector.bytes("raw_hex"))
    #expect(Array(signature.derRepresentation) == (try vector.bytes("der_hex")))
  }

  @Test func theVendorsBundlesDecrypt() throws {
    let credential = try vectors["credential-bundle-js"]
    let encapsulated = try P256.KeyAgreement.PublicKey(
      compressedRepresentation: try credential.bytes("encapped_key_compressed_hex"))
    #expect(
      try open(
        credential.bytes("ciphertext_hex"), encapsulated: Array(encapsulated.x963Representation),
        by: credential.bytes("receiver_private_key_hex")) == credential.bytes("plaintext_private_key_hex"))

    let export = try vectors["export-bundle-mnemonic"]
    let inner = try #require(export["inner"])
    #expect(
      try open(
        inner.bytes("ciphertext"), encapsulated: inner.bytes("encappedPublic"),
        by: export.bytes("embedded_private_key_hex")) == export.bytes("plaintext_hex"))
  }

  private func open(_ ciphertext: [UInt8], encapsulated: [UInt8], by scalar: [UInt8]) throws -> [UInt8] {
    let key = try P256.KeyAgreement.PrivateKey(rawRepresentation: scalar)
    var recipient = try HPKE.Recipient(
      privateKey: key, ciphersuite: .P256_SHA256_AES_GCM_256, info: Array("turnkey_hpke".utf8),
      encapsulatedKey: encapsulated)
    return Array(try recipient.open(ciphertext, authenticating: encapsulated + Array(key.publicKey.x963Representation)))
  }
}
