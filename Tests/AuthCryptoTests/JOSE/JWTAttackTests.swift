import AuthCore
import Testing

@testable import AuthCrypto

/// Invalid tokens that some library accepted in the past (RFC 8725 §2 and §3). Each is refused for the right reason.
///
/// Other tests cover the remaining checks: times, issuer and audience, `azp`, `nonce`, `at_hash` and one `typ` per
/// purpose in `JWTVerifierTests`, fetching in `JWKSCacheTests`, encrypted tokens in `WycheproofJOSETests`.
@Suite struct JWTAttackTests {
  private let key = P256.Signing.PrivateKey()
  private let mint: TokenMint
  private let payload = Base64URL.encode(JSONValue.object(TokenMint.claims).serialized)

  init() { mint = TokenMint(.p256(key)) }

  private func refusal(
    _ token: String, keys: [JWK]? = nil, algorithms: Set<JWSAlgorithm> = Set(JWSAlgorithm.allCases)
  ) throws -> AuthError.Code? {
    var rules = JWTValidationRules(algorithms: algorithms, allowsMissingType: true, issuer: nil, audiences: [])
    rules.refusesEmbeddedKeys = false
    let verifier = try JWTVerifier(rules)
    let set = try JWKSet(keys ?? [mint.jwk])
    do throws(AuthError) {
      _ = try verifier.verify(token, with: set, at: TokenMint.now)
      return nil
    } catch {
      for part in token.split(separator: ".") where part.count > 8 {
        #expect(!error.description.contains(part), "the error contains a part of the token")
      }
      return error.code
    }
  }

  private func unsigned(_ header: String) -> String { Base64URL.encode(header.utf8) + "." + payload }

  @Test func controls() throws {
    #expect(try refusal(mint.token()) == nil)
    #expect(try refusal(mint.token(rawHeader: #"{"alg":"ES256","kid":"k1"}"#)) == nil)
  }

  @Test(arguments: ["none", "None", "nOnE", "NONE", "", " none", "es256", "HS1", "ES521", "null"])
  func algorithmNames(_ name: String) throws {
    let header = #"{"alg":"\#(name)","kid":"k1"}"#
    #expect(try refusal(unsigned(header) + ".") == .invalidToken)
    #expect(try refusal(mint.token(rawHeader: header)) == .invalidToken)
  }

  @Test(arguments: [
    #"{"kid":"k1"}"#, #"{"alg":null,"kid":"k1"}"#, #"{"alg":["ES256"],"kid":"k1"}"#, #"{"alg":1}"#, "[]", "\"ES256\"",
    "", "{", #"{"alg":"ES256","alg":"none"}"#, #"{"alg":"none","alg":"ES256"}"#, #"{"alg":"ES256","\u0061lg":"none"}"#,
    #"{"alg":"ES256"} x"#, #"{"alg":"ES256",}"#, #"{"alg":"ES256","kid":7}"#, #"{"alg":"ES256","typ":true}"#,
    #"{"alg":"ES256","crit":[]}"#, #"{"alg":"ES256","crit":["exp"],"exp":1}"#,
    #"{"alg":"ES256","crit":["b64"],"b64":false}"#,
    #"{"alg":"ES256","b64":false}"#, #"{"alg":"ES256","b64":true}"#, #"{"alg":"ES256","zip":"DEF"}"#,
    #"{"alg":"ES256","x":[[[[[[[[[[[[]]]]]]]]]]]]}"#, "{\"alg\":\"ES256\",\"x\":\"\u{1}\"}",
    "\u{FEFF}{\"alg\":\"ES256\"}",
  ])
  func headers(_ header: String) throws {
    #expect(try refusal(mint.token(rawHeader: header)) == .invalidToken)
  }

  @Test func publicKeyAsSecret() throws {
    let rsa = try RSA.Signing.PrivateKey()
    let publicJWKs = [
      JWK(.p256(key.publicKey), keyID: "k1"), JWK(.rsa(rsa.publicKey), keyID: "k1"), JWK(.rsa(rsa.publicKey)),
    ]
    let pems = [key.publicKey.pemRepresentation, rsa.publicKey.pemRepresentation]
    let texts: [[UInt8]] = pems.map { Array($0.utf8) } + pems.map { Array($0.utf8.dropLast()) }
    let encodings: [[UInt8]] = [
      Array(key.publicKey.derRepresentation), Array(key.publicKey.x963Representation),
      Array(rsa.publicKey.derRepresentation), rsa.publicKey.modulus,
    ]
    let secrets = texts + encodings + publicJWKs.map(\.json.serialized)
    for secret in secrets {
      for algorithm in [JWSAlgorithm.hs256, .hs384, .hs512] {
        #expect(secret.count >= 64, "long enough to sign with")
        let token = try TokenMint(.hmac(SymmetricKey(data: secret), algorithm)).token()
        for jwk in publicJWKs {
          #expect(try refusal(token, keys: [jwk]) == .invalidToken)
          #expect(try refusal(token, keys: [jwk], algorithms: [.es256, .rs256]) == .invalidToken)
        }
      }
    }
  }

  @Test func anotherAlgorithmOfTheSameKey() throws {
    let rsa = try RSA.Signing.PrivateKey()
    let bound = JWK(.rsa(rsa.publicKey), keyID: "k1", algorithm: .rs256)
    #expect(try refusal(TokenMint(.rsa(rsa, .rs256)).token(), keys: [bound]) == nil)
    for algorithm in [JWSAlgorithm.ps256, .rs384, .rs512, .ps512] {
      let token = try TokenMint(.rsa(rsa, algorithm)).token()
      #expect(try refusal(token, keys: [bound]) == .invalidToken)
      #expect(try refusal(token, keys: [JWK(.rsa(rsa.publicKey), keyID: "k1")], algorithms: [.rs256]) == .invalidToken)
      // The signature of one scheme with the name of the other.
      let mixed = try TokenMint(.rsa(rsa, algorithm)).token(rawHeader: #"{"alg":"RS256","kid":"k1"}"#)
      #expect(try refusal(mixed, keys: [bound]) == .signatureInvalid)
    }
    for name in ["ES384", "ES256K", "ES512", "EdDSA"] {
      #expect(try refusal(mint.token(rawHeader: #"{"alg":"\#(name)","kid":"k1"}"#)) == .invalidToken)
    }
  }

  @Test func keysInTheHeader() throws {
    let thief = TokenMint(.p256(P256.Signing.PrivateKey()))
    let jwk = thief.jwk.json.serializedText
    for extra in [
      #""jwk":\#(jwk)"#, #""jku":"https://thief.example/jwks""#, #""x5u":"https://thief.example""#, #""x5c":["AA=="]"#,
    ] {
      let header = #"{"alg":"ES256","kid":"k1",\#(extra)}"#
      #expect(try refusal(thief.token(rawHeader: header)) == .signatureInvalid)
      // Whether a token with such a member is valid depends only on the rules: the verifier never follows the member.
      let token = try mint.token(rawHeader: header)
      #expect(try refusal(token) == nil)
      let strict = JWTValidationRules(algorithms: [.es256], allowsMissingType: true, issuer: nil, audiences: [])
      #expect(throws: AuthError(.invalidToken, "")) {
        try JWTVerifier(strict).verify(token, with: mint.jwk, at: TokenMint.now)
      }
    }
  }

  @Test func keyNames() throws {
    let other = TokenMint(.p256(P256.Signing.PrivateKey()), keyID: "k2")
    let keys = [mint.jwk, other.jwk]
    #expect(try refusal(other.token(), keys: keys) == nil)
    for name in ["", "k3", "K1", "k1 ", "../k1", "k1' OR '1'='1", "k1\\u0000"] {
      #expect(try refusal(mint.token(rawHeader: #"{"alg":"ES256","kid":"\#(name)"}"#), keys: keys) == .invalidToken)
    }
    #expect(try refusal(mint.token(rawHeader: #"{"alg":"ES256"}"#), keys: keys) == .invalidToken, "two keys fit")
    #expect(try refusal(mint.token(rawHeader: #"{"alg":"ES256"}"#), keys: [mint.jwk]) == nil)
    let twin = JWK(other.key.verificationKey, keyID: "k1", algorithm: .es256)
    #expect(try refusal(mint.token(), keys: [mint.jwk, twin]) == .invalidToken, "a name that is not unique")
    let encryption = JWK(.p256(key.publicKey), keyID: "k1", use: "enc")
    #expect(try refusal(mint.token(), keys: [encryption]) == .invalidToken)
    #expect(throws: AuthError(.invalidRequest, "")) {
      try JWKSet([mint.jwk, JWK(.hmac(SymmetricKey(size: .bits256)), keyID: "s")])
    }
  }

  @Test func refusesAKeyForAnotherUse() throws {
    func published(_ change: JSONObject) throws -> JWK {
      var object = try #require(mint.jwk.json.objectValue)
      for member in change.members {
        object[member.name] = member.value.isNull ? Optional<JSONValue>.none : member.value
      }
      return try JWK(json: .object(object))
    }
    let token = try mint.token()
    for good: JSONObject in [
      [:], ["use": nil], ["alg": nil], ["key_ops": ["verify"]], ["key_ops": ["sign", "verify"]],
    ] {
      #expect(try refusal(token, keys: [published(good)]) == nil, "\(JSONValue.object(good).serializedText)")
    }
    for bad: JSONObject in [
      ["use": "enc"], ["use": ""], ["key_ops": ["sign"]], ["key_ops": []], ["key_ops": ["encrypt"]],
    ] {
      #expect(try refusal(token, keys: [published(bad)]) == .invalidToken, "\(JSONValue.object(bad).serializedText)")
    }
    for malformed: JSONObject in [
      ["alg": "RS256"], ["alg": "none"], ["alg": 1], ["key_ops": "verify"], ["key_ops": ["verify", "verify"]],
      ["use": 7],
    ] {
      #expect(throws: AuthError(.invalidRequest, "")) { try published(malformed) }
    }
  }

  @Test func bombs() throws {
    // Tokens that are too deep or too large, or need too much hashing, are refused before any of this work is done.
    let deep = String(repeating: "[", count: 3000)
    let many = (0..<1500).map { "\"\($0)\":0" }.joined(separator: ",")
    let encrypted = #"{"alg":"PBES2-HS512+A256KW","enc":"A256GCM","p2c":2147483647,"p2s":"AAAAAAAA"}"#
    for header in [#"{"alg":"ES256","x":"# + deep, #"{"alg":"ES256",\#(many)}"#, encrypted] {
      #expect(try refusal(mint.token(rawHeader: header)) == .invalidToken)
    }
    let parts = [encrypted, "", "", "", ""].map { Base64URL.encode($0.utf8) }
    #expect(try refusal(parts.joined(separator: ".")) == .invalidToken)
    #expect(try refusal(String(repeating: "A", count: 1 << 20)) == .invalidToken)
  }

  @Test func forms() throws {
    let token = try mint.token()
    let parts = token.split(separator: ".").map(String.init)
    let jsonForm = #"{"payload":"\#(parts[1])","protected":"\#(parts[0])","signature":"\#(parts[2])"}"#
    let inner = try mint.token(
      rawHeader: #"{"alg":"ES256","kid":"k1"}"#, payload: Array((unsigned(#"{"alg":"none"}"#) + ".").utf8))
    let forms = [
      "", ".", "..", "...", parts[0], parts[0] + "." + parts[1], parts[0] + "." + parts[1] + ".",
      "." + parts[1] + "." + parts[2],
      parts[0] + ".." + parts[2], token + ".", "." + token, token + "." + parts[2],
      parts[0] + "..." + parts[1] + "." + parts[2],
      token + "=", token + "\n", " " + token, token.replacing("_", with: "/").replacing("-", with: "+") + "+",
      parts[0] + "=." + parts[1] + "." + parts[2],
      jsonForm, inner, token + String(repeating: "A", count: 8192), parts[0] + "." + parts[1] + "\u{0}." + parts[2],
      parts[0] + "." + parts[1] + "é." + parts[2],
    ]
    for (index, form) in forms.enumerated() {
      #expect(try refusal(form) == .invalidToken, "form \(index)")
    }
    #expect(try refusal(parts[0] + "." + parts[1] + "." + parts[2].dropLast() + "_") == .invalidToken, "trailing bits")
  }

  @Test func signatures() throws {
    let input = unsigned(#"{"alg":"ES256","kid":"k1"}"#)
    let good = try key.signature(for: Array(input.utf8))
    let order = try #require(Hex.decode("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"))
    let zero = [UInt8](repeating: 0, count: 32)
    let r = Array(good.rawRepresentation[..<32])
    let s = Array(good.rawRepresentation[32...])
    #expect(try refusal(input + "." + Base64URL.encode(r + s)) == nil)
    let wrong: [[UInt8]] = [
      Array(good.derRepresentation), r, r + s + [0], [0] + r + s, Array((r + s).dropLast()), s + r, zero + zero,
      r + zero, zero + s,
      r + order, order + s, order + order, r + [UInt8](repeating: 255, count: 32), [UInt8](repeating: 255, count: 64),
      zero.dropLast() + [1] + zero.dropLast() + [1], [0], [UInt8](repeating: 0, count: 96),
    ]
    for (index, signature) in wrong.enumerated() {
      #expect(try refusal(input + "." + Base64URL.encode(signature)) == .signatureInvalid, "signature \(index)")
    }
    let secret = SymmetricKey(size: .bits256)
    let hmac = TokenMint(.hmac(secret, .hs256))
    let token = try hmac.token()
    let code = try #require(Base64URL.decode(token.split(separator: ".")[2]))
    #expect(try refusal(token, keys: [hmac.jwk]) == nil)
    for count in [1, 16, 31] {
      let short = token.split(separator: ".")[..<2].joined(separator: ".") + "." + Base64URL.encode(code.prefix(count))
      #expect(try refusal(short, keys: [hmac.jwk]) == .signatureInvalid)
    }
  }

  @Test func claims() throws {
    let payloads = [
      "", "[]", "null", "\"x\"", #"{"exp":1800000300,"exp":1900000000}"#, #"{"exp":1800000300}}"#,
      #"{"exp":1800000300"#,
      #"{"exp":1e999}"#, #"{"exp":NaN}"#, "{\"exp\":1800000300,\"x\":" + String(repeating: "[", count: 100) + "}",
    ]
    for payload in payloads {
      let token = try mint.token(rawHeader: #"{"alg":"ES256","kid":"k1"}"#, payload: Array(payload.utf8))
      #expect(try refusal(token) == .invalidToken, "\(payload.prefix(40))")
    }
    let notText = try mint.token(
      rawHeader: #"{"alg":"ES256","kid":"k1"}"#, payload: [0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D])
    #expect(try refusal(notText) == .invalidToken)
  }

  @Test func weakKeys() throws {
    #expect(throws: AuthError(.invalidRequest, "")) {
      try JWS.sign([1], with: .hmac(SymmetricKey(data: [UInt8](repeating: 1, count: 31)), .hs256))
    }
    #expect(throws: AuthError(.invalidRequest, "")) {
      try JWS.sign([1], with: .hmac(SymmetricKey(size: .bits256), .rs256))
    }
    let point = key.publicKey.rawRepresentation
    var y = Array(point[32...])
    y[31] ^= 1
    let short = Base64URL.encode(point[..<31])
    let refused: [JSONValue] = [
      ["kty": "EC", "crv": "P-256", "x": .string(Base64URL.encode(point[..<32])), "y": .string(Base64URL.encode(y))],
      ["kty": "EC", "crv": "P-256", "x": .string(short), "y": .string(Base64URL.encode(point[32...]))],
      [
        "kty": "EC", "crv": "secp256k1", "x": .string(Base64URL.encode(point[..<32])),
        "y": .string(Base64URL.encode(y)),
      ],
      ["kty": "oct", "k": ""], ["kty": "oct", "k": "AAECAw", "alg": "HS256"],
      ["kty": "OKP", "crv": "X25519", "x": "AA"],
      ["kty": "RSA", "n": "AQAB", "e": "AQAB"], ["kty": "oct"], [:], [], "key", .null,
    ]
    for json in refused {
      #expect(throws: AuthError(.invalidRequest, "")) { try JWK(json: json) }
    }
    #expect(try JWKSet(json: ["keys": .array(refused + [mint.jwk.json])]).keys.count == 1)
  }
}
