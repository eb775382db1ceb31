import AuthCore
import Testing

@testable import AuthCrypto

@Suite struct ECDSATests {
  @Test func wycheproof() throws {
    var tally = Tally()
    for (group, tests) in try Vectors.wycheproof("ecdsa_secp256r1_sha256_test") {
      let key = try P256.Signing.PublicKey(
        x963Representation: #require(group["publicKey"]?["uncompressed"]?.hexBytes))
      #expect(key.derRepresentation == group["publicKeyDer"]?.hexBytes)
      let pem = try #require(group["publicKeyPem"]?.stringValue)
      #expect(try P256.Signing.PublicKey(pemRepresentation: pem).rawRepresentation == key.rawRepresentation)
      for test in tests {
        let signature = try? P256.Signing.ECDSASignature(derRepresentation: test.bytes("sig"))
        let message = try test.bytes("msg")
        tally.record(test, accepted: signature.map { key.isValidSignature($0, for: message) } ?? false)
      }
    }
    tally.expect("ECDSA P-256", accepted: 174, refused: 310)
  }

  @Test func signsWhatItVerifies() throws {
    let key = P256.Signing.PrivateKey()
    let message = Array("message".utf8)
    for _ in 0..<50 {
      let signature = try key.signature(for: message)
      #expect(key.publicKey.isValidSignature(signature, for: message))
      #expect(!key.publicKey.isValidSignature(signature, for: message + [0]))
      #expect(!P256.Signing.PrivateKey().publicKey.isValidSignature(signature, for: message))
      let copy = try P256.Signing.ECDSASignature(derRepresentation: signature.derRepresentation)
      #expect(copy == signature)
      #expect(signature.rawRepresentation.count == 64)
    }
  }

  @Test func digestIsNotHashedAgain() throws {
    let key = P256.Signing.PrivateKey()
    let message = Array("message".utf8)
    let digest = SHA256.hash(data: message)
    #expect(key.publicKey.isValidSignature(try key.signature(for: digest), for: message))
    #expect(!key.publicKey.isValidSignature(try key.signature(for: digest), for: Array(digest)))
    // Hashed twice: the digest is the message.
    #expect(
      key.publicKey.isValidSignature(try key.signature(for: Array(digest)), for: SHA256.hash(data: Array(digest))))
  }

  @Test func writesIntoABuffer() throws {
    let key = P256.Signing.PrivateKey()
    let message = [UInt8](repeating: 7, count: 256)
    var buffer = [UInt8](repeating: 0, count: DERSignature.capacity)
    let count = try message.withUnsafeBytes { message in
      try buffer.withUnsafeMutableBytes { try key.writeSignature(for: message, into: $0) }
    }
    let signature = try P256.Signing.ECDSASignature(derRepresentation: buffer[..<count])
    #expect(key.publicKey.isValidSignature(signature, for: message))
  }

  @Test func longerCurves() throws {
    let message = Array("message".utf8)
    let p384 = P384.Signing.PrivateKey()
    #expect(p384.publicKey.isValidSignature(try p384.signature(for: message), for: message))
    #expect(
      try P384.Signing.PublicKey(pemRepresentation: p384.publicKey.pemRepresentation).x963Representation.count == 97)
    let p521 = P521.Signing.PrivateKey()
    let signature = try p521.signature(for: message)
    #expect(p521.publicKey.isValidSignature(signature, for: message))
    #expect(try P521.Signing.ECDSASignature(derRepresentation: signature.derRepresentation) == signature)
    #expect(
      try P521.Signing.PublicKey(compressedRepresentation: p521.publicKey.compressedRepresentation).rawRepresentation
        == p521.publicKey.rawRepresentation)
  }

  /// The DER of any r and s has the minimal length, and can be read back.
  @Test func derOfUnusualNumbers() throws {
    let cases: [([UInt8], String)] = [
      ([UInt8](repeating: 0, count: 64), "3006020100020100"),
      (
        [UInt8](repeating: 0, count: 31) + [0x80] + [UInt8](repeating: 0, count: 31) + [0x7F], "300702020080" + "02017f"
      ),
      (
        [UInt8](repeating: 255, count: 64),
        "3046022100" + String(repeating: "ff", count: 32) + "022100" + String(repeating: "ff", count: 32)
      ),
    ]
    for (raw, der) in cases {
      let signature = try P256.Signing.ECDSASignature(rawRepresentation: raw)
      #expect(Hex.encode(signature.derRepresentation) == der)
      #expect(try P256.Signing.ECDSASignature(derRepresentation: signature.derRepresentation).rawRepresentation == raw)
    }
    let long = try P521.Signing.ECDSASignature(rawRepresentation: [UInt8](repeating: 255, count: 132))
    #expect(long.derRepresentation.count == 141)
    #expect(Array(long.derRepresentation.prefix(3)) == [0x30, 0x81, 138])
    #expect(try P521.Signing.ECDSASignature(derRepresentation: long.derRepresentation) == long)
  }

  @Test func concurrentUseOfOneKey() async throws {
    let key = P256.Signing.PrivateKey()
    let valid = try await withThrowingTaskGroup(of: Int.self) { group in
      for task in 0..<8 {
        group.addTask {
          try (0..<50).count(where: { index in
            let message = [UInt8(task), UInt8(index)]
            return key.publicKey.isValidSignature(try key.signature(for: message), for: message)
          })
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(valid == 400)
  }
}
