import AuthCore
import AuthCrypto
import Testing

@testable import AuthSandbox

/// What the sandbox refuses as the vendor does, and serves for what the vendor's other clients ask.
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

  @Test("T63: every definition that a request refers to is there")
  func theDescriptionIsWhole() throws {
    for kind in TurnkeyActivityKind.byType.values {
      #expect(throws: TurnkeyFailure.self, "\(kind.intent)") {
        try TurnkeySchema.check(["noSuchMember": 1], "intent/\(kind.intent)")
      }
    }
  }

  @Test("T42: a transaction is signed, and its signature is the account's over the bytes that were sent")
  func aTransactionIsSigned() throws {
    let user = try caller.signedIn("jane@example.com")
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
      ], key: user.key, organization: user.organization)
    let address = try #require(wallet.result?["addresses"]?.arrayValue?.first)
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
}
