import AuthCore
import Testing

@testable import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct JWTVerifierTests {
  private let mint = TokenMint()
  private static let rules = JWTValidationRules(
    algorithms: [.es256], issuer: "https://issuer.example", audiences: ["app"], requiredClaims: ["sub"])

  private func code(
    _ token: String, _ rules: JWTValidationRules = rules, at now: Date = TokenMint.now
  ) throws -> AuthError.Code? {
    let verifier = try JWTVerifier(rules)
    do throws(AuthError) {
      _ = try verifier.verify(token, with: JWKSet([mint.jwk]), at: now)
      return nil
    } catch {
      return error.code
    }
  }

  @Test func accepts() throws {
    let verified = try JWTVerifier(Self.rules).verify(mint.token(), with: JWKSet([mint.jwk]), at: TokenMint.now)
    #expect(verified.subject == "jane")
    #expect(verified.issuer == "https://issuer.example")
    #expect(verified.audiences == ["app"])
    #expect(verified.expiresAt == Date(timeIntervalSince1970: 1_800_000_300))
    #expect(verified.issuedAt == Date(timeIntervalSince1970: 1_799_999_990))
    #expect(verified.algorithm == .es256)
    #expect(verified["iss"] == "https://issuer.example")
    #expect(verified.header["kid"] == "k1")
  }

  @Test func times() throws {
    let cases: [(String, JSONValue?, AuthError.Code?)] = [
      ("exp", nil, .invalidToken), ("exp", "1800000300", .invalidToken), ("exp", -1, .invalidToken),
      ("exp", .null, .invalidToken), ("exp", .number(0x1p54), .invalidToken), ("exp", .number(1e300), .invalidToken),
      ("exp", true, .invalidToken), ("exp", .number(1_800_000_300.5), nil),
      // The leeway is 10 seconds: valid at 1799999991, expired at 1799999990.
      ("exp", 1_799_999_991, nil), ("exp", 1_799_999_990, .tokenExpired), ("exp", 0, .tokenExpired),
      ("nbf", 1_800_000_010, nil), ("nbf", 1_800_000_011, .invalidToken), ("nbf", "x", .invalidToken),
      ("iat", 1_800_000_010, nil), ("iat", 1_800_000_011, .invalidToken), ("iat", nil, nil),
      ("iat", ["1"], .invalidToken), ("iat", 0, nil), ("nbf", 0, nil), ("exp", .number(0x1p53), nil),
    ]
    for (name, value, expected) in cases {
      let token = try mint.token(TokenMint.claims((name, value)))
      #expect(try code(token) == expected, "\(name) \(String(describing: value))")
    }
    var strict = Self.rules
    strict.leeway = .zero
    #expect(try code(mint.token(TokenMint.claims(("exp", 1_800_000_000))), strict) == .tokenExpired)
    #expect(try code(mint.token(TokenMint.claims(("exp", 1_800_000_001))), strict) == nil)
    #expect(try code(mint.token(), at: .distantFuture) == .tokenExpired)
    strict.leeway = .seconds(60)
    #expect(try code(mint.token(TokenMint.claims(("exp", 1_799_999_941))), strict) == nil)
    #expect(try code(mint.token(TokenMint.claims(("exp", 1_799_999_940))), strict) == .tokenExpired)
    for leeway in [Duration.seconds(61), .seconds(-1)] {
      strict.leeway = leeway
      #expect(throws: AuthError(.invalidRequest, "")) { try JWTVerifier(strict) }
    }
    var bounded = Self.rules
    bounded.maximumLifetime = .seconds(120)
    #expect(try code(mint.token(), bounded) == .invalidToken)
    #expect(try code(mint.token(TokenMint.claims(("exp", 1_800_000_110))), bounded) == nil)
    #expect(try code(mint.token(TokenMint.claims(("exp", 1_800_000_111))), bounded) == .invalidToken)
    #expect(try code(mint.token(TokenMint.claims(("exp", 1_800_000_100), ("iat", nil))), bounded) == .invalidToken)
  }

  /// Tokens that report an event have no `exp` (RFC 8417 §2.2); their age is limited instead.
  @Test func tokensOfEvents() throws {
    var rules = Self.rules
    rules.requiresExpiry = false
    rules.maximumAge = .seconds(100)
    for (expiry, issued, expected) in [
      (nil, 1_799_999_990, nil), (nil, 1_799_999_890, nil), (nil, 1_799_999_889, .tokenExpired),
      (nil, nil, .invalidToken), (1_800_000_300, 1_799_999_990, nil), (1_799_999_990, 1_799_999_990, .tokenExpired),
      ("x", 1_799_999_990, .invalidToken), (.null, 1_799_999_990, .invalidToken),
    ] as [(JSONValue?, JSONValue?, AuthError.Code?)] {
      let token = try mint.token(TokenMint.claims(("exp", expiry), ("iat", issued)))
      #expect(try code(token, rules) == expected, "\(String(describing: expiry)) \(String(describing: issued))")
    }
    let token = try mint.token(TokenMint.claims(("exp", nil)))
    #expect(try JWTVerifier(rules).verify(token, with: mint.jwk, at: TokenMint.now).expiresAt == .distantFuture)
    // A limit on the lifetime needs both ends.
    rules.maximumLifetime = .seconds(1000)
    #expect(try code(token, rules) == .invalidToken)
  }

  @Test func parties() throws {
    let cases: [(String, JSONValue?, AuthError.Code?)] = [
      ("iss", nil, .invalidToken), ("iss", "https://issuer.example/", .invalidToken), ("iss", 1, .invalidToken),
      ("iss", ["https://issuer.example"], .invalidToken),
      ("aud", nil, .invalidToken), ("aud", "App", .invalidToken), ("aud", ["other", "app"], nil),
      ("aud", ["other"], .invalidToken), ("aud", [], .invalidToken), ("aud", ["app", 1], .invalidToken),
      ("aud", 1, .invalidToken), ("aud", ["app": true], .invalidToken),
      ("sub", nil, .invalidToken), ("sub", "", .invalidToken), ("sub", 7, .invalidToken), ("sub", .null, .invalidToken),
    ]
    for (name, value, expected) in cases {
      let token = try mint.token(TokenMint.claims((name, value)))
      #expect(try code(token) == expected, "\(name) \(String(describing: value))")
    }
    let open = JWTValidationRules(algorithms: [.es256], issuer: nil, audiences: [])
    #expect(try code(mint.token(TokenMint.claims(("iss", nil), ("aud", nil), ("sub", nil))), open) == nil)
  }

  /// An issuer with two names. Both are compared byte for byte: "é" as one and as two code points differ.
  @Test func furtherNamesOfTheIssuer() throws {
    var rules = Self.rules
    rules.otherIssuers = ["issuer.example", "https://\u{E9}.example"]
    for (name, expected) in [
      ("https://issuer.example", nil), ("issuer.example", nil), ("https://\u{E9}.example", nil),
      ("https://e\u{301}.example", .invalidToken), ("other.example", .invalidToken),
    ] as [(String, AuthError.Code?)] {
      #expect(try code(mint.token(TokenMint.claims(("iss", .string(name)))), rules) == expected, "\(name)")
    }
  }

  @Test func claimsAreReadToADepth() throws {
    for (depth, expected) in [(31, nil), (32, .invalidToken)] as [(Int, AuthError.Code?)] {
      let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      let value = try JSONValue(parsing: nested, depthLimit: 64)
      #expect(try code(mint.token(TokenMint.claims(("x", value)))) == expected, "\(depth)")
    }
  }

  @Test func types() throws {
    let cases: [(String?, AuthError.Code?)] = [
      ("JWT", nil), ("jwt", nil), ("application/jwt", nil), ("at+jwt", .invalidToken), (nil, .invalidToken),
      ("dpop+jwt", .invalidToken), ("", .invalidToken),
    ]
    for (type, expected) in cases {
      #expect(try code(mint.token(type: type)) == expected, "\(type ?? "none")")
    }
    let application = JWTValidationRules.applicationToken()
    for type in ["JWT", "at+jwt", nil] { #expect(try code(mint.token(type: type), application) == nil) }
    #expect(try code(mint.token(type: "dpop+jwt"), application) == .invalidToken)
  }

  @Test func rulesForOnePurposeDoNotApplyToAnother() throws {
    #expect(try code(mint.token(TokenMint.claims(("azp", "other")))) == nil, "azp belongs to identity tokens")
    let identity = JWTValidationRules.identityToken(issuer: "https://issuer.example", clientID: "app")
    #expect(try code(mint.token(type: nil), identity) == nil)
    let pointing = try mint.token(rawHeader: #"{"alg":"ES256","kid":"k1","typ":"JWT","jku":"https://a.example"}"#)
    #expect(try code(pointing, .applicationToken()) == nil, "never followed")
    #expect(try code(pointing) == .invalidToken)
  }

  @Test func identityTokens() throws {
    let rules = JWTValidationRules.identityToken(issuer: "https://issuer.example", clientID: "app")
    #expect(try code(mint.token(), rules) == nil)
    #expect(try code(mint.token(TokenMint.claims(("nonce", "n"))), rules) == .invalidToken)
    #expect(try code(mint.token(TokenMint.claims(("azp", "app"))), rules) == nil)
    #expect(try code(mint.token(TokenMint.claims(("azp", "other"))), rules) == .invalidToken)
    #expect(try code(mint.token(TokenMint.claims(("iat", nil))), rules) == .invalidToken)
    let expecting = JWTValidationRules.identityToken(issuer: "https://issuer.example", clientID: "app", nonce: "n")
    #expect(try code(mint.token(TokenMint.claims(("nonce", "n"))), expecting) == nil)
    #expect(try code(mint.token(TokenMint.claims(("nonce", "m"))), expecting) == .invalidToken)
    #expect(try code(mint.token(), expecting) == .invalidToken)
  }

  @Test func checksTheAccessTokensHash() throws {
    // The token and the hash of the example in OpenID Connect Core A.3.
    let access = "jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y"
    var rules = JWTValidationRules.identityToken(issuer: "https://issuer.example", clientID: "app")
    rules.accessToken = Secret(access)
    let good = TokenMint.claims(("at_hash", "77QmUPtjPfzWtF2AnpK9RQ"))
    #expect(try code(mint.token(good), rules) == nil)
    #expect(try code(mint.token(), rules) == nil, "not every issuer sends at_hash")
    for wrong: JSONValue in ["77QmUPtjPfzWtF2AnpK9RA", "77QmUPtjPfzWtF2AnpK9RQ==", "", 7, .null] {
      #expect(try code(mint.token(TokenMint.claims(("at_hash", wrong))), rules) == .invalidToken, "\(wrong)")
    }
    rules.accessToken = Secret(access + "x")
    #expect(try code(mint.token(good), rules) == .invalidToken)
    rules.accessToken = Secret(access)
    rules.requiresAccessTokenHash = true
    #expect(try code(mint.token(good), rules) == nil)
    #expect(try code(mint.token(), rules) == .invalidToken)
    rules.accessToken = nil
    #expect(try code(mint.token(TokenMint.claims(("at_hash", "x"))), rules) == nil)
    // The hash function depends on the token's algorithm.
    for (key, hash) in [
      (JWS.SigningKey.p384(P384.Signing.PrivateKey()), Array(SHA384.hash(data: Array(access.utf8)))),
      (.ed25519(Curve25519.Signing.PrivateKey()), Array(SHA512.hash(data: Array(access.utf8)))),
    ] {
      let mint = TokenMint(key)
      rules.accessToken = Secret(access)
      let half = JSONValue.string(Base64URL.encode(hash.prefix(hash.count / 2)))
      _ = try JWTVerifier(rules).verify(
        mint.token(TokenMint.claims(("at_hash", half))), with: mint.jwk, at: TokenMint.now)
      #expect(throws: AuthError(.invalidToken, "")) {
        try JWTVerifier(rules).verify(mint.token(good), with: mint.jwk, at: TokenMint.now)
      }
    }
  }

  @Test func clientAssertions() throws {
    let mint = TokenMint(.ed25519(Curve25519.Signing.PrivateKey()))
    let verifier = try JWTVerifier(.clientAssertion(clientID: "client", audience: "https://issuer.example/token"))
    let good = TokenMint.claims(
      ("iss", "client"), ("sub", "client"), ("aud", "https://issuer.example/token"), ("jti", "1"),
      ("exp", 1_800_000_100))
    _ = try verifier.verify(mint.token(good), with: mint.jwk, at: TokenMint.now)
    var longest = good
    longest["exp"] = 1_800_000_110
    _ = try verifier.verify(mint.token(longest), with: mint.jwk, at: TokenMint.now)
    let changes: [(String, JSONValue?)] = [
      ("iss", "other"), ("sub", "other"), ("sub", nil), ("aud", "https://issuer.example/"), ("jti", nil), ("iat", nil),
      ("exp", 1_800_000_111),
    ]
    for (name, value) in changes {
      var claims = good
      claims[name] = value
      #expect(throws: AuthError(.invalidToken, ""), "\(name)") {
        try verifier.verify(mint.token(claims), with: mint.jwk, at: TokenMint.now)
      }
    }
    #expect(throws: AuthError(.invalidToken, "")) {
      try verifier.verify(self.mint.token(good), with: self.mint.jwk, at: TokenMint.now)
    }
  }

  @Test func everyAlgorithmWithItsOwnKey() throws {
    let rsa = try RSA.Signing.PrivateKey()
    let secret = SymmetricKey(size: SymmetricKeySize(bitCount: 512))
    let keys: [JWS.SigningKey] =
      [.hs256, .hs384, .hs512].map { .hmac(secret, $0) }
      + [.rs256, .rs384, .rs512, .ps256, .ps384, .ps512].map { .rsa(rsa, $0) }
      + [
        .p256(P256.Signing.PrivateKey()), .p384(P384.Signing.PrivateKey()), .p521(P521.Signing.PrivateKey()),
        .ed25519(Curve25519.Signing.PrivateKey()),
      ]
    #expect(Set(keys.map(\.algorithm)) == Set(JWSAlgorithm.allCases))
    for key in keys {
      let mint = TokenMint(key)
      let token = try mint.token()
      for algorithm in JWSAlgorithm.allCases {
        let rules = JWTValidationRules(algorithms: [algorithm], issuer: nil, audiences: [])
        let verified = try? JWTVerifier(rules).verify(token, with: mint.jwk, at: TokenMint.now)
        #expect((verified != nil) == (algorithm == key.algorithm))
      }
      if let published = try? JWK(json: mint.jwk.json) {
        #expect(!key.algorithm.isSymmetric)
        let rules = JWTValidationRules(algorithms: [key.algorithm], issuer: nil, audiences: [])
        _ = try JWTVerifier(rules).verify(token, with: published, at: TokenMint.now)
      } else {
        #expect(key.algorithm.isSymmetric, "a symmetric key is never published")
      }
    }
  }

  @Test func privateKeysInPEM() throws {
    // Keys that OpenSSL wrote, in all formats.
    for (file, algorithm) in [
      ("ec", JWSAlgorithm.es256), ("ec8", .es256), ("ed", .edDSA), ("p384", .es384), ("rsa1", .rs256), ("rsa8", .rs256),
    ] {
      let pem = try Vectors.text("openssl-keys/\(file).pem")
      let key = try JWS.SigningKey(pemRepresentation: pem)
      #expect(key.algorithm == algorithm, "\(file)")
      let mint = TokenMint(key)
      #expect(throws: Never.self) { try JWS(compact: mint.token()).verify(with: mint.key.verificationKey) }
      let other: JWSAlgorithm = algorithm == .es256 ? .es384 : .es256
      #expect(throws: AuthError(.invalidRequest, ""), "\(file)") {
        try JWS.SigningKey(pemRepresentation: pem, algorithm: other)
      }
    }
    let rsa = try Vectors.text("openssl-keys/rsa8.pem")
    #expect(try JWS.SigningKey(pemRepresentation: rsa, algorithm: .ps512).algorithm == .ps512)
    #expect(throws: AuthError(.invalidRequest, "")) { try JWS.SigningKey(pemRepresentation: rsa, algorithm: .hs256) }
    let published = try Vectors.text("openssl-keys/ecpub.pem")
    for wrong in ["", "rubbish", published, rsa.replacing("PRIVATE", with: "EC PRIVATE")] {
      #expect(throws: AuthError(.invalidRequest, "")) { try JWS.SigningKey(pemRepresentation: wrong) }
    }
  }

  @Test func keysInPEM() throws {
    let rsa = try RSA.Signing.PrivateKey()
    let pairs: [(JWS.SigningKey, String)] = [
      (
        mint.key, try #require({ if case .p256(let key) = mint.key { key.publicKey.pemRepresentation } else { nil } }())
      ),
      (.rsa(rsa, .rs256), rsa.publicKey.pemRepresentation),
    ]
    let edwards = Curve25519.Signing.PrivateKey()
    let p384 = P384.Signing.PrivateKey()
    let p521 = P521.Signing.PrivateKey()
    for (key, pem) in pairs + [
      (.ed25519(edwards), edwards.publicKey.spkiPEM), (.p384(p384), p384.publicKey.pemRepresentation),
      (.p521(p521), p521.publicKey.pemRepresentation),
    ] {
      let input = Array("input".utf8)
      let imported = try JWS.VerificationKey(pemRepresentation: pem)
      #expect(imported.isValidSignature(try key.signature(for: input), for: input, by: key.algorithm))
    }
    for wrong in ["", rsa.pemRepresentation, p384.pemRepresentation] {
      #expect(throws: AuthError(.invalidRequest, "")) { try JWS.VerificationKey(pemRepresentation: wrong) }
    }
  }

  // MARK: Several audiences, and names that are only canonically equivalent

  @Test("L15: an identity token with several audiences must name this client in azp")
  func severalAudiences() throws {
    let rules = JWTValidationRules.identityToken(issuer: "https://issuer.example", clientID: "app")
    let several: JSONValue = ["app", "other"]
    #expect(try code(mint.token(TokenMint.claims(("aud", several))), rules) == .invalidToken)
    #expect(try code(mint.token(TokenMint.claims(("aud", ["other", "app"]))), rules) == .invalidToken)
    #expect(try code(mint.token(TokenMint.claims(("aud", several), ("azp", "other"))), rules) == .invalidToken)
    #expect(try code(mint.token(TokenMint.claims(("aud", several), ("azp", "app"))), rules) == nil)
    #expect(try code(mint.token(TokenMint.claims(("aud", ["app"]))), rules) == nil)
    #expect(try code(mint.token(TokenMint.claims(("aud", ["app", "app"]))), rules) == nil)
    // A client with two names trusts both.
    var both = rules
    both.audiences = ["app", "other"]
    #expect(try code(mint.token(TokenMint.claims(("aud", several))), both) == nil)
  }

  @Test("L15: iss, sub, aud and azp are compared by bytes")
  func claimsByBytes() throws {
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    #expect(composed == decomposed, "alike for Swift")
    func rules(_ text: String) -> JWTValidationRules {
      var rules = JWTValidationRules.identityToken(issuer: text, clientID: text)
      rules.subject = text
      return rules
    }
    func claims(_ change: String?, to text: String) -> JSONObject {
      var claims = TokenMint.claims
      for name in ["iss", "aud", "sub", "azp"] { claims[name] = .string(composed) }
      if let change { claims[change] = .string(text) }
      return claims
    }
    #expect(try code(mint.token(claims(nil, to: "")), rules(composed)) == nil)
    #expect(try code(mint.token(claims(nil, to: "")), rules(decomposed)) == .invalidToken)
    for name in ["iss", "aud", "sub", "azp"] {
      #expect(try code(mint.token(claims(name, to: decomposed)), rules(composed)) == .invalidToken, "\(name)")
    }
    var claims = claims(nil, to: "")
    claims["aud"] = [.string(composed), .string(decomposed)]
    claims["azp"] = nil
    #expect(try code(mint.token(claims), rules(composed)) == .invalidToken, "two audiences")
  }

  @Test("L15: kid is compared by bytes")
  func keyIDByBytes() throws {
    let (first, second) = (TokenMint(keyID: "caf\u{E9}"), TokenMint(keyID: "cafe\u{301}"))
    let keys = try JWKSet([first.jwk, second.jwk])
    let verifier = try JWTVerifier(JWTValidationRules(algorithms: [.es256], issuer: nil, audiences: []))
    for mint in [first, second] {
      #expect(try verifier.verify(mint.token(), with: keys, at: TokenMint.now).subject == "jane")
    }
    let alone = try JWKSet([first.jwk])
    #expect(alone.contains(keyID: "caf\u{E9}") && !alone.contains(keyID: "cafe\u{301}"))
    #expect(throws: AuthError(.invalidToken, "")) {
      try verifier.verify(TokenMint(first.key, keyID: "cafe\u{301}").token(), with: alone, at: TokenMint.now)
    }
  }
}
