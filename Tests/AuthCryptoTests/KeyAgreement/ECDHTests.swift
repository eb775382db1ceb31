import AuthCore
import Testing

@testable import AuthCrypto

@Suite struct ECDHTests {
  @Test func wycheproof() throws {
    var tally = Tally()
    for (_, tests) in try Vectors.wycheproof("ecdh_secp256r1_ecpoint_test") {
      for test in tests {
        var scalar = try test.bytes("private").drop { $0 == 0 }
        scalar = [UInt8](repeating: 0, count: 32 - scalar.count) + scalar
        let shared = try test.bytes("shared")
        let agreed: [UInt8]? = try? {
          let ours = try P256.KeyAgreement.PrivateKey(rawRepresentation: scalar)
          let theirs = try P256.KeyAgreement.PublicKey(x963Representation: test.bytes("public"))
          return try ours.sharedSecretFromKeyAgreement(with: theirs).withUnsafeBytes { Array($0) }
        }()
        tally.record(test, accepted: agreed == shared)
        if test.result == "acceptable" { #expect(agreed == shared, "a compressed point") }
      }
    }
    tally.expect("ECDH P-256", accepted: 330, refused: 24, acceptable: 1)
  }

  @Test func bothSidesAgree() throws {
    let one = P256.KeyAgreement.PrivateKey()
    let other = P256.KeyAgreement.PrivateKey()
    let secret = try one.sharedSecretFromKeyAgreement(with: other.publicKey)
    #expect(try secret == other.sharedSecretFromKeyAgreement(with: one.publicKey))
    #expect("\(secret) \(one)" == "<redacted> <redacted>")
    let key = secret.hkdfDerivedSymmetricKey(
      using: SHA256.self, salt: [UInt8](), sharedInfo: Array("info".utf8), outputByteCount: 32)
    #expect(key.bitCount == 256)
  }
}
