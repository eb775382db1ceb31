import AuthCore
import AuthCrypto
import AuthSandbox
import Testing

@testable import AuthSandboxKit
@testable import AuthSandboxTurnkey

/// Requests that the sandbox refuses as the vendor does, and requests of the vendor's other clients that it serves.
@Suite struct TurnkeyStrictnessTests {
  let caller: TurnkeyCaller
  init() throws { caller = try TurnkeyCaller() }

  @Test("T63: members that the interface description does not have are refused, at every depth")
  func unknownMembersAreRefused() throws {
    let email = "jane@example.com"
    #expect(
      caller.proxy("otp_init_v2", ["otpType": "OTP_TYPE_EMAIL", "contact": .string(email), "extra": 1]).status == 400)
    let deep = caller.proxy(
      "signup_v2",
      [
        "userName": "u", "authenticators": [], "oauthProviders": [],
        "apiKeys": [["apiKeyName": "k", "publicKey": "02", "curveType": "API_KEY_CURVE_P256", "extra": true]],
      ])
    #expect(deep.status == 400)
    #expect(deep.json["message"]?.stringValue?.contains("\"extra\"") == true)
    let user = try caller.signedIn(email)
    let query = try caller.call(
      "query/whoami", ["organizationId": .string(user.organization), "extra": "x"], key: user.key)
    #expect(query.status == 400 && query.json["code"] == 3)
    let parameters = try caller.submit(
      "update_user_name", type: "UPDATE_USER_NAME",
      ["userId": .string(user.user), "userName": "n", "snake_case": "n"], key: user.key, organization: user.organization
    )
    #expect(parameters.status == 400)
    let good = try caller.submit(
      "update_user_name", type: "UPDATE_USER_NAME", ["userId": .string(user.user), "userName": "n"], key: user.key,
      organization: user.organization)
    #expect(good.status == 200)
  }

  @Test("T63: every definition that a request refers to exists")
  func descriptionIsComplete() throws {
    for kind in TurnkeyActivityType.byType.values {
      #expect(throws: TurnkeyFailure.self, "\(kind.intent)") {
        try TurnkeySchema.check(["noSuchMember": 1], "intent/\(kind.intent)")
      }
    }
  }

  @Test("T42: a transaction is signed, and its signature is the account's over the bytes that were sent")
  func aTransactionIsSigned() throws {
    let user = try caller.signedIn("jane@example.com")
    let address = try newAddress(key: user.key, organization: user.organization)
    // EIP-1559: chain 1, nonce 2, fees 3 and 4, gas 5, to 20 bytes, value 6, no data, no access list.
    let list = [1, 2, 3, 4, 5].map { UInt8($0) } + [0x94] + [UInt8](repeating: 9, count: 20) + [6, 0x80, 0xC0]
    let unsigned = [0x02, 0xC0 + UInt8(list.count)] + list
    func sign(_ hex: String) throws -> SandboxResponse {
      try caller.submit(
        "sign_transaction", type: "SIGN_TRANSACTION_V2",
        ["signWith": address, "unsignedTransaction": .string(hex), "type": "TRANSACTION_TYPE_ETHEREUM"],
        key: user.key, organization: user.organization)
    }
    let signed = try #require(
      try sign("0x" + Hex.encode(unsigned)).result?["signedTransaction"]?.stringValue.flatMap { Hex.decode($0) })
    #expect(signed.first == 0x02 && signed[1] == 0xF8)
    #expect(Array(signed[3..<3 + list.count]) == list)
    #expect(Int(signed[2]) == signed.count - 3)
    #expect(try sign("02c101ff").status == 400 || (try sign("02c101ff").json["activity"]?["status"]) != nil)
    #expect(try sign("zz").status == 400)
  }

  @Test("T26: Facebook is reached through the vendor's page, and its code is exchanged at Facebook")
  func facebookIsReachedThroughThePage() throws {
    let verifier = Base64URL.encode([UInt8](repeating: 7, count: 32))
    let challenge = Base64URL.encode(SHA256.hash(data: Array(verifier.utf8)))
    let page = caller.sandbox.handle(
      SandboxRequest(
        "GET",
        "/turnkey-oauth?provider=facebook&clientId=c&redirectUri=https%3A%2F%2Fapp.test%2F%3Fscheme%3Dapp&nonce=n"
          + "&codeChallenge=\(challenge)&state=s"))
    #expect(page.status == 302)
    let location = try #require(page.headers["Location"])
    #expect(location.hasPrefix("https://app.test/?scheme=app&code="))
    #expect(location.hasSuffix("&state=s"))
  }

  @Test("T86: old releases of the vendor's tool are refused, and no other client is")
  func oldReleasesOfTheToolAreRefused() throws {
    let key = try caller.rootKey()
    let body: JSONValue = ["organizationId": .string(caller.organization)]
    let stamp = try TurnkeyCaller.stamp(body.serialized, key)
    let cases = [("0.12.0", 400), ("0.9.14", 400), ("0.12.2", 200), ("1.0.0", 200), ("nightly", 200)]
    for (version, status) in cases {
      let answer = caller.sandbox.post(
        "/turnkey/public/v1/query/whoami", body, headers: ["X-Stamp": stamp, "X-TVC-Client-Version": version])
      #expect(answer.status == status, "\(version)")
    }
  }

  @Test("T48: a login by OAuth is refused if the dashboard has no OAuth provider enabled")
  func refusesDisabledOAuth() throws {
    let body: JSONValue = ["oidcToken": "t", "publicKey": "02"]
    caller.policy(["enabledProviders": ["email", "x"]])
    #expect(caller.proxy("wallet_kit_config", [:]).json["enabledProviders"] == ["email", "x"])
    #expect(caller.proxy("oauth_login", body).json["message"] != "OAUTH disallowed")
    caller.policy(["enabledProviders": ["email"]])
    for route in ["oauth_login", "oauth2_authenticate"] {
      let answer = caller.proxy(route, route == "oauth_login" ? body : ["clientId": "c"])
      #expect(answer.status == 400 && answer.json["message"] == "OAUTH disallowed", "\(route)")
    }
  }

  @Test("T50: after the quota, signing requests are refused, and other requests are not")
  func refusesSignaturesBeyondTheQuota() throws {
    let user = try caller.signedIn("jane@example.com")
    let address = try newAddress(key: user.key, organization: user.organization)
    func sign(_ payload: String) throws -> SandboxResponse {
      try caller.submit(
        "sign_raw_payload", type: "SIGN_RAW_PAYLOAD_V2",
        [
          "signWith": address, "payload": .string(payload), "encoding": "PAYLOAD_ENCODING_HEXADECIMAL",
          "hashFunction": "HASH_FUNCTION_SHA256",
        ], key: user.key, organization: user.organization)
    }
    caller.policy(["signingQuota": 1])
    #expect(try sign("aa").result?["r"] != nil)
    // The same body is the same activity.
    #expect(try sign("aa").status == 200)
    let refused = try sign("bb")
    #expect(refused.status == 429 && refused.json["code"] == 8)
    #expect(try caller.whoAmI(user.key).status == 200)
  }

  @Test("T54: the firewall admits only browsers, and the limiter only slow requests")
  func firewallAndLimiterRefuseRequests() throws {
    caller.policy(["browsersOnly": true])
    let browser: HTTPHeaders = ["Origin": "http://localhost:3000", "User-Agent": "Mozilla/5.0"]
    #expect(caller.proxy("wallet_kit_config", [:], headers: browser).status == 200)
    #expect(caller.proxy("wallet_kit_config", [:], headers: ["User-Agent": "Mozilla/5.0"]).status == 403)
    #expect(caller.proxy("wallet_kit_config", [:], headers: ["Origin": "http://localhost:3000"]).status == 403)
    #expect(try caller.whoAmI(caller.rootKey()).status == 200)
    caller.policy(["browsersOnly": false, "proxyRequestsPerSecond": 2])
    #expect((0..<3).map { _ in caller.proxy("wallet_kit_config", [:]).status } == [200, 200, 429])
    caller.advance(1)
    #expect(caller.proxy("wallet_kit_config", [:]).status == 200)
  }

  @Test("T85: an expired key is refused in the words of older servers if the policy says so")
  func refusesAnExpiredKeyInTheOlderWords() throws {
    let user = try caller.signedIn("jane@example.com")
    caller.policy(["olderTexts": true])
    caller.advance(1000)
    let refused = try caller.whoAmI(user.key)
    #expect(refused.status == 403 && refused.json["code"] == 7)
    #expect(refused.json["message"]?.stringValue?.contains("Unauthenticated desc = expired api key publicKey=") == true)
  }

  @Test("T47: the proxy counts codes by address, three in three minutes")
  func theProxyCountsCodes() throws {
    func ask(_ address: String) -> SandboxResponse {
      caller.proxy("otp_init_v2", ["otpType": "OTP_TYPE_EMAIL", "contact": .string(address)])
    }
    for _ in 0..<3 { #expect(ask("jane@example.com").status == 200) }
    let refused = ask("jane@example.com")
    #expect(refused.status == 400 && refused.turnkeyCode == "MAX_OTP_INITIATED")
    #expect(refused.json["turnkeyErrorCode"] == "MAX_OTP_INITIATED")
    #expect(ask("joe@example.com").status == 200)
    caller.advance(181)
    #expect(ask("jane@example.com").status == 200)
  }

  /// The address of a new wallet's Ethereum account.
  private func newAddress(key: P256.Signing.PrivateKey, organization: String) throws -> JSONValue {
    let wallet = try caller.submit(
      "create_wallet", type: "CREATE_WALLET",
      [
        "walletName": "w",
        "accounts": [
          [
            "curve": "CURVE_SECP256K1", "pathFormat": "PATH_FORMAT_BIP32", "path": "m/44'/60'/0'/0/0",
            "addressFormat": "ADDRESS_FORMAT_ETHEREUM",
          ]
        ],
      ], key: key, organization: organization)
    return try #require(wallet.result?["addresses"]?.arrayValue?.first)
  }
}
