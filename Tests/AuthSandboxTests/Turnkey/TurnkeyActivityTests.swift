import AuthCore
import AuthCrypto
import AuthSandbox
import Testing

/// Activities: the timestamp, the fingerprint, the states and the effects of submissions.
@Suite struct TurnkeyActivityTests {
  let caller: TurnkeyCaller
  init() throws { caller = try TurnkeyCaller() }

  private func login(
    _ user: (key: P256.Signing.PrivateKey, organization: String, user: String, jwt: String),
    _ key: P256.Signing.PrivateKey, _ extra: JSONObject = [:], skew: Int64 = 0
  ) throws -> SandboxResponse {
    var parameters: JSONObject = ["publicKey": .string(TurnkeyCaller.hex(key))]
    for member in extra.members { parameters[member.name] = member.value }
    return try caller.submit(
      "stamp_login", type: "STAMP_LOGIN", parameters, key: user.key, organization: user.organization, skew: skew)
  }

  @Test func renewalByTheOldKey() throws {
    let user = try caller.signedIn("jane@example.com")
    let next = P256.Signing.PrivateKey()
    let answer = try login(user, next, ["expirationSeconds": "60"])
    #expect(answer.status == 200)
    #expect(answer.json["activity"]?["type"] == "ACTIVITY_TYPE_STAMP_LOGIN")
    #expect(answer.json["activity"]?["intent"]?["stampLoginIntent"]?["publicKey"] == .string(TurnkeyCaller.hex(next)))
    let session = try #require(answer.json["activity"]?["result"]?["stampLoginResult"]?["session"]?.stringValue)
    #expect(try JSONValue(parsing: JWS(compact: session).payload)["exp"] == .integer(FixedClock.unixTime + 60))
    caller.advance(59)
    #expect(try caller.whoAmI(next).status == 200)
    caller.advance(1)
    #expect(try caller.whoAmI(next).turnkeyCode == "API_KEY_EXPIRED")
    #expect(try caller.whoAmI(user.key).status == 200)
  }

  @Test func invalidatingAndRevokingEndOtherSessions() throws {
    let user = try caller.signedIn("jane@example.com")
    let next = P256.Signing.PrivateKey()
    #expect(try login(user, next, ["invalidateExisting": true]).status == 200)
    #expect(try caller.whoAmI(user.key).turnkeyCode == "PUBLIC_KEY_NOT_FOUND")
    #expect(try caller.whoAmI(next).status == 200)
    let revoked = caller.sandbox.post("/sandbox/revoke", ["provider": "turnkey", "subject": .string(user.user)])
    #expect(revoked.json["revoked"] == 1)
    #expect(try caller.whoAmI(next).turnkeyCode == "PUBLIC_KEY_NOT_FOUND")
    let other = try caller.signedIn("joe@example.com")
    #expect(
      caller.sandbox.post("/sandbox/revoke", ["provider": "turnkey", "session": .string(other.jwt)]).json["revoked"]
        == 1)
  }

  @Test func tenSessionsAndNoMore() throws {
    let user = try caller.signedIn("jane@example.com")
    var keys: [P256.Signing.PrivateKey] = []
    for _ in 0..<9 {
      let key = P256.Signing.PrivateKey()
      #expect(try login(user, key).status == 200)
      keys.append(key)
    }
    #expect(try caller.whoAmI(user.key).status == 200)
    let eleventh = P256.Signing.PrivateKey()
    #expect(try login(user, eleventh).status == 200)
    #expect(try caller.whoAmI(user.key).turnkeyCode == "PUBLIC_KEY_NOT_FOUND")
    #expect(try caller.whoAmI(keys[0]).status == 200)
  }

  @Test func theSameBodyIsTheSameActivity() throws {
    let user = try caller.signedIn("jane@example.com")
    let key = P256.Signing.PrivateKey()
    let first = try login(user, key)
    let second = try login(user, key)
    #expect(first.json == second.json)
    #expect(try login(user, key, skew: 1).json["activity"]?["id"] != first.json["activity"]?["id"])
    let fingerprint = try #require(first.json["activity"]?["fingerprint"]?.stringValue)
    #expect(fingerprint.hasPrefix("sha256:") && fingerprint.utf8.count == 71)
  }

  @Test func timeWindow() throws {
    let user = try caller.signedIn("jane@example.com")
    let cases: [(Int64, Int)] = [(-3600, 400), (-3599, 200), (300, 200), (301, 400)]
    for (skew, status) in cases {
      #expect(try login(user, P256.Signing.PrivateKey(), skew: skew).status == status, "\(skew)")
    }
    let number: JSONValue = [
      "type": "ACTIVITY_TYPE_STAMP_LOGIN", "timestampMs": .integer(FixedClock.unixTime * 1000),
      "organizationId": .string(user.organization), "parameters": [:],
    ]
    #expect(try caller.call("submit/stamp_login", number, key: user.key).status == 400)
  }

  @Test func typesBelongToPathsAndRolesToOrganisations() throws {
    let user = try caller.signedIn("jane@example.com")
    let root = try caller.rootKey()
    #expect(try caller.submit("stamp_login", type: "OTP_LOGIN_V2", [:], key: root).status == 400)
    #expect(try caller.submit("make_coffee", type: "MAKE_COFFEE", [:], key: root).status == 501)
    let refused = try caller.submit(
      "init_otp", type: "INIT_OTP_V3", ["otpType": "OTP_TYPE_EMAIL", "contact": "a@b.example", "appName": "x"],
      key: user.key, organization: user.organization)
    #expect(refused.turnkeyCode == "REQUEST_NOT_AUTHORIZED")
    #expect(try login(user, user.key, ["expirationSeconds": "0"]).status == 400)
    #expect(try login(user, user.key, ["publicKey": "02"]).status == 400)
  }

  @Test func pendingIsPolled() throws {
    let user = try caller.signedIn("jane@example.com")
    caller.policy(["activities": "pending"])
    let answer = try login(user, P256.Signing.PrivateKey())
    #expect(answer.json["activity"]?["status"] == "ACTIVITY_STATUS_PENDING")
    #expect(answer.json["activity"]?["result"] == [:])
    let query: JSONValue = [
      "organizationId": .string(user.organization), "activityId": try #require(answer.json["activity"]?["id"]),
    ]
    let polls = try (0..<2).map { _ in try caller.call("query/get_activity", query, key: user.key) }
    #expect(polls.map { $0.json["activity"]?["status"] } == ["ACTIVITY_STATUS_PENDING", "ACTIVITY_STATUS_COMPLETED"])
    #expect(polls[1].result?["session"] != nil)
    let elsewhere: JSONValue = [
      "organizationId": .string(caller.organization), "activityId": try #require(answer.json["activity"]?["id"]),
    ]
    #expect(try caller.call("query/get_activity", elsewhere, key: caller.rootKey()).status == 404)
  }

  @Test func controlRouteDecidesConsensus() throws {
    let user = try caller.signedIn("jane@example.com")
    caller.policy(["activities": "consensus"])
    let keys = [P256.Signing.PrivateKey(), P256.Signing.PrivateKey()]
    for (key, decision) in zip(keys, ["approve", "deny"]) {
      let answer = try login(user, key)
      #expect(answer.json["activity"]?["status"] == "ACTIVITY_STATUS_CONSENSUS_NEEDED")
      #expect(try caller.whoAmI(key).status == 401)
      let id = try #require(answer.json["activity"]?["id"])
      let decided = caller.sandbox.post("/sandbox/approve", ["challengeId": id, "decision": .string(decision)])
      #expect(decided.json["provider"] == "turnkey")
      #expect(caller.sandbox.post("/sandbox/approve", ["challengeId": id, "decision": "deny"]).status == 404)
    }
    #expect(try caller.whoAmI(keys[0]).status == 200)
    #expect(try caller.whoAmI(keys[1]).status == 401)
  }

  @Test func failureAndMissingFactors() throws {
    let user = try caller.signedIn("jane@example.com")
    caller.policy(["activities": "failed"])
    let failed = try login(user, P256.Signing.PrivateKey())
    #expect(failed.json["activity"]?["status"] == "ACTIVITY_STATUS_FAILED")
    #expect(failed.json["activity"]?["failure"]?["code"] == 13)
    caller.policy(["activities": "authenticators"])
    let needed = try login(user, P256.Signing.PrivateKey())
    #expect(needed.json["activity"]?["status"] == "ACTIVITY_STATUS_AUTHENTICATORS_NEEDED")
  }

  @Test func backendSignsUsersInWithTheParentsKey() throws {
    let root = try caller.rootKey()
    let key = P256.Signing.PrivateKey()
    let start = try caller.submit(
      "init_otp", type: "INIT_OTP_V3", ["otpType": "OTP_TYPE_EMAIL", "contact": "jane@example.com", "appName": "App"],
      key: root)
    let code = try caller.sandbox.lastCode(to: "jane@example.com")
    #expect(code.count == 9)
    let pending = TurnkeyCaller.Pending(
      id: try #require(start.result?["otpId"]?.stringValue),
      bundle: try #require(start.result?["otpEncryptionTargetBundle"]?.stringValue), code: code)
    let verified = try caller.submit(
      "verify_otp", type: "VERIFY_OTP_V2",
      ["otpId": .string(pending.id), "encryptedOtpBundle": .string(try caller.encrypt(code, for: key, pending))],
      key: root)
    let token = try #require(verified.result?["verificationToken"]?.stringValue)
    let made = try caller.submit(
      "create_sub_organization", type: "CREATE_SUB_ORGANIZATION_V8",
      [
        "subOrganizationName": "Jane", "rootQuorumThreshold": 1,
        "rootUsers": [
          [
            "userName": "jane", "userEmail": "jane@example.com", "authenticators": [], "oauthProviders": [],
            "apiKeys": [
              ["apiKeyName": "k", "publicKey": .string(TurnkeyCaller.hex(key)), "curveType": "API_KEY_CURVE_P256"]
            ],
          ]
        ],
      ], key: root)
    let organization = try #require(made.result?["subOrganizationId"]?.stringValue)
    let list: JSONValue = [
      "organizationId": .string(caller.organization), "filterType": "EMAIL", "filterValue": "jane@example.com",
    ]
    #expect(
      try caller.call("query/list_suborgs", list, key: root).json == ["organizationIds": [.string(organization)]])
    let session = P256.Signing.PrivateKey()
    let login = try caller.submit(
      "otp_login", type: "OTP_LOGIN_V2",
      [
        "verificationToken": .string(token), "publicKey": .string(TurnkeyCaller.hex(session)),
        "clientSignature": try caller.clientSignature(
          token, "LOGIN", ("login", ["publicKey": .string(TurnkeyCaller.hex(session))]), key: key),
      ], key: root, organization: organization)
    #expect(login.result?["session"] != nil)
    #expect(try caller.whoAmI(session).json["organizationId"] == .string(organization))
  }

  @Test func keysAndUsersAreChangedByTheirOwners() throws {
    let user = try caller.signedIn("jane@example.com")
    let spare = P256.Signing.PrivateKey()
    func change(_ path: String, _ type: String, _ parameters: JSONObject) throws -> SandboxResponse {
      var parameters = parameters
      parameters["userId"] = .string(user.user)
      return try caller.submit(path, type: type, parameters, key: user.key, organization: user.organization)
    }
    let made = try change(
      "create_api_keys", "CREATE_API_KEYS_V2",
      [
        "apiKeys": [
          ["apiKeyName": "spare", "publicKey": .string(TurnkeyCaller.hex(spare)), "curveType": "API_KEY_CURVE_P256"]
        ]
      ])
    let id = try #require(made.result?["apiKeyIds"]?.arrayValue?.first)
    #expect(try caller.whoAmI(spare).status == 200)
    #expect(try change("delete_api_keys", "DELETE_API_KEYS", ["apiKeyIds": [id]]).status == 200)
    #expect(try caller.whoAmI(spare).status == 401)
    #expect(try change("delete_api_keys", "DELETE_API_KEYS", ["apiKeyIds": ["other"]]).status == 404)
    #expect(try change("update_user_name", "UPDATE_USER_NAME", ["userName": "Jane"]).status == 200)
    #expect(try caller.whoAmI(user.key).json["username"] == "Jane")
    #expect(try change("update_user_email", "UPDATE_USER_EMAIL", ["userEmail": "no address"]).status == 400)
    #expect(
      try caller.submit(
        "update_user_name", type: "UPDATE_USER_NAME", ["userId": .string(user.user), "userName": "x"],
        key: caller.rootKey(), organization: user.organization
      ).turnkeyCode == "REQUEST_NOT_AUTHORIZED")
  }

  @Test func oauthIsBoundToTheKey() throws {
    let key = P256.Signing.PrivateKey()
    func token(_ claims: JSONObject) throws -> JSONValue {
      try #require(
        caller.sandbox.post(
          "/sandbox/idp/token", ["sub": "u1", "aud": "app", "claims": .object(claims)]
        ).json["token"])
    }
    let nonce = JSONValue.string(Hex.encode(SHA256.hash(data: Array(TurnkeyCaller.hex(key).utf8))))
    func login(_ token: JSONValue) -> SandboxResponse {
      caller.proxy("oauth_login", ["oidcToken": token, "publicKey": .string(TurnkeyCaller.hex(key))])
    }
    #expect(try login(token(["nonce": nonce])).status == 404)
    let made = caller.proxy(
      "signup_v2",
      [
        "apiKeys": [], "authenticators": [],
        "oauthProviders": [["providerName": "app", "oidcToken": try token([:])]],
      ])
    #expect(made.status == 200)
    #expect(try login(token([:])).turnkeyCode == "INVALID_OIDC_TOKEN")
    #expect(try login(token(["nonce": "other"])).turnkeyCode == "INVALID_OIDC_TOKEN")
    #expect(try login(token(["nonce": nonce])).status == 200)
    #expect(try login(token(["tknonce": nonce])).status == 200)
    #expect(try caller.whoAmI(key).json["organizationId"] == made.json["organizationId"])
    let found = caller.proxy("account", ["filterType": "OIDC_TOKEN", "filterValue": try token([:])])
    #expect(found.json["organizationId"] == made.json["organizationId"])
  }

  @Test func resetDeletesUsersAndKeepsKeys() throws {
    let user = try caller.signedIn("jane@example.com")
    _ = caller.sandbox.post("/sandbox/reset", [:])
    #expect(try caller.whoAmI(user.key).status == 401)
    #expect(try caller.whoAmI(caller.rootKey()).status == 200)
    #expect(caller.sandbox.descriptor["turnkey"] == caller.descriptor)
  }
}
