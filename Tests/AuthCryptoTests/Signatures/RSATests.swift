import AuthCore
import Testing

@testable import AuthCrypto

@Suite struct RSATests {
  /// The `acceptable` case, which lacks the NULL in its DigestInfo, is refused.
  @Test func wycheproof() throws {
    var tally = Tally()
    for (group, tests) in try Vectors.wycheproof("rsa_signature_2048_sha256_test") {
      let key = try RSA.Signing.PublicKey(derRepresentation: #require(group["publicKeyDer"]?.hexBytes))
      #expect(key.derRepresentation == group["publicKeyDer"]?.hexBytes)
      #expect(key.bitCount == 2048)
      let pem = try #require(group["publicKeyPem"]?.stringValue)
      #expect(try RSA.Signing.PublicKey(pemRepresentation: pem).modulus == key.modulus)
      for test in tests {
        let isValid = key.isValidSignature(
          try test.bytes("sig"), for: try test.bytes("msg"), using: .pkcs1v15SHA256)
        tally.record(test, accepted: isValid)
        if test.result == "acceptable" { #expect(!isValid) }
      }
    }
    tally.expect("RSA PKCS #1 v1.5", accepted: 9, refused: 249, acceptable: 1)
  }

  @Test func signsWhatItVerifies() throws {
    let key = try RSA.Signing.PrivateKey(bitCount: 2048)
    let message = Array("message".utf8)
    for scheme in RSA.Signing.Scheme.allCases {
      let signature = try key.signature(for: message, using: scheme)
      for other in RSA.Signing.Scheme.allCases {
        #expect(key.publicKey.isValidSignature(signature, for: message, using: other) == (scheme == other))
      }
      #expect(!key.publicKey.isValidSignature(signature, for: message + [0], using: scheme))
      #expect(!key.publicKey.isValidSignature(Array(signature.dropLast()), for: message, using: scheme))
    }
    let copy = try RSA.Signing.PrivateKey(pemRepresentation: key.pemRepresentation)
    #expect(copy.publicKey.modulus == key.publicKey.modulus)
    #expect(copy.derRepresentation == key.derRepresentation)
    #expect("\(key)" == "<redacted>")
  }

  @Test func keysThatMustNotBeTrusted() throws {
    let key = try RSA.Signing.PrivateKey(bitCount: 2048)
    let modulus = key.publicKey.modulus
    #expect(throws: CryptoError.invalidParameter) { try RSA.Signing.PrivateKey(bitCount: 1024) }
    for exponent in [[], [0], [1], [0, 1], [2], [UInt8](repeating: 255, count: 9)] as [[UInt8]] {
      #expect(throws: CryptoError.invalidKey) { try RSA.Signing.PublicKey(modulus: modulus, exponent: exponent) }
    }
    var even = modulus
    even[255] &= 0xFE
    let wrong = [
      [], Array(modulus.dropLast(128)), Array(modulus.dropLast()), even, [UInt8](repeating: 255, count: 1025),
    ]
    for modulus in wrong {
      #expect(throws: CryptoError.invalidKey) { try RSA.Signing.PublicKey(modulus: modulus, exponent: [1, 0, 1]) }
    }
    // Another key's private half.
    let other = try RSA.Signing.PrivateKey(bitCount: 2048)
    let info = try PrivateKeyInfo(der: other.derRepresentation)
    let numbers = try RSAPrivateNumbers(pkcs1: info.key.revealBytes())
    #expect(throws: CryptoError.self) {
      try RSA.Signing.PrivateKey(
        numbers: RSAPrivateNumbers(publicNumbers: key.publicKey.numbers, privateParts: numbers.privateParts))
    }
  }
}
