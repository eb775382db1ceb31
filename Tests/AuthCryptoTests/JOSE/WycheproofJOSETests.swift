import AuthCore
import Testing

@testable import AuthCrypto

@Suite struct WycheproofJOSETests {
  /// Some cases that are valid according to the file are refused here: in 346 and 350, the key is bound to PS256 and
  /// the header contains PS384; in 347 and 351, the key contains `ES521`, which is not the name of an algorithm (the
  /// file for keys has such a key as invalid); in 372 and 373, the base64url contains a `?`. According to the file, 367
  /// and 370 are invalid because of padding, but their text has no padding: it is identical to a well-formed token with
  /// the right code.
  @Test func signatures() throws {
    var tally = Tally(refusedOnPurpose: [346, 347, 350, 351, 372, 373], acceptedOnPurpose: [367, 370])
    for (group, tests) in try Vectors.wycheproof("json_web_signature_test") {
      let key = try? JWK(json: #require(group["public"] ?? group["private"]))
      for test in tests {
        tally.record(test, accepted: Self.accepts(test, key: key))
      }
    }
    tally.expect("JWS", accepted: 42, refused: 359)
  }

  @Test func keySets() throws {
    var tally = Tally()
    for (group, tests) in try Vectors.wycheproof("json_web_key_test") {
      let keys = try? JWKSet(json: #require(group["public"] ?? group["private"]))
      for test in tests {
        let accepted: Void? = try? {
          let jws = try JWS(compact: #require(test.json["jws"]?.stringValue))
          guard let keys else { throw CryptoError.invalidKey }
          try jws.verify(with: keys.key(jws.keyID, for: jws.algorithm).key)
        }()
        tally.record(test, accepted: accepted != nil)
      }
    }
    tally.expect("JWK", accepted: 5, refused: 21)
  }

  /// The same through `JWTVerifier`. The payloads are not valid claims, so the verifier refuses all tokens. If the
  /// signature is valid, and only then, it refuses the claims. It refuses an empty payload earlier.
  @Test func signaturesThroughTheVerifier() throws {
    let empty: Set<Int64> = [259, 264, 268, 272, 320, 325]
    var tally = Tally(
      refusedOnPurpose: empty.union([346, 347, 350, 351, 372, 373]), acceptedOnPurpose: [367, 370])
    for (group, tests) in try Vectors.wycheproof("json_web_signature_test") {
      let key = try? JWK(json: #require(group["public"] ?? group["private"]))
      for test in tests {
        let isGood = try Self.isGood(test) { (verifier, token) throws(AuthError) in
          guard let key else { throw JWKFields.refused("") }
          return try verifier.verify(token, with: key, at: TokenMint.now)
        }
        tally.record(test, accepted: isGood)
      }
    }
    tally.expect("JWS by the verifier", accepted: 36, refused: 365)
  }

  @Test func keySetsThroughTheVerifier() throws {
    var tally = Tally()
    for (group, tests) in try Vectors.wycheproof("json_web_key_test") {
      let keys = try? JWKSet(json: #require(group["public"] ?? group["private"]))
      for test in tests {
        let isGood = try Self.isGood(test) { (verifier, token) throws(AuthError) in
          guard let keys else { throw JWKFields.refused("") }
          return try verifier.verify(token, with: keys, at: TokenMint.now)
        }
        tally.record(test, accepted: isGood)
      }
    }
    tally.expect("JWK by the verifier", accepted: 5, refused: 21)
  }

  /// Key sets with keys of all kinds, for signatures and for ciphers. An encrypted token is not a signed one, so
  /// all of them are refused.
  @Test func mixedKeySetsThroughTheVerifier() throws {
    var tally = Tally()
    var encrypted = 0
    for (group, tests) in try Vectors.wycheproof("json_web_crypto_test") {
      let published = try #require(group["public"] ?? group["private"])
      let keys = published["keys"] == nil ? try? JWKSet([JWK(json: published)]) : try? JWKSet(json: published)
      for test in tests {
        let isGood = try Self.isGood(test) { (verifier, token) throws(AuthError) in
          guard let keys else { throw JWKFields.refused("") }
          return try verifier.verify(token, with: keys, at: TokenMint.now)
        }
        guard test.json["jws"] != nil else {
          #expect(!isGood, "case \(test.id)")
          encrypted += 1
          continue
        }
        tally.record(test, accepted: isGood)
      }
    }
    tally.expect("key sets by the verifier", accepted: 4, refused: 45)
    #expect(encrypted == 34)
  }

  /// Valid and invalid encrypted tokens, including PBES2 and RSA, are all refused without decryption, and none of their
  /// keys is used.
  @Test func encryptedTokensThroughTheVerifier() throws {
    var refused = 0
    for (group, tests) in try Vectors.wycheproof("json_web_encryption_test") {
      let key = try? JWK(json: #require(group["public"] ?? group["private"]))
      for test in tests {
        let isGood = try Self.isGood(test) { (verifier, token) throws(AuthError) in
          try verifier.verify(token, with: key ?? TokenMint().jwk, at: TokenMint.now)
        }
        #expect(!isGood, "case \(test.id)")
        refused += 1
      }
    }
    #expect(refused == 139)
  }

  /// Returns whether the verifier found a valid signature. In this case, it refuses the payload.
  private static func isGood(
    _ test: WycheproofTest, _ verify: (JWTVerifier, String) throws(AuthError) -> VerifiedJWT
  ) throws -> Bool {
    let rules = JWTValidationRules(
      algorithms: Set(JWSAlgorithm.allCases), types: ["JWT", "JWS"], allowsMissingType: true, issuer: nil, audiences: []
    )
    // Some cases have no token, and others use the JSON serialization instead of the compact one.
    guard let token = (test.json["jws"] ?? test.json["jwe"])?.stringValue else { return false }
    do throws(AuthError) {
      _ = try verify(try JWTVerifier(rules), token)
      Issue.record("case \(test.id) was accepted")
      return true
    } catch {
      #expect(token.count < 8 || !error.description.contains(token), "case \(test.id)")
      #expect(
        [.invalidToken, .signatureInvalid, .tokenExpired, .invalidRequest].contains(error.code), "case \(test.id)")
      return error.code == .tokenExpired || error.message == Self.noClaims || error.message == Self.noExpiry
    }
  }

  private static let noClaims =
    JWS.malformed("has a payload that is not a JSON object, repeats a member, or is nested too deeply").message
  private static let noExpiry = JWS.malformed("has no exp").message

  private static func accepts(_ test: WycheproofTest, key: JWK?) -> Bool {
    guard let key, let token = test.json["jws"]?.stringValue, let jws = try? JWS(compact: token) else { return false }
    guard key.allows(jws.algorithm) else { return false }
    return (try? jws.verify(with: key.key)) != nil
  }
}
