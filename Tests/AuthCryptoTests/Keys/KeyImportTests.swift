import AuthCore
import Testing

@testable import AuthCrypto

/// Keys that OpenSSL's import accepts and that must be refused.
@Suite struct KeyImportTests {
  private let order = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"

  @Test func scalars() throws {
    let zero = [UInt8](repeating: 0, count: 32)
    let limit = try #require(Hex.decode(order))
    let above = [UInt8](repeating: 255, count: 32)
    for scalar in [zero, limit, above] {
      #expect(throws: CryptoError.invalidKey) { try P256.Signing.PrivateKey(rawRepresentation: scalar) }
      #expect(throws: CryptoError.invalidKey) { try P256.KeyAgreement.PrivateKey(rawRepresentation: scalar) }
    }
    let below = limit.dropLast() + [0x50]
    #expect(try P256.Signing.PrivateKey(rawRepresentation: Array(below)).rawRepresentation == Array(below))
    let one = zero.dropLast() + [1]
    let key = try P256.Signing.PrivateKey(rawRepresentation: Array(one))
    #expect(
      Hex.encode(key.publicKey.compressedRepresentation)
        == "036b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296")
    for count in [0, 31, 33] {
      let wrong = [UInt8](repeating: 1, count: count)
      #expect(throws: CryptoError.incorrectSize) { try P256.Signing.PrivateKey(rawRepresentation: wrong) }
    }
  }

  @Test func points() throws {
    let good = P256.Signing.PrivateKey().publicKey
    let x963 = good.x963Representation
    var hybrid = x963
    hybrid[0] = 6 | (x963[64] & 1)
    var offCurve = x963
    offCurve[64] ^= 1
    var unreduced = x963
    unreduced.replaceSubrange(1..<33, with: [UInt8](repeating: 255, count: 32))
    let wrong: [[UInt8]] = [
      [], [0], [0] + [UInt8](repeating: 0, count: 64), [4] + [UInt8](repeating: 0, count: 64), hybrid, offCurve,
      unreduced, Array(x963.dropLast()), x963 + [0], [5] + x963[1...32],
      [2] + [UInt8](repeating: 255, count: 32),
    ]
    for point in wrong {
      #expect(throws: CryptoError.invalidKey, "\(Hex.encode(point))") {
        try P256.Signing.PublicKey(x963Representation: point)
      }
      #expect(throws: CryptoError.invalidKey, "\(Hex.encode(point))") {
        try P256.KeyAgreement.PublicKey(x963Representation: point)
      }
    }
    #expect(throws: CryptoError.invalidKey) { try P256.Signing.PublicKey(rawRepresentation: offCurve.dropFirst()) }
    let compressed = good.compressedRepresentation
    #expect(try P256.Signing.PublicKey(compressedRepresentation: compressed).x963Representation == x963)
    #expect(try P256.Signing.PublicKey(x963Representation: compressed).x963Representation == x963)
    #expect(try P256.Signing.PublicKey(derRepresentation: good.derRepresentation).x963Representation == x963)
  }

  @Test func halvesThatDoNotBelongTogether() throws {
    let one = P256.Signing.PrivateKey()
    let other = P256.Signing.PrivateKey()
    #expect(
      try P256.Signing.PrivateKey(x963Representation: one.x963Representation).rawRepresentation == one.rawRepresentation
    )
    let mixed = other.publicKey.x963Representation + one.rawRepresentation
    #expect(throws: CryptoError.invalidKey) { try P256.Signing.PrivateKey(x963Representation: mixed) }
    let inner = ECPrivateKeyInfo(
      scalar: one.rawRepresentation, curve: KeyObjectIdentifier.p256, point: other.publicKey.x963Representation)
    let info = PrivateKeyInfo(
      algorithm: KeyObjectIdentifier.ecPublicKey, curve: KeyObjectIdentifier.p256, key: Secret(inner.der))
    #expect(throws: CryptoError.invalidKey) { try P256.Signing.PrivateKey(derRepresentation: info.der) }
  }

  @Test func privateEncodings() throws {
    let key = P256.Signing.PrivateKey()
    let copy = try P256.Signing.PrivateKey(pemRepresentation: key.pemRepresentation)
    #expect(copy.rawRepresentation == key.rawRepresentation)
    #expect(copy.publicKey.rawRepresentation == key.publicKey.rawRepresentation)
    #expect(throws: CryptoError.invalidKey) { try P384.Signing.PrivateKey(pemRepresentation: key.pemRepresentation) }
    #expect("\(key)" == "<redacted>")
    var text = ""
    dump(key, to: &text)
    #expect(!text.contains(String(key.rawRepresentation[0]) + "\n"))
  }

  @Test func damagedDER() throws {
    let der = P256.Signing.PrivateKey().publicKey.derRepresentation
    #expect(throws: CryptoError.invalidEncoding) { try P256.Signing.PublicKey(derRepresentation: der + [0]) }
    for count in 0..<der.count {
      #expect(throws: CryptoError.self) { try P256.Signing.PublicKey(derRepresentation: der.prefix(count)) }
    }
    let pem = P256.Signing.PrivateKey().publicKey.pemRepresentation
    for wrong in ["", "x" + pem, pem + "x", pem.replacing("PUBLIC", with: "PRIVATE"), pem + pem] {
      #expect(throws: CryptoError.self) { try P256.Signing.PublicKey(pemRepresentation: wrong) }
    }
  }
}
