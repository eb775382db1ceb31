import AuthCore
import AuthCrypto
import AuthSandbox
import Testing

@Suite("Privy vendor: the app's own JWTs")
struct PrivyCustomTokenTests {
  @Test("accepts one public key in place of a key set")
  func publicKey() throws {
    let fixture = try PrivyFixture()
    fixture.policy(["customAuth": ["publicKey": .string(fixture.ellipticKey.publicKey.pemRepresentation)]])
    #expect(try fixture.authenticate(try fixture.customToken(keyID: "another")).status == 200)
    #expect(try fixture.authenticate(try fixture.customToken(keyID: nil)).status == 200)
    let other = P256.Signing.PrivateKey().publicKey.pemRepresentation
    fixture.policy(["customAuth": ["publicKey": .string(other)]])
    #expect(try fixture.authenticate(try fixture.customToken()).code == "invalid_credentials")
    fixture.policy(["customAuth": ["publicKey": "no key"]])
    #expect(try fixture.authenticate(try fixture.customToken()).code == "invalid_credentials")
  }

  @Test("signs a new user up, and then signs the same user in")
  func mapsSubjects() throws {
    let fixture = try PrivyFixture()
    let first = try fixture.signIn("jane")
    #expect(first.status == 200)
    #expect(first.json["is_new_user"] == true)
    #expect(first.json["session_update_action"] == "set")
    #expect(first.headers["x-request-id"] != nil)
    let id = try #require(first.json["user"]?["id"]?.stringValue)
    #expect(id.hasPrefix("did:privy:c") && id.count == 35)
    let account = try #require(first.json["user"]?["linked_accounts"]?.arrayValue?.first)
    #expect(account["type"] == "custom_auth" && account["custom_user_id"] == "jane")

    fixture.advance(60)
    let second = try fixture.signIn("jane")
    #expect(second.json["is_new_user"] == false)
    #expect(second.json["user"]?["id"] == .string(id))
    let again = try #require(second.json["user"]?["linked_accounts"]?.arrayValue?.first)
    #expect(again["latest_verified_at"]?.integerValue ?? 0 > again["first_verified_at"]?.integerValue ?? .max)

    // Subjects are compared exactly: case, blanks and Unicode normalisation are significant.
    for other in ["Jane", "jane ", "Ja\u{0301}ne"] {
      #expect(try fixture.signIn(other).json["is_new_user"] == true, "\(other)")
    }
  }

  @Test("accepts RS256 and every valid form of a token")
  func acceptsGoodTokens() throws {
    let fixture = try PrivyFixture()
    let claims: JSONObject = ["sub": "rsa", "exp": .integer(fixture.start + 60)]
    let rsaKey = try RSA.Signing.PrivateKey()
    let keys = try JWKSet([fixture.ellipticJWK, JWK(.rsa(rsaKey.publicKey), keyID: "rsa", algorithm: .rs256)])
    fixture.policy(["customAuth": ["jwks": keys.json]])
    let rsa = try JWS.sign(claims: claims, keyID: "rsa", with: .rsa(rsaKey, .rs256))
    #expect(try fixture.authenticate(rsa).status == 200)
    let misnamed = try fixture.customToken(keyID: "rsa")
    #expect(try fixture.authenticate(misnamed).code == "invalid_credentials", "the key has another algorithm")
    let good: [(String, String)] = [
      ("no kid, one key fits", try fixture.customToken(keyID: nil)),
      ("no typ", try fixture.customToken(type: nil)),
      ("at+jwt", try fixture.customToken(type: "at+jwt")),
      ("exp with a fraction", try fixture.customToken(changing: ["exp": .number(Double(fixture.start) + 600.5)])),
      ("expired within the leeway", try fixture.customToken(changing: ["exp": .integer(fixture.start - 5)])),
      ("no iat", try fixture.customToken(changing: ["iat": .null])),
    ]
    for (name, token) in good { #expect(try fixture.authenticate(token).status == 200, "\(name)") }
  }

  @Test("refuses every forgery with one code")
  func refusesForgeries() throws {
    let fixture = try PrivyFixture()
    let good = try fixture.customToken()
    let parts = good.split(separator: ".").map(String.init)
    func header(_ json: JSONValue) -> String { Base64URL.encode(json.serialized) }
    let unrelated = P256.Signing.PrivateKey()
    let expiry: JSONValue = .integer(fixture.start + 600)
    let flipped = (parts[2].first == "A" ? "B" : "A") + parts[2].dropFirst()
    let bad: [(String, String)] = [
      ("alg none", header(["alg": "none", "typ": "JWT"]) + "." + parts[1] + "."),
      ("alg none, signature kept", header(["alg": "none"]) + "." + parts[1] + "." + parts[2]),
      ("alg HS256", header(["alg": "HS256", "kid": "ec"]) + "." + parts[1] + "." + parts[2]),
      (
        "wrong key",
        try JWS.sign(claims: ["sub": "jane", "exp": expiry], keyID: "ec", with: .p256(unrelated))
      ),
      ("bad signature", parts[0] + "." + parts[1] + "." + flipped),
      ("other payload", parts[0] + "." + header(["sub": "eve", "exp": expiry]) + "." + parts[2]),
      ("no signature", parts[0] + "." + parts[1]),
      ("expired", try fixture.customToken(changing: ["exp": .integer(fixture.start - 60)])),
      ("no exp", try fixture.customToken(changing: ["exp": .null])),
      ("exp as text", try fixture.customToken(changing: ["exp": .string("9999999999")])),
      ("not yet", try fixture.customToken(changing: ["nbf": .integer(fixture.start + 300)])),
      ("issued in the future", try fixture.customToken(changing: ["iat": .integer(fixture.start + 300)])),
      ("unknown kid", try fixture.customToken(keyID: "other")),
      ("other typ", try fixture.customToken(type: "dpop+jwt")),
      (
        "crit",
        try JWS.sign(
          JSONValue.object(["sub": "jane", "exp": expiry]).serialized, header: ["kid": "ec", "crit": ["exp"]],
          with: .p256(fixture.ellipticKey))
      ),
      ("rubbish", "rubbish"),
      ("too large", try fixture.customToken(changing: ["pad": .string(String(repeating: "x", count: 9000))])),
    ]
    for (name, token) in bad {
      let answer = try fixture.authenticate(token)
      #expect(answer.status == 401 && answer.code == "invalid_credentials", "\(name): \(answer.status)")
      #expect(answer.json == ["error": "The token was refused.", "code": "invalid_credentials"], "\(name)")
    }
    let list = try fixture.server("GET", "/users")
    #expect(list.json["data"] == [], "a forged token must not create a user")
  }

  @Test("refuses an id claim that is not a text of 1 to 255 characters")
  func refusesBadSubjects() throws {
    let fixture = try PrivyFixture()
    for subject: JSONValue in [.null, .string(String(repeating: "x", count: 256))] {
      let answer = try fixture.authenticate(try fixture.customToken(subject: subject))
      #expect(answer.status == 400 && answer.code == "invalid_data")
    }
    #expect(try fixture.authenticate(try fixture.customToken(subject: "")).code == "invalid_credentials")
    #expect(try fixture.authenticate(try fixture.customToken(subject: 7)).code == "invalid_credentials")
  }

  @Test("checks issuer and audience where they are registered, and another id claim")
  func registration() throws {
    let fixture = try PrivyFixture()
    let keys = try JWKSet([JWK(.p256(fixture.ellipticKey.publicKey), keyID: "ec")])
    fixture.policy([
      "customAuth": ["jwks": keys.json, "issuer": "https://app", "audience": ["a", "b"], "idClaim": "uid"]
    ])
    let right: JSONObject = ["iss": "https://app", "aud": ["x", "b"], "uid": "u1"]
    let good = try fixture.authenticate(try fixture.customToken(changing: right))
    #expect(good.json["user"]?["linked_accounts"]?.arrayValue?.first?["custom_user_id"] == "u1")
    for (name, value): (String, JSONValue) in [("iss", "https://app/"), ("aud", "c"), ("aud", .null)] {
      var claims = right
      claims[name] = value
      #expect(try fixture.authenticate(try fixture.customToken(changing: claims)).code == "invalid_credentials")
    }
    // A change of the id claim would map existing users to new ids, so the policy refuses it once there are users.
    fixture.policy(["customAuth": ["jwks": keys.json, "issuer": "https://app", "idClaim": "sub"]])
    #expect(try fixture.authenticate(try fixture.customToken(changing: right)).json["is_new_user"] == false)
  }

  @Test("creates no user where request or policy forbid it")
  func noSignUp() throws {
    let fixture = try PrivyFixture()
    #expect(try fixture.authenticate(try fixture.customToken(), mode: "no-signup").code == "user_does_not_exist")
    #expect(try fixture.authenticate(try fixture.customToken(), mode: "sign-up").code == "invalid_data")
    fixture.policy(["createUsers": false])
    #expect(try fixture.signIn().code == "user_does_not_exist")
    fixture.policy(["createUsers": true])
    #expect(try fixture.signIn().status == 200)
    fixture.policy(["createUsers": false])
    #expect(try fixture.authenticate(try fixture.customToken(), mode: "no-signup").status == 200)
  }

  @Test("links an account to one user only")
  func link() throws {
    let fixture = try PrivyFixture()
    _ = try fixture.call("POST", "/api/v1/passwordless/init", ["email": "jane@example.com"])
    let code = try fixture.sandbox.lastCode(to: "jane@example.com")
    let jane = try fixture.call(
      "POST", "/api/v1/passwordless/authenticate", ["email": "jane@example.com", "code": .string(code)])
    func link(_ subject: String, _ bearer: String?) throws -> PrivyFixture.Answer {
      let token = try fixture.customToken(subject: .string(subject))
      return try fixture.call(
        "POST", "/api/v1/custom_jwt_account/link", ["token": .string(token)], bearer: bearer)
    }
    #expect(try link("jane", nil).code == "missing_or_invalid_token")
    let linked = try link("jane", jane.text("token"))
    #expect(linked.status == 200 && linked.json["linked_accounts"]?.arrayValue?.count == 2)
    #expect(try link("other", jane.text("token")).code == "cannot_link_more_of_type")
    #expect(try fixture.signIn("jane").json["user"]?["id"] == jane.json["user"]?["id"])
    let bob = try fixture.signIn("bob")
    #expect(try link("jane", bob.text("token")).code == "linked_to_another_user")
  }

  @Test("names the app, its client and the native app")
  func callers() throws {
    let fixture = try PrivyFixture()
    let cases: [(HTTPHeaders, Int, String)] = [
      ([:], 400, "missing_or_invalid_privy_app_id"),
      (["privy-app-id": "other"], 400, "missing_or_invalid_privy_app_id"),
      (["privy-app-id": fixture.appID, "privy-client-id": "other"], 400, "missing_or_invalid_privy_client_id"),
      (["privy-app-id": fixture.appID], 403, "invalid_native_app_id"),
      (fixture.clientHeaders, 403, "invalid_native_app_id"),
    ]
    fixture.policy(["nativeAppIds": ["com.example.app"]])
    let body: JSONValue = ["token": .string(try fixture.customToken())]
    let path = "/api/v1/custom_jwt_account/authenticate"
    for (headers, status, code) in cases {
      let answer = try fixture.call("POST", path, body, headers: headers)
      #expect(answer.status == status && answer.code == code)
    }
    var headers = fixture.clientHeaders
    headers["x-native-app-identifier"] = "com.example.app"
    #expect(try fixture.call("POST", path, body, headers: headers).status == 200)
  }
}
