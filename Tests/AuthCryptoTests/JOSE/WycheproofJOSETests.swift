import AuthCore
import Testing

@testable import AuthCrypto

@Suite struct WycheproofJOSETests {
  /// Cases that the file calls valid and that are refused here: in 346 and 350 the key is bound to PS256 and the header
  /// says PS384; in 347 and 351 the key says `ES521`, a name that no algorithm has (the key file calls such a key invalid);
  /// in 372 and 373 the base64url holds a `?`. 367 and 370 are called invalid for a padding that their text does not
  /// have: it is to the byte the same as a token that is well-formed and has the right code.
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
      let keys = try? JWKS(json: #require(group["public"] ?? group["private"]))
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

  /// The payloads of these files are no claims, so that the verifier refuses all, the valid ones last of all.
  @Test func verifierAcceptsNoneOfThem() throws {
    let rules = JWTRules(
      algorithms: Set(JWSAlgorithm.allCases), allowsMissingType: true, issuer: nil, audiences: [])
    let verifier = try JWTVerifier(rules)
    var refused = 0
    for (group, tests) in try Vectors.wycheproof("json_web_signature_test") {
      guard let key = try? JWK(json: #require(group["public"] ?? group["private"])) else { continue }
      for test in tests {
        guard let token = test.json["jws"]?.stringValue else { continue }
        do throws(AuthError) {
          _ = try verifier.verify(token, with: key, at: TokenMint.now)
          Issue.record("case \(test.id) was accepted")
        } catch {
          #expect(error.code == .invalidToken || error.code == .signatureInvalid, "case \(test.id)")
          #expect(token.count < 8 || !error.message.contains(token))
          refused += 1
        }
      }
    }
    print("JWT verifier: \(refused) refused")
    #expect(refused > 380)
  }

  private static func accepts(_ test: WycheproofTest, key: JWK?) -> Bool {
    guard let key, let token = test.json["jws"]?.stringValue, let jws = try? JWS(compact: token) else { return false }
    guard key.allows(jws.algorithm) else { return false }
    return (try? jws.verify(with: key.key)) != nil
  }
}
