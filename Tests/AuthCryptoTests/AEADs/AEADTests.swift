import AuthCore
import Testing

@testable import AuthCrypto

@Suite struct AEADTests {
  /// Like CryptoKit, the type refuses nonces below 96 bits, which 37 valid cases of the file have. OpenSSL does not
  /// support the nonces of 2056 bits in 3 cases. The other 6 cases are invalid anyway.
  @Test func wycheproofAESGCM() throws {
    var tally = Tally()
    var otherNonces = 0
    for (group, tests) in try Vectors.wycheproof("aes_gcm_test") {
      let nonceBits = try #require(group["ivSize"]?.integerValue)
      for test in tests {
        let opened: [UInt8]? = try? {
          let box = try AES.GCM.SealedBox(
            nonce: AES.GCM.Nonce(data: test.bytes("iv")), ciphertext: test.bytes("ct"), tag: test.bytes("tag"))
          return try AES.GCM.open(
            box, using: SymmetricKey(data: test.bytes("key")), authenticating: test.bytes("aad"))
        }()
        guard (96...1024).contains(nonceBits) else {
          #expect(opened == nil, "case \(test.id)")
          otherNonces += 1
          continue
        }
        tally.record(test, accepted: try opened == test.bytes("msg"))
        guard test.result == "valid" else { continue }
        let sealed = try AES.GCM.seal(
          test.bytes("msg"), using: SymmetricKey(data: test.bytes("key")), nonce: AES.GCM.Nonce(data: test.bytes("iv")),
          authenticating: test.bytes("aad"))
        if try sealed.ciphertext != test.bytes("ct") || sealed.tag != test.bytes("tag") {
          Issue.record("case \(test.id) is sealed differently")
        }
      }
    }
    tally.expect("AES-GCM", accepted: 189, refused: 81)
    #expect(otherNonces == 46)
  }

  @Test func wycheproofChaChaPoly() throws {
    var tally = Tally()
    for (_, tests) in try Vectors.wycheproof("chacha20_poly1305_test") {
      for test in tests {
        let opened: [UInt8]? = try? {
          let box = try ChaChaPoly.SealedBox(
            nonce: ChaChaPoly.Nonce(data: test.bytes("iv")), ciphertext: test.bytes("ct"), tag: test.bytes("tag"))
          return try ChaChaPoly.open(
            box, using: SymmetricKey(data: test.bytes("key")), authenticating: test.bytes("aad"))
        }()
        tally.record(test, accepted: try opened == test.bytes("msg"))
        guard test.result == "valid" else { continue }
        let sealed = try ChaChaPoly.seal(
          test.bytes("msg"), using: SymmetricKey(data: test.bytes("key")),
          nonce: ChaChaPoly.Nonce(data: test.bytes("iv")), authenticating: test.bytes("aad"))
        if try sealed.ciphertext != test.bytes("ct") || sealed.tag != test.bytes("tag") {
          Issue.record("case \(test.id) is sealed differently")
        }
      }
    }
    tally.expect("ChaCha20-Poly1305", accepted: 256, refused: 69)
  }

  @Test func combinedForm() throws {
    let key = SymmetricKey(size: .bits256)
    for message in [[], [1], [UInt8](repeating: 9, count: 1000)] as [[UInt8]] {
      let box = try AES.GCM.seal(message, using: key, authenticating: [1, 2])
      let combined = try #require(box.combined)
      #expect(combined.count == message.count + 28)
      #expect(try AES.GCM.open(AES.GCM.SealedBox(combined: combined), using: key, authenticating: [1, 2]) == message)
      for index in combined.indices {
        var damaged = combined
        damaged[index] ^= 1
        #expect(throws: CryptoError.authenticationFailure) {
          try AES.GCM.open(AES.GCM.SealedBox(combined: damaged), using: key, authenticating: [1, 2])
        }
      }
      #expect(throws: CryptoError.authenticationFailure) { try AES.GCM.open(box, using: key) }
      #expect(try ChaChaPoly.open(ChaChaPoly.seal(message, using: key), using: key) == message)
    }
    #expect(throws: CryptoError.incorrectSize) { try AES.GCM.SealedBox(combined: [UInt8](repeating: 0, count: 27)) }
    #expect(throws: CryptoError.incorrectSize) { try AES.GCM.seal([1], using: SymmetricKey(data: [1, 2, 3])) }
    #expect(throws: CryptoError.incorrectSize) { try AES.GCM.Nonce(data: [UInt8](1...11)) }
    #expect(try AES.GCM.seal([1], using: key).combined != AES.GCM.seal([1], using: key).combined)
  }
}
