import AuthCore
import AuthCrypto
import AuthSandbox
import Testing

/// The permissions in an organisation, and the kinds of sessions.
@Suite struct TurnkeyOrganizationTests {
  let caller: TurnkeyCaller
  init() throws { caller = try TurnkeyCaller() }

  private func credentials(_ key: P256.Signing.PrivateKey, _ name: String) -> JSONObject {
    [
      "userName": .string(name), "authenticators": [], "oauthProviders": [],
      "apiKeys": [
        ["apiKeyName": "k", "publicKey": .string(TurnkeyCaller.hex(key)), "curveType": "API_KEY_CURVE_P256"]
      ],
    ]
  }

  /// A sub-organisation whose root users hold these keys.
  private func organization(
    _ keys: [P256.Signing.PrivateKey], quorum: Int64, type: String = "CREATE_SUB_ORGANIZATION_V8"
  ) throws -> JSONValue {
    let users = keys.enumerated().map { JSONValue.object(credentials($1, "user \($0)")) }
    return try #require(
      try caller.submit(
        "create_sub_organization", type: type,
        ["subOrganizationName": "o", "rootQuorumThreshold": .integer(quorum), "rootUsers": .array(users)],
        key: caller.rootKey()
      ).result)
  }

  @Test func bothVersionsThatSDKsSend() throws {
    for type in ["CREATE_SUB_ORGANIZATION_V7", "CREATE_SUB_ORGANIZATION_V8"] {
      let made = try organization([P256.Signing.PrivateKey()], quorum: 1, type: type)
      #expect(made["subOrganizationId"] != nil && made["rootUserIds"]?.arrayValue?.count == 1)
    }
    let old = try caller.submit(
      "create_sub_organization", type: "CREATE_SUB_ORGANIZATION_V6", [:], key: caller.rootKey())
    #expect(old.status == 400)
  }

  @Test func quorumApproves() throws {
    let keys = (0..<3).map { _ in P256.Signing.PrivateKey() }
    let id = try #require(try organization(keys, quorum: 2)["subOrganizationId"]?.stringValue)
    func act(_ index: Int, _ path: String, _ parameters: JSONObject) throws -> SandboxResponse {
      try caller.submit(path, type: path.uppercased(), parameters, key: keys[index], organization: id)
    }
    let asked = try act(0, "create_wallet", ["walletName": "w", "accounts": []])
    #expect(asked.json["activity"]?["status"] == "ACTIVITY_STATUS_CONSENSUS_NEEDED")
    #expect(asked.json["activity"]?["votes"]?.arrayValue?.count == 1)
    let fingerprint = try #require(asked.json["activity"]?["fingerprint"])
    // A user's vote counts only once.
    #expect(
      try act(0, "approve_activity", ["fingerprint": fingerprint]).json["activity"]?["status"]
        == "ACTIVITY_STATUS_CONSENSUS_NEEDED")
    let done = try act(1, "approve_activity", ["fingerprint": fingerprint]).json["activity"]
    #expect(done?["status"] == "ACTIVITY_STATUS_COMPLETED")
    #expect(done?["votes"]?.arrayValue?.count == 2)
    #expect(try act(2, "approve_activity", ["fingerprint": fingerprint]).status == 400)
    let other = try act(0, "create_wallet", ["walletName": "x", "accounts": []])
    let no = try act(2, "reject_activity", ["fingerprint": try #require(other.json["activity"]?["fingerprint"])])
    #expect(no.json["activity"]?["status"] == "ACTIVITY_STATUS_REJECTED")
    // A login needs no vote of another user.
    let login = try act(0, "stamp_login", ["publicKey": .string(TurnkeyTestKeys.p256)])
    #expect(login.json["activity"]?["status"] == "ACTIVITY_STATUS_COMPLETED")
  }

  @Test func delegatesNeedAPolicy() throws {
    let root = P256.Signing.PrivateKey()
    let delegate = P256.Signing.PrivateKey()
    let id = try #require(try organization([root], quorum: 1)["subOrganizationId"]?.stringValue)
    func act(_ key: P256.Signing.PrivateKey, _ path: String, _ parameters: JSONObject, version: String = "") throws
      -> SandboxResponse
    {
      try caller.submit(path, type: path.uppercased() + version, parameters, key: key, organization: id)
    }
    var fields = credentials(delegate, "delegate")
    fields["userTags"] = []
    let user = try #require(
      try act(root, "create_users", ["users": [.object(fields)]], version: "_V4").result?["userIds"]?.arrayValue?.first?
        .stringValue)
    func wallet(_ name: String) throws -> Int {
      try act(delegate, "create_wallet", ["walletName": .string(name), "accounts": []]).status
    }
    #expect(try wallet("a") == 403)
    func allow(_ consensus: String, _ condition: String, effect: String = "ALLOW") throws -> JSONValue {
      try #require(
        try act(
          root, "create_policy",
          [
            "policyName": "p", "effect": .string("EFFECT_" + effect), "notes": "", "consensus": .string(consensus),
            "condition": .string(condition),
          ], version: "_V3"
        ).result?["policyId"])
    }
    let mine = "approvers.any(user, user.id == '\(user)')"
    _ = try allow("approvers.any(user, user.id == 'other')", "")
    _ = try allow(mine, "activity.type == 'ACTIVITY_TYPE_CREATE_POLICY_V3'")
    _ = try allow(mine, "eth.tx.value < 1")
    #expect(try wallet("b") == 403)
    let good = try allow(mine, "activity.resource == 'WALLET' && activity.action == 'CREATE'")
    #expect(try wallet("c") == 200)
    _ = try act(root, "update_policy", ["policyId": good, "policyEffect": "EFFECT_DENY"], version: "_V2")
    #expect(try wallet("d") == 403)
    #expect(try act(delegate, "stamp_login", ["publicKey": .string(TurnkeyTestKeys.p256)]).status == 200)
    #expect(try act(root, "delete_users", ["userIds": [.string(user)]]).status == 200)
    #expect(try wallet("e") == 401)
  }

  @Test func furtherFactorNeedsAnotherCredential() throws {
    let keys = (0..<2).map { _ in P256.Signing.PrivateKey() }
    let made = try organization([keys[0]], quorum: 1)
    let id = try #require(made["subOrganizationId"]?.stringValue)
    func act(_ key: P256.Signing.PrivateKey, _ path: String, _ parameters: JSONObject, version: String = "") throws
      -> SandboxResponse
    {
      try caller.submit(path, type: path.uppercased() + version, parameters, key: key, organization: id)
    }
    _ = try act(
      keys[0], "create_api_keys",
      [
        "userId": try #require(made["rootUserIds"]?.arrayValue?.first),
        "apiKeys": [
          ["apiKeyName": "k", "publicKey": .string(TurnkeyCaller.hex(keys[1])), "curveType": "API_KEY_CURVE_P256"]
        ],
      ], version: "_V2")
    caller.policy(["activities": "authenticators"])
    let asked = try act(keys[0], "create_wallet", ["walletName": "w", "accounts": []])
    #expect(asked.json["activity"]?["status"] == "ACTIVITY_STATUS_AUTHENTICATORS_NEEDED")
    let approval: JSONObject = ["fingerprint": try #require(asked.json["activity"]?["fingerprint"])]
    #expect(try act(keys[0], "approve_activity", approval).status == 400)
    let done = try act(keys[1], "approve_activity", approval)
    #expect(done.json["activity"]?["status"] == "ACTIVITY_STATUS_COMPLETED")
    caller.policy(["activities": "rejected"])
    let refused = try act(keys[0], "create_wallet", ["walletName": "x", "accounts": []])
    #expect(refused.json["activity"]?["status"] == "ACTIVITY_STATUS_REJECTED")
  }

  @Test func everyFilterFinds() throws {
    let user = try caller.signedIn("jane@example.com")
    let passkey = TurnkeyPasskey()
    func act(_ path: String, _ parameters: JSONObject, version: String = "") throws {
      var parameters = parameters
      parameters["userId"] = .string(user.user)
      let answer = try caller.submit(
        path, type: path.uppercased() + version, parameters, key: user.key, organization: user.organization)
      #expect(answer.status == 200, "\(path)")
    }
    let token = try #require(
      caller.sandbox.post("/sandbox/idp/token", ["sub": "u", "aud": "app"]).json["token"])
    try act("create_authenticators", ["authenticators": [passkey.registration()]], version: "_V2")
    try act(
      "create_oauth_providers", ["oauthProviders": [["providerName": "app", "oidcToken": token]]], version: "_V2")
    try act("update_user_phone_number", ["userPhoneNumber": "+15551234567"])
    try act("update_user_name", ["userName": "Jane Doe"])
    let name = try #require(
      try caller.whoAmI(user.key, organization: user.organization).json["organizationName"])
    let filters: [(String, JSONValue)] = [
      ("EMAIL", "Jane@Example.com"), ("PHONE_NUMBER", "+1 555 123 4567"), ("USERNAME", "Jane Doe"), ("NAME", name),
      ("PUBLIC_KEY", .string(TurnkeyCaller.hex(user.key))), ("CREDENTIAL_ID", .string(passkey.credentialID)),
      ("OIDC_TOKEN", token),
    ]
    for (type, value) in filters {
      func list(_ value: JSONValue) throws -> SandboxResponse {
        let body: JSONValue = [
          "organizationId": .string(caller.organization), "filterType": .string(type), "filterValue": value,
        ]
        return try caller.call("query/list_suborgs", body, key: caller.rootKey())
      }
      #expect(try list(value).json == ["organizationIds": [.string(user.organization)]], "\(type)")
      #expect(try list("nobody").json["organizationIds"] != [.string(user.organization)], "\(type)")
      #expect(
        caller.proxy("account", ["filterType": .string(type), "filterValue": value]).json["organizationId"]
          == .string(user.organization), "\(type)")
    }
  }

  @Test func sessionProfilesNameAndLimitSessions() throws {
    let user = try caller.signedIn("jane@example.com")
    let made = try caller.submit(
      "create_session_profile", type: "CREATE_SESSION_PROFILE",
      ["sessionProfileName": "Kiosk", "scope": "read", "expirationSeconds": "60"], key: user.key,
      organization: user.organization)
    let id = try #require(made.result?["sessionProfileId"])
    func login(_ extra: JSONObject) throws -> SandboxResponse {
      var parameters: JSONObject = ["publicKey": .string(TurnkeyCaller.hex(P256.Signing.PrivateKey()))]
      for member in extra.members { parameters[member.name] = member.value }
      return try caller.submit(
        "stamp_login", type: "STAMP_LOGIN", parameters, key: user.key, organization: user.organization)
    }
    let token = try #require(try login(["sessionProfileId": id]).result?["session"]?.stringValue)
    let claims = try JSONValue(parsing: JWS(compact: token).payload)
    #expect(claims["session_type"] == "Kiosk" && claims["scope"] == "read" && claims["session_profile_id"] == id)
    #expect(claims["exp"] == .integer(FixedClock.unixTime + 60))
    #expect(try login(["sessionProfileId": "other"]).status == 404)
    let plain = try #require(try login([:]).result?["session"]?.stringValue)
    let usual = try JSONValue(parsing: JWS(compact: plain).payload)
    #expect(usual["session_type"] == "SESSION_TYPE_READ_WRITE" && usual["scope"] == nil)
  }

  @Test func onlyProvenAddressesAreVerified() throws {
    _ = try caller.signedIn("jane@example.com")
    var fields = credentials(P256.Signing.PrivateKey(), "joe")
    fields["userEmail"] = "joe@example.com"
    _ = try caller.submit(
      "create_sub_organization", type: "CREATE_SUB_ORGANIZATION_V8",
      ["subOrganizationName": "o", "rootQuorumThreshold": 1, "rootUsers": [.object(fields)]], key: caller.rootKey())
    func count(_ query: String, _ address: String) throws -> Int? {
      let body: JSONValue = [
        "organizationId": .string(caller.organization), "filterType": "EMAIL", "filterValue": .string(address),
      ]
      return try caller.call("query/" + query, body, key: caller.rootKey()).json["organizationIds"]?.arrayValue?.count
    }
    #expect(try count("list_suborgs", "joe@example.com") == 1)
    #expect(try count("list_verified_suborgs", "joe@example.com") == 0)
    #expect(try count("list_verified_suborgs", "jane@example.com") == 1)
  }

  @Test func olderLoginsReturnKeysInBundles() throws {
    let user = try caller.signedIn("jane@example.com")
    let target = P256.KeyAgreement.PrivateKey()
    let point = target.publicKey.x963Representation
    func open(_ bundle: String?) throws -> P256.Signing.PrivateKey {
      let raw = try #require(bundle.flatMap { Base58Check.decode($0) })
      #expect(raw.count == 81)
      let enc = try P256.KeyAgreement.PublicKey(compressedRepresentation: raw[..<33]).x963Representation
      var recipient = try HPKE.Recipient(
        privateKey: target, ciphersuite: .P256_SHA256_AES_GCM_256, info: Array("turnkey_hpke".utf8),
        encapsulatedKey: enc)
      return try P256.Signing.PrivateKey(
        rawRepresentation: Array(try recipient.open(Array(raw[33...]), authenticating: Array(enc) + Array(point))))
    }
    let hex = JSONValue.string(Hex.encode(point))
    let session = try caller.submit(
      "create_read_write_session", type: "CREATE_READ_WRITE_SESSION_V2", ["targetPublicKey": hex], key: user.key,
      organization: user.organization)
    let key = try open(session.result?["credentialBundle"]?.stringValue)
    #expect(try caller.whoAmI(key).json["userId"] == .string(user.user))
    let mail = try caller.submit(
      "email_auth", type: "EMAIL_AUTH_V3",
      ["email": "jane@example.com", "targetPublicKey": hex, "emailCustomization": ["appName": "App"]],
      key: caller.rootKey(), organization: user.organization)
    #expect(mail.result?["userId"] == .string(user.user))
    let mailed = try open(caller.sandbox.lastCode(to: "jane@example.com"))
    #expect(try caller.whoAmI(mailed).status == 200)
    caller.advance(900)
    #expect(try caller.whoAmI(mailed).turnkeyCode == "API_KEY_EXPIRED")
  }

  @Test func requestsAreCounted() throws {
    caller.policy(["requestsPerSecond": 2])
    let answers = try (0..<3).map { _ in try caller.whoAmI(caller.rootKey()) }
    #expect(answers.map(\.status) == [200, 200, 429])
    #expect(answers.map { $0.headers["ratelimit-remaining"] } == ["1", "0", "0"])
    #expect(answers[2].turnkeyCode == "RATE_LIMIT_EXCEEDED")
    caller.advance(1)
    #expect(try caller.whoAmI(caller.rootKey()).status == 200)
  }

  @Test func requiresCaptchas() {
    let body: JSONValue = ["otpType": "OTP_TYPE_EMAIL", "contact": "a@b.example"]
    caller.policy(["captcha": "right"])
    for (token, status) in [(nil, 403), ("wrong", 403), ("right", 200)] as [(String?, Int)] {
      var headers: HTTPHeaders = [:]
      headers["X-Captcha-Token"] = token
      #expect(caller.proxy("otp_init_v2", body, headers: headers).status == status)
    }
    #expect(caller.proxy("wallet_kit_client_params", [:]).json["turnstileSiteKey"] == "sandbox")
  }
}
