import AuthCore
import Testing

@testable import AuthCrypto

/// Keys that the `openssl` command wrote are read, and written again with identical bytes.
@Suite struct OpenSSLKeyFilesTests {
  private func file(_ name: String) throws -> String { try Vectors.text("openssl-keys/\(name).pem") }

  @Test func p256() throws {
    let key = try P256.Signing.PrivateKey(pemRepresentation: file("ec8"))
    #expect(try P256.Signing.PrivateKey(pemRepresentation: file("ec")).rawRepresentation == key.rawRepresentation)
    #expect(try P256.KeyAgreement.PrivateKey(pemRepresentation: file("ec")).rawRepresentation == key.rawRepresentation)
    #expect(key.pemRepresentation == (try file("ec8")))
    #expect(key.publicKey.pemRepresentation == (try file("ecpub")))
    #expect(
      try P256.Signing.PublicKey(pemRepresentation: file("ecpub")).rawRepresentation == key.publicKey.rawRepresentation)
  }

  @Test func p384() throws {
    let key = try P384.Signing.PrivateKey(pemRepresentation: file("p384"))
    #expect(key.pemRepresentation == (try file("p384")))
    #expect(key.publicKey.pemRepresentation == (try file("p384pub")))
  }

  @Test func ed25519() throws {
    let key = try Curve25519.Signing.PrivateKey(pkcs8PEM: file("ed"))
    #expect(key.pkcs8PEM == (try file("ed")))
    #expect(key.publicKey.spkiPEM == (try file("edpub")))
  }

  @Test func rsa() throws {
    let key = try RSA.Signing.PrivateKey(pemRepresentation: file("rsa8"))
    #expect(key.pemRepresentation == (try file("rsa8")))
    #expect(try RSA.Signing.PrivateKey(pemRepresentation: file("rsa1")).derRepresentation == key.derRepresentation)
    #expect(key.publicKey.pemRepresentation == (try file("rsapub")))
    #expect(try RSA.Signing.PublicKey(pemRepresentation: file("rsapub1")).modulus == key.publicKey.modulus)
  }

  /// A key file of one kind is refused as another kind.
  @Test func kindsAreNotMixed() throws {
    for name in ["p384", "ed", "rsa8", "rsa1", "ecpub"] {
      #expect(throws: CryptoError.self, "\(name)") { try P256.Signing.PrivateKey(pemRepresentation: file(name)) }
    }
    for name in ["ec8", "p384", "rsa8", "edpub"] {
      #expect(throws: CryptoError.self, "\(name)") { try Curve25519.Signing.PrivateKey(pkcs8PEM: file(name)) }
    }
    for name in ["ec8", "ec", "ed", "rsapub"] {
      #expect(throws: CryptoError.self, "\(name)") { try RSA.Signing.PrivateKey(pemRepresentation: file(name)) }
    }
  }
}
