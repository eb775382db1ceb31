import AuthCore
import Testing

@testable import AuthCrypto

/// Codes, derived keys and key agreement.
@Suite struct WycheproofKeyTests {
  @Test func hmac() throws {
    try hmac("hmac_sha1_test", Insecure.SHA1.self, 66, 104)
    try hmac("hmac_sha256_test", SHA256.self, 66, 108)
    try hmac("hmac_sha384_test", SHA384.self, 66, 108)
    try hmac("hmac_sha512_test", SHA512.self, 66, 108)
  }

  /// A code that is cut off to `tagSize` is the start of the whole code. Protocols of this package never cut codes off,
  /// so the whole code is compared with `isValidAuthenticationCode`.
  private func hmac<H: HashFunction>(_ name: String, _: H.Type, _ accepted: Int, _ refused: Int) throws {
    var tally = Tally()
    for (group, tests) in try Vectors.wycheproof(name) {
      let size = Int(try #require(group["tagSize"]?.integerValue)) / 8
      for test in tests {
        let key = SymmetricKey(data: try test.bytes("key"))
        let (message, tag) = (try test.bytes("msg"), try test.bytes("tag"))
        let code = Array(HMAC<H>.authenticationCode(for: message, using: key))
        tally.record(test, accepted: Array(code.prefix(size)) == tag)
        #expect(
          HMAC<H>.isValidAuthenticationCode(tag, authenticating: message, using: key)
            == (test.result == "valid" && size == code.count))
      }
    }
    tally.expect(name, accepted: accepted, refused: refused)
  }

  @Test func hkdf() throws {
    try hkdf("hkdf_sha384_test", SHA384.self, 80, 3)
    try hkdf("hkdf_sha512_test", SHA512.self, 80, 3)
  }

  private func hkdf<H: HashFunction>(_ name: String, _: H.Type, _ accepted: Int, _ refused: Int) throws {
    var tally = Tally()
    for (_, tests) in try Vectors.wycheproof(name) {
      for test in tests {
        let size = Int(try #require(test.json["size"]?.integerValue))
        // The length that RFC 5869 allows is a precondition.
        guard size <= 255 * H.Digest.byteCount else {
          tally.record(test, accepted: false)
          continue
        }
        let key = HKDF<H>.deriveKey(
          inputKeyMaterial: SymmetricKey(data: try test.bytes("ikm")), salt: try test.bytes("salt"),
          info: try test.bytes("info"), outputByteCount: size)
        let expected = try test.bytes("okm")
        tally.record(test, accepted: key.withUnsafeBytes { Array($0) } == expected)
      }
    }
    tally.expect(name, accepted: accepted, refused: refused)
  }

  @Test func pbkdf2() throws {
    var tally = Tally()
    for (_, tests) in try Vectors.wycheproof("pbkdf2_hmacsha256_test") {
      for test in tests {
        let key = PBKDF2.deriveKey(
          password: Secret(try test.bytes("password")), salt: try test.bytes("salt"),
          iterations: Int(try #require(test.json["iterationCount"]?.integerValue)),
          byteCount: Int(try #require(test.json["dkLen"]?.integerValue)))
        tally.record(test, accepted: try key.revealBytes() == test.bytes("dk"))
      }
    }
    tally.expect("pbkdf2_hmacsha256_test", accepted: 60, refused: 0)
  }

  @Test func agreement() throws {
    try agreement("ecdh_secp256r1_test", 330, 52, 230) { test in
      (try Self.key(test.bytes("private")), try .init(derRepresentation: test.bytes("public")))
    }
    try agreement("ecdh_secp256r1_pem_test", 330, 52, 230) { test in
      (
        try .init(pemRepresentation: #require(test.json["private"]?.stringValue)),
        try .init(pemRepresentation: #require(test.json["public"]?.stringValue))
      )
    }
    try agreement("ecdh_secp256r1_webcrypto_test", 330, 23, 0) { test in
      let scalar = try #require(test.json["private"]?["d"]?.stringValue.flatMap { Base64URL.decode($0) })
      guard case .p256(let key) = try JWK(json: #require(test.json["public"])).key else {
        throw CryptoError.invalidKey
      }
      return (try Self.key(scalar), try .init(rawRepresentation: key.rawRepresentation))
    }
  }

  private static func key(_ scalar: [UInt8]) throws -> P256.KeyAgreement.PrivateKey {
    let digits = scalar.drop { $0 == 0 }
    return try .init(rawRepresentation: [UInt8](repeating: 0, count: max(0, 32 - digits.count)) + digits)
  }

  private func agreement(
    _ name: String, _ accepted: Int, _ refused: Int, _ open: Int,
    _ keys: (WycheproofTest) throws -> (P256.KeyAgreement.PrivateKey, P256.KeyAgreement.PublicKey)
  ) throws {
    var (tally, openAccepted) = (Tally(), 0)
    for (_, tests) in try Vectors.wycheproof(name) {
      for test in tests {
        let agreed: [UInt8]? = try? {
          let (ours, theirs) = try keys(test)
          return try ours.sharedSecretFromKeyAgreement(with: theirs).withUnsafeBytes { Array($0) }
        }()
        let expected = try test.bytes("shared")
        tally.record(test, accepted: agreed == expected)
        if test.result == "acceptable", agreed != nil {
          #expect(agreed == expected, "case \(test.id)")
          openAccepted += 1
        }
      }
    }
    print("\(name): \(openAccepted) of the open cases accepted")
    tally.expect(name, accepted: accepted, refused: refused, acceptable: open)
  }
}
