import AuthCore
import AuthSandbox
import Testing

@Suite struct AuthsignalServerTests {
  @Test func usersWithoutAuthenticatorsAreAllowedAndOthersChallenged() throws {
    let desk = try AuthsignalDesk()
    let new = try desk.server("POST", "/users/u1/actions/signIn", ["email": "u1@example.com"])
    #expect(new["state"] == "ALLOW")
    #expect(new["isEnrolled"] == false)
    let enrolled = try desk.server(
      "POST", "/users/u1/authenticators", ["verificationMethod": "EMAIL_OTP", "email": "u1@example.com"])
    #expect(enrolled["authenticator"]?["email"] == "u1@example.com", "the backend receives the address unmasked")
    let known = try desk.server("POST", "/users/u1/actions/signIn", [:])
    #expect(known["state"] == "CHALLENGE_REQUIRED")
    #expect(known["enrolledVerificationMethods"] == ["EMAIL_OTP"])
    #expect(known["defaultVerificationMethod"] == "EMAIL_OTP")
    let claims = try desk.claims(try #require(known["token"]?.stringValue))
    #expect(claims["other"]?["actionCode"] == "signIn")
    #expect(claims["other"]?["tenantId"] == .string(desk.tenantID))
    #expect(claims["scope"] == "read:authenticators")
    let (issued, expires) = (claims["iat"]?.integerValue ?? 0, claims["exp"]?.integerValue ?? 0)
    #expect(expires - issued == 600)
  }

  @Test func stepUpIsValidOnlyAfterItsChallenge() throws {
    let desk = try AuthsignalDesk()
    let enrol: JSONValue = ["verificationMethod": "EMAIL_OTP", "email": "u1@example.com"]
    _ = try desk.server("POST", "/users/u1/authenticators", enrol)
    let tracked = try desk.server("POST", "/users/u1/actions/pay", ["idempotencyKey": "k1"])
    let token = try #require(tracked["token"]?.stringValue)
    let before = try desk.server("POST", "/validate", ["token": .string(token)])
    #expect(before["isValid"] == false)
    #expect(before["state"] == "CHALLENGE_REQUIRED")
    #expect(before["userId"] == "u1")
    #expect(before["action"] == "pay" && before["actionCode"] == "pay")

    _ = try desk.client("POST", "/challenge/email-otp", token: token)
    let code = JSONValue.string(try desk.sandbox.lastCode(to: "u1@example.com"))
    let proved = try desk.client("POST", "/verify/email-otp", ["verificationCode": code], token: token)
    let proof = try #require(proved["accessToken"])
    let after = try desk.server("POST", "/validate", ["token": proof, "userId": "u1", "action": "pay"])
    #expect(after["isValid"] == true)
    #expect(after["state"] == "CHALLENGE_SUCCEEDED")
    #expect(after["verificationMethod"] == "EMAIL_OTP")
    #expect(after["idempotencyKey"] == "k1")
    for wrong: JSONValue in [["token": proof, "userId": "u2"], ["token": proof, "action": "signIn"], ["token": "x"]] {
      #expect(try desk.server("POST", "/validate", wrong)["isValid"] == false)
    }
    let action = try desk.server("GET", "/users/u1/actions/pay/k1")
    #expect(action["state"] == "CHALLENGE_SUCCEEDED")
    try desk.advance(seconds: 601)
    let late = try desk.server("POST", "/validate", ["token": proof])
    #expect(late["isValid"] == false)
    #expect(late["error"] == "expired_token")
  }

  @Test func actionsAreNamedStrictlyAndDecidedByHand() throws {
    let desk = try AuthsignalDesk()
    for name in ["a.b", "a%20b", String(repeating: "a", count: 65), "caf%C3%A9"] {
      #expect(try desk.server("POST", "/users/u/actions/\(name)", [:]).status == 400, "\(name)")
    }
    _ = try desk.server("POST", "/users/u/actions/pay", ["idempotencyKey": "k"])
    let changed = try desk.server("PATCH", "/users/u/actions/pay/k", ["state": "REVIEW_REQUIRED"])
    #expect(changed["state"] == "REVIEW_REQUIRED")
    #expect(try desk.server("PATCH", "/users/u/actions/pay/k", ["state": "FINE"]).status == 400)
    #expect(try desk.server("GET", "/users/u/actions/pay/other").status == 404)
    let list = try desk.server("GET", "/users/u/actions?codes=pay,other&state=REVIEW_REQUIRED")
    #expect(list.json.arrayValue?.map { $0["idempotencyKey"] } == ["k"])
  }

  @Test func userFieldsAreSetAndFound() throws {
    let desk = try AuthsignalDesk()
    let changed = try desk.server("PATCH", "/users/a%2Fb", ["email": "a@example.com", "custom": ["tier": 1]])
    #expect(changed["email"] == "a@example.com")
    let user = try desk.server("GET", "/users/a%2Fb")
    #expect(user["custom"]?["tier"] == 1)
    #expect(user["isEnrolled"] == false)
    let found = try desk.server("GET", "/users?email=a%40example.com")
    #expect(found["users"]?.arrayValue?.map { $0["userId"] } == ["a/b"])
    let list = try desk.server("GET", "/users/a%2Fb/authenticators")
    #expect(list.json == .array([]))
  }

  @Test func usersComeInPagesAndByTheirTokens() throws {
    let desk = try AuthsignalDesk()
    let token = try desk.track()
    for id in ["a", "b", "c"] { _ = try desk.server("PATCH", "/users/\(id)", ["locale": "en"]) }
    func names(_ answer: AuthsignalDesk.Answer) -> [String?]? {
      answer["users"]?.arrayValue?.map { $0["userId"]?.stringValue }
    }
    let first = try desk.server("GET", "/users?limit=2")
    #expect(names(first) == ["a", "b"] && first["lastEvaluatedUserId"] == "b")
    let rest = try desk.server("GET", "/users?limit=2&lastEvaluatedUserId=b")
    #expect(names(rest)?.first == "c" && rest["lastEvaluatedUserId"] == nil)
    let owner = try desk.server("GET", "/users?token=\(token)")
    let id = try desk.claims(token)["sub"]?.stringValue
    #expect(names(owner) == [id] && owner["tokenPayload"]?["userId"]?.stringValue == id)
    #expect(owner["tokenPayload"]?["actionCode"] == "signIn")
    #expect(try desk.server("GET", "/users?token=a.b.c").status == 401)
  }

  @Test func findsPendingChallenges() throws {
    let desk = try AuthsignalDesk()
    #expect(try desk.server("GET", "/challenges?userId=u").json == [:])
    let body: JSONValue = [
      "verificationMethod": "EMAIL_OTP", "action": "signIn", "email": "u@example.com", "userId": "u",
    ]
    let sent = try desk.server("POST", "/challenge", body)
    let id = try #require(sent["challengeId"]?.stringValue)
    for query in ["challengeId=\(id)", "userId=u", "userId=u&action=signIn&verificationMethod=EMAIL_OTP"] {
      let found = try desk.server("GET", "/challenges?\(query)")
      #expect(found["challengeId"]?.stringValue == id && found["email"] == "u@example.com", "\(query)")
      #expect(found["expiresAt"] == sent["expiresAt"] && found["action"] == "signIn")
    }
    for query in ["challengeId=x", "userId=v", "userId=u&action=pay", "userId=u&verificationMethod=SMS"] {
      #expect(try desk.server("GET", "/challenges?\(query)").json == [:], "\(query)")
    }
    try desk.advance(seconds: 600)
    #expect(try desk.server("GET", "/challenges?userId=u").json == [:])
  }

  @Test func actionsAreListedFromADate() throws {
    let desk = try AuthsignalDesk()
    _ = try desk.server("POST", "/users/u/actions/early", [:])
    try desk.advance(seconds: 60)
    let now = try #require(try desk.call("GET", "/sandbox/clock")["now"]?.stringValue)
    try desk.advance(seconds: 60)
    _ = try desk.server("POST", "/users/u/actions/late", [:])
    let list = try desk.server("GET", "/users/u/actions?fromDate=" + PercentEncoding.encode(now))
    #expect(list.json.arrayValue?.map { $0["actionCode"] } == ["late"])
  }

  @Test func tenantSetsTheLifetimeOfTokens() throws {
    let desk = try AuthsignalDesk()
    _ = try desk.call("POST", "/sandbox/policy", ["provider": "authsignal", "tokenSeconds": 60])
    let token = try desk.track()
    let claims = try desk.claims(token)
    #expect(try #require(claims["exp"]?.integerValue) - (try #require(claims["iat"]?.integerValue)) == 60)
    try desk.advance(seconds: 60)
    #expect(try desk.client("GET", "/user-authenticators", token: token)["errorCode"] == "expired_token")
  }

  @Test func tenantSetsTheLengthOfCodes() throws {
    let desk = try AuthsignalDesk()
    for length: Int64 in [2, 4, 10] {
      _ = try desk.call(
        "POST", "/sandbox/policy", ["provider": "authsignal", "verificationCodeLength": .integer(length)])
      _ = try desk.enrolledByEmail("u\(length)@example.com")
      #expect(try desk.sandbox.lastCode(to: "u\(length)@example.com").count == Int(length))
    }
  }

  @Test func removesAuthenticators() throws {
    let desk = try AuthsignalDesk()
    let added = try desk.server(
      "POST", "/users/u/authenticators",
      ["verificationMethod": "AUTHENTICATOR_APP", "otpUri": "otpauth://totp/x?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"])
    let id = try #require(added["authenticator"]?["userAuthenticatorId"]?.stringValue)
    #expect(try desk.server("GET", "/users/u")["isEnrolled"] == true)
    #expect(try desk.server("DELETE", "/users/u/authenticators/\(id)").status == 200)
    #expect(try desk.server("DELETE", "/users/u/authenticators/\(id)").status == 404)
    #expect(try desk.server("GET", "/users/u")["isEnrolled"] == false)
  }

  @Test func serverSideChallengeIsClaimedOnce() throws {
    let desk = try AuthsignalDesk()
    let sent = try desk.server(
      "POST", "/challenge", ["verificationMethod": "SMS", "action": "signIn", "phoneNumber": "+14155550100"])
    let id = try #require(sent["challengeId"])
    #expect(try desk.server("POST", "/claim", ["challengeId": id, "userId": "u"]).status == 400, "not verified")
    let code = JSONValue.string(try desk.sandbox.lastCode(to: "+14155550100"))
    let verified = try desk.server("POST", "/verify", ["challengeId": id, "verificationCode": code])
    #expect(verified["isVerified"] == true)
    #expect(verified["phoneNumber"] == "+14155550100")
    let claimed = try desk.server("POST", "/claim", ["challengeId": id, "userId": "u"])
    #expect(claimed["verificationMethod"] == "SMS")
    let token = try #require(claimed["token"])
    #expect(try desk.server("POST", "/validate", ["token": token])["isValid"] == true)
    #expect(try desk.server("POST", "/claim", ["challengeId": id, "userId": "u"]).status == 400)
  }
}
