import AuthCore
import AuthCrypto
import AuthSandbox
import Testing

/// One-time codes: sending, encryption, limits of attempts, and use.
@Suite struct TurnkeyOTPTests {
  let caller: TurnkeyCaller
  let key = P256.Signing.PrivateKey()
  init() throws { caller = try TurnkeyCaller() }

  @Test func signsUpAndIn() throws {
    let user = try caller.signedIn("jane@example.com")
    let found = caller.proxy("account", ["filterType": "EMAIL", "filterValue": "JANE@example.com"])
    #expect(found.json == ["organizationId": .string(user.organization)])
    #expect(try caller.whoAmI(user.key, organization: user.organization).status == 200)
    // A second sign-in finds the same user.
    let again = P256.Signing.PrivateKey()
    let token = try caller.verificationToken("jane@example.com", key: again)
    let session = try caller.logIn(token: token, key: again, session: again).json["session"]?.stringValue
    let claims = try JSONValue(parsing: JWS(compact: #require(session)).payload)
    #expect(claims["user_id"] == .string(user.user))
    #expect(claims["organization_id"] == .string(user.organization))
    #expect(claims["public_key"] == .string(TurnkeyCaller.hex(again)))
    #expect(claims["session_type"] == "SESSION_TYPE_READ_WRITE")
    #expect(claims["exp"] == .integer(FixedClock.unixTime + 900))
  }

  @Test func sessionTokenIsHashedTwice() throws {
    let jws = try JWS(compact: caller.signedIn("jane@example.com").jwt)
    let hex = try #require(caller.descriptor["notarizerPublicKey"]?.stringValue)
    let notarizer = try P256.Signing.PublicKey(x963Representation: #require(Hex.decode(hex)))
    let signature = try P256.Signing.ECDSASignature(rawRepresentation: jws.signature)
    #expect(!notarizer.isValidSignature(signature, for: jws.signingInput))
    #expect(notarizer.isValidSignature(signature, for: Array(SHA256.hash(data: jws.signingInput))))
  }

  @Test func verificationTokenHasTimesAsText() throws {
    let token = try JWS(compact: caller.verificationToken("jane@example.com", key: key))
    let hex = try #require(caller.descriptor["tlsFetcherPublicKey"]?.stringValue)
    try token.verify(with: .p256(P256.Signing.PublicKey(x963Representation: #require(Hex.decode(hex)))))
    let claims = try JSONValue(parsing: token.payload)
    #expect(claims["exp"] == .string(String((FixedClock.unixTime + 3600) * 1000)))
    #expect(claims["contact"] == "jane@example.com")
    #expect(claims["verification_type"] == "OTP_TYPE_EMAIL")
    #expect(claims["public_key"] == .string(TurnkeyCaller.hex(key)))
  }

  @Test func threeWrongCodesLock() throws {
    let pending = try caller.requestCode("jane@example.com")
    let wrong = pending.code == "111111" ? "222222" : "111111"
    let messages = try (0..<3).map { _ in try caller.verify(pending, code: wrong, key: key).json["message"]?.stringValue
    }
    #expect(messages == ["invalid OTP code", "invalid OTP code", "OTP code is locked after too many attempts"])
    let right = try caller.verify(pending, code: pending.code, key: key)
    #expect(right.status == 400)
    #expect(right.json["message"] == "OTP code is locked after too many attempts")
  }

  @Test func codesExpireAndWorkOnce() throws {
    let late = try caller.requestCode("jane@example.com")
    caller.advance(299)
    let inTime = try caller.requestCode("jane@example.com")
    caller.advance(1)
    #expect(try caller.verify(late, code: late.code, key: key).json["message"] == "OTP code has expired")
    #expect(try caller.verify(inTime, code: inTime.code, key: key).status == 200)
    #expect(try caller.verify(inTime, code: inTime.code, key: key).json["message"] == "OTP not found or already used")
  }

  @Test func onlyThreeCodesAreValid() throws {
    let codes = try (0..<4).map { _ in
      // At most three codes can be requested in three minutes.
      caller.advance(61)
      return try caller.requestCode("jane@example.com")
    }
    #expect(try caller.verify(codes[0], code: codes[0].code, key: key).status == 400)
    #expect(try caller.verify(codes[1], code: codes[1].code, key: key).status == 200)
  }

  @Test func bundlesMustOpen() throws {
    let pending = try caller.requestCode("jane@example.com")
    let other = try caller.requestCode("joe@example.com")
    let bundles = [
      "", "{}", "{\"encappedPublic\":\"00\",\"ciphertext\":\"00\"}", try caller.encrypt(pending.code, for: key, other),
    ]
    for bundle in bundles {
      let answer = caller.proxy("otp_verify_v2", ["otpId": .string(pending.id), "encryptedOtpBundle": .string(bundle)])
      #expect(answer.status == 400, "\(bundle)")
    }
    let plain = caller.proxy("otp_verify", ["otpId": .string(pending.id), "otpCode": .string(pending.code)])
    #expect(plain.status == 400)
    // None of these requests counts as a guess, so the code still works.
    #expect(try caller.verify(pending, code: pending.code, key: key).status == 200)
  }

  @Test func olderVersionAcceptsThePlainCode() throws {
    _ = try caller.signedIn("jane@example.com")
    let start = caller.proxy("otp_init", ["otpType": "OTP_TYPE_EMAIL", "contact": "jane@example.com"])
    #expect(start.json.objectValue?.names == ["otpId"])
    let code = try caller.sandbox.lastCode(to: "jane@example.com")
    let verified = caller.proxy(
      "otp_verify",
      [
        "otpId": try #require(start.json["otpId"]), "otpCode": .string(code),
        "publicKey": .string(TurnkeyCaller.hex(key)),
      ])
    let token = try #require(verified.json["verificationToken"])
    let login: JSONValue = ["verificationToken": token, "publicKey": .string(TurnkeyCaller.hex(key))]
    #expect(caller.proxy("otp_login_v2", login).status == 400)
    #expect(caller.proxy("otp_login", login).status == 200)
    #expect(try caller.whoAmI(key).status == 200)
  }

  @Test func clientSignaturesAreChecked() throws {
    let user = try caller.signedIn("jane@example.com")
    let token = try caller.verificationToken("jane@example.com", key: key)
    let other = P256.Signing.PrivateKey()
    let use: (String, JSONValue) = ("login", ["publicKey": .string(TurnkeyCaller.hex(other))])
    let good = try #require(try caller.clientSignature(token, "LOGIN", use, key: key).objectValue)
    func with(_ name: String, _ value: JSONValue) -> JSONValue {
      var changed = good
      changed[name] = value
      return .object(changed)
    }
    let der = try key.signature(for: Array((good["message"]?.stringValue ?? "").utf8)).derRepresentation
    let forgeries: [JSONValue] = [
      with("signature", .string(Hex.encode(der))), with("scheme", "OTHER"), with("message", "{}"),
      with("publicKey", .string(TurnkeyCaller.hex(other))), try caller.clientSignature(token, "LOGIN", use, key: other),
      try caller.clientSignature(token, "SIGNUP", use, key: key),
      try caller.clientSignature(token, "LOGIN", ("login", ["publicKey": .string(TurnkeyCaller.hex(key))]), key: key),
    ]
    func login(_ signature: JSONValue) -> SandboxResponse {
      caller.proxy(
        "otp_login_v2",
        [
          "verificationToken": .string(token), "publicKey": .string(TurnkeyCaller.hex(other)),
          "clientSignature": signature,
        ])
    }
    for forgery in forgeries {
      #expect(login(forgery).json["message"] == "invalid client signature", "\(forgery.serializedText)")
    }
    #expect(login(.object(good)).status == 200)
    #expect(login(.object(good)).json["message"] == "verification token has already been used")
    #expect(try caller.whoAmI(other).json["userId"] == .string(user.user))
  }

  @Test func verificationTokensExpireAndCannotBeForged() throws {
    _ = try caller.signedIn("jane@example.com")
    let token = try caller.verificationToken("jane@example.com", key: key)
    let payload = try JWS(compact: token).payload
    let forged = try JWS.sign(payload, with: .p256(P256.Signing.PrivateKey()))
    #expect(try caller.logIn(token: forged, key: key, session: key).json["message"] == "invalid verification token")
    caller.advance(3600)
    #expect(try caller.logIn(token: token, key: key, session: key).json["message"] == "verification token has expired")
  }

  @Test func signUpNeedsAnUnknownContactAndItsOwner() throws {
    let token = try caller.verificationToken("jane@example.com", key: key)
    #expect(try caller.signUp("joe@example.com", token: token, key: key).status == 400)
    #expect(try caller.signUp("jane@example.com", token: token, key: key).status == 200)
    let second = try caller.verificationToken("jane@example.com", key: key)
    #expect(try caller.signUp("jane@example.com", token: second, key: key).json["message"] == "email already in use")
  }

  @Test func policyCanForbidNewUsers() throws {
    _ = try caller.signedIn("jane@example.com")
    caller.policy(["createUsers": false])
    let token = try caller.verificationToken("joe@example.com", key: key)
    #expect(caller.proxy("account", ["filterType": "EMAIL", "filterValue": "joe@example.com"]).json == [:])
    let refused = try caller.signUp("joe@example.com", token: token, key: key)
    #expect(refused.status == 403)
    #expect(refused.turnkeyCode == "REQUEST_NOT_AUTHORIZED")
    let known = try caller.verificationToken("jane@example.com", key: key)
    #expect(try caller.logIn(token: known, key: key, session: key).status == 200)
  }

  @Test func theVendorsTestContactHasItsOwnCode() throws {
    #expect(try caller.requestCode("user@example.com").code == "000000")
    let sms = caller.proxy("otp_init_v2", ["otpType": "OTP_TYPE_SMS", "contact": "+1 999-999-9999"])
    #expect(sms.status == 200)
    #expect(try caller.sandbox.lastCode(to: "+1 999-999-9999") == "000000")
    caller.policy(["otpLength": 9, "otpAlphanumeric": true])
    #expect(try caller.requestCode("user@example.com").code.count == 9)
  }

  @Test func outboxHasTheCodeAndTheLogDoesNot() async throws {
    let pending = try caller.requestCode("jane@example.com")
    let message = caller.sandbox.handle(SandboxRequest("GET", "/sandbox/outbox")).json["messages"]?.arrayValue?.last
    #expect(message?["provider"] == "turnkey")
    #expect(message?["channel"] == "email")
    #expect(message?["to"] == "jane@example.com")
    #expect(message?["challengeId"] == .string(pending.id))
    let log = JSONValue.array(caller.sandbox.log()).serializedText
    #expect(!log.contains(pending.code))
  }

  @Test func proxyRequiresItsConfigurationID() throws {
    let body: JSONValue = ["otpType": "OTP_TYPE_EMAIL", "contact": "jane@example.com"]
    #expect(caller.proxy("otp_init_v2", body, headers: ["X-Auth-Proxy-Config-ID": "other"]).status == 401)
    caller.policy(["captcha": true, "allowedOrigins": ["https://app.example"]])
    #expect(caller.proxy("otp_init_v2", body).status == 403)
    #expect(
      caller.proxy("otp_init_v2", body, headers: ["X-Captcha-Token": "t", "Origin": "https://x.example"]).status == 403)
    let good = caller.proxy("otp_init_v2", body, headers: ["X-Captcha-Token": "t", "Origin": "https://app.example"])
    #expect(good.status == 200)
    #expect(good.headers["Access-Control-Allow-Origin"] == "https://app.example")
    #expect(caller.proxy("wallet_kit_client_params", [:]).json["turnstileSiteKey"] != nil)
    let configuration = caller.proxy("wallet_kit_config", [:]).json
    #expect(configuration["organizationId"] == .string(caller.organization))
    #expect(configuration["sessionExpirationSeconds"] == "900")
    #expect(configuration["otpLength"] == "6")
  }

  @Test func malformedContacts() {
    let cases: [(String, String)] = [
      ("OTP_TYPE_EMAIL", "jane"), ("OTP_TYPE_EMAIL", "jane@"), ("OTP_TYPE_EMAIL", "@example.com"),
      ("OTP_TYPE_EMAIL", "a b@example.com"), ("OTP_TYPE_EMAIL", "a@b@example.com"), ("OTP_TYPE_SMS", "5551234567"),
      ("OTP_TYPE_SMS", "+1"), ("OTP_TYPE_OTHER", "jane@example.com"),
    ]
    for (type, contact) in cases {
      let answer = caller.proxy("otp_init_v2", ["otpType": .string(type), "contact": .string(contact)])
      #expect(answer.status == 400, "\(type) \(contact)")
    }
  }
}
