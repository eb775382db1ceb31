import AuthCore
import Testing

@testable import AuthCrypto

@Suite struct Ed25519Tests {
  @Test func wycheproof() throws {
    var tally = Tally()
    for (group, tests) in try Vectors.wycheproof("ed25519_test") {
      let key = try Curve25519.Signing.PublicKey(rawRepresentation: #require(group["publicKey"]?["pk"]?.hexBytes))
      #expect(key.spkiRepresentation == group["publicKeyDer"]?.hexBytes)
      for test in tests {
        tally.record(test, accepted: key.isValidSignature(try test.bytes("sig"), for: try test.bytes("msg")))
      }
    }
    tally.expect("Ed25519", accepted: 88, refused: 63)
  }

  /// RFC 8032 §7.1, test 2.
  @Test func publishedSignature() throws {
    let seed = try #require(Hex.decode("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"))
    let key = try Curve25519.Signing.PrivateKey(rawRepresentation: seed)
    #expect(
      Hex.encode(key.publicKey.rawRepresentation)
        == "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c")
    #expect(
      Hex.encode(try key.signature(for: [0x72]))
        == "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    )
    #expect(key.publicKey.isValidSignature(try key.signature(for: [UInt8]()), for: [UInt8]()))
  }

  @Test func encodings() throws {
    let key = Curve25519.Signing.PrivateKey()
    let copy = try Curve25519.Signing.PrivateKey(pkcs8PEM: key.pkcs8PEM)
    #expect(copy.rawRepresentation == key.rawRepresentation)
    let publicCopy = try Curve25519.Signing.PublicKey(spkiPEM: key.publicKey.spkiPEM)
    #expect(publicCopy.rawRepresentation == key.publicKey.rawRepresentation)
    // RFC 8410 §10.3.
    let published = """
      -----BEGIN PRIVATE KEY-----
      MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
      -----END PRIVATE KEY-----
      """
    #expect(
      Hex.encode(try Curve25519.Signing.PrivateKey(pkcs8PEM: published).publicKey.rawRepresentation)
        == "19bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e1")
    #expect(throws: CryptoError.invalidKey) {
      try Curve25519.Signing.PrivateKey(pkcs8PEM: P256.Signing.PrivateKey().pemRepresentation)
    }
    #expect(throws: CryptoError.incorrectSize) { try Curve25519.Signing.PublicKey(rawRepresentation: [UInt8](1...31)) }
  }
}
