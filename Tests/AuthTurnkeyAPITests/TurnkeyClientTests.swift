import AuthCore
import AuthCrypto
import AuthTesting
import AuthTurnkey
import AuthTurnkeyAPI
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The calls' requests and their reading of responses, against scripts.
@Suite struct TurnkeyClientTests {
  private struct Fixed: Stamper {
    func stamp(_ body: [UInt8]) async throws(AuthError) -> Stamp { Stamp(name: "X-Stamp", value: "s") }
  }

  private let clock = ManualClock()

  private func client(_ transport: ScriptedTransport, keys: TurnkeyKeys = .production) throws -> TurnkeyClient {
    TurnkeyClient(
      organizationID: "org", stamper: Fixed(), baseURL: try #require(URL(string: "https://api.example.com")),
      transport: transport, clock: clock, keys: keys)
  }

  private func done(_ kind: String, _ value: JSONValue) -> JSONValue {
    [
      "activity": [
        "id": "a", "status": "ACTIVITY_STATUS_COMPLETED", "fingerprint": "f", "result": .object([kind: value]),
      ]
    ]
  }

  /// A call, the activity that it submits and its parameters.
  private struct Case: Sendable {
    let name: String
    let type: String
    let result: (String, JSONValue)
    let parameters: JSONObject
    let call: @Sendable (TurnkeyClient) async throws -> Bool
  }

  private var cases: [Case] {
    let session: JSONValue = ["session": "jwt"]
    return [
      Case(
        name: "stamp_login", type: "STAMP_LOGIN", result: ("stampLoginResult", session),
        parameters: [
          "publicKey": "02", "expirationSeconds": "60", "invalidateExisting": true, "sessionProfileId": "p",
        ]
      ) { client in
        let parameters = SessionParameters(expirationSeconds: 60, invalidatesExisting: true, profileID: "p")
        return try await client.stampLogIn(publicKey: "02", parameters).revealText() == "jwt"
      },
      Case(
        name: "otp_login", type: "OTP_LOGIN_V2", result: ("otpLoginResult", session),
        parameters: [
          "publicKey": "02", "expirationSeconds": "900", "verificationToken": "v", "clientSignature": ["a": 1],
        ]
      ) { try await !$0.otpLogIn(publicKey: "02", verificationToken: Secret("v"), clientSignature: ["a": 1]).isEmpty },
      Case(
        name: "oauth_login", type: "OAUTH_LOGIN", result: ("oauthLoginResult", session),
        parameters: ["publicKey": "02", "expirationSeconds": "900", "oidcToken": "t"]
      ) { try await !$0.oauthLogIn(publicKey: "02", identityToken: Secret("t")).isEmpty },
      Case(
        name: "init_otp", type: "INIT_OTP_V3",
        result: ("initOtpResultV2", ["otpId": "o", "otpEncryptionTargetBundle": "b"]),
        parameters: [
          "otpType": "OTP_TYPE_EMAIL", "contact": "jane@example.com", "appName": "App", "otpLength": 6,
          "alphanumeric": false, "expirationSeconds": "300", "userIdentifier": "u",
        ]
      ) { client in
        let sent = try await client.sendCode(
          to: "jane@example.com",
          CodeParameters(
            appName: "App", length: 6, isAlphanumeric: false, expirationSeconds: 300, userIdentifier: "u"))
        return sent.otpID == "o" && sent.encryptionTargetBundle == "b"
      },
      Case(
        name: "verify_otp", type: "VERIFY_OTP_V2", result: ("verifyOtpResult", ["verificationToken": "v"]),
        parameters: ["otpId": "o", "encryptedOtpBundle": "b"]
      ) { try await $0.verifyCode("b", otpID: "o").revealText() == "v" },
      Case(
        name: "create_sub_organization", type: "CREATE_SUB_ORGANIZATION_V8",
        result: (
          "createSubOrganizationResultV8",
          ["subOrganizationId": "s", "rootUserIds": ["u"], "wallet": ["walletId": "w", "addresses": ["x"]]]
        ),
        parameters: [
          "subOrganizationName": "n",
          "rootUsers": [
            [
              "userName": "Jane", "userEmail": "j@example.com",
              "apiKeys": [
                [
                  "apiKeyName": "k", "publicKey": "02", "curveType": "API_KEY_CURVE_P256", "expirationSeconds": "60",
                ]
              ], "authenticators": [],
              "oauthProviders": [
                ["providerName": "google", "oidcClaims": ["iss": "i", "sub": "s", "aud": "a"]]
              ],
            ]
          ], "rootQuorumThreshold": 1, "wallet": ["walletName": "w", "accounts": [], "mnemonicLength": 24],
        ]
      ) { client in
        let made = try await client.createSubOrganization(
          NewSubOrganization(
            name: "n",
            rootUsers: [
              NewTurnkeyUser(
                name: "Jane", email: "j@example.com",
                apiKeys: [NewAPIKey(name: "k", publicKey: "02", expirationSeconds: 60)],
                oauthProviders: [
                  NewOAuthAccount(name: "google", identity: .claims(issuer: "i", subject: "s", audience: "a"))
                ])
            ], wallet: NewWallet(name: "w", accounts: [], mnemonicLength: 24)))
        return made.id == "s" && made.rootUserIDs == ["u"] && made.wallet?.addresses == ["x"]
      },
      Case(
        name: "create_api_keys", type: "CREATE_API_KEYS_V2", result: ("createApiKeysResult", ["apiKeyIds": ["k"]]),
        parameters: [
          "userId": "u",
          "apiKeys": [["apiKeyName": "n", "publicKey": "03", "curveType": "API_KEY_CURVE_SECP256K1"]],
        ]
      ) {
        let key = NewAPIKey(name: "n", publicKey: "03", curve: .secp256k1)
        return try await $0.createAPIKeys([key], for: "u") == ["k"]
      },
      Case(
        name: "delete_api_keys", type: "DELETE_API_KEYS", result: ("deleteApiKeysResult", ["apiKeyIds": ["k"]]),
        parameters: ["userId": "u", "apiKeyIds": ["k"]]
      ) {
        try await $0.deleteAPIKeys(["k"], of: "u")
        return true
      },
      Case(
        name: "create_authenticators", type: "CREATE_AUTHENTICATORS_V2",
        result: ("createAuthenticatorsResult", ["authenticatorIds": ["a"]]),
        parameters: ["userId": "u", "authenticators": [["authenticatorName": "n"]]]
      ) { try await $0.createAuthenticators([NewAuthenticator(json: ["authenticatorName": "n"])], for: "u") == ["a"] },
      Case(
        name: "delete_authenticators", type: "DELETE_AUTHENTICATORS",
        result: ("deleteAuthenticatorsResult", ["authenticatorIds": ["a"]]),
        parameters: ["userId": "u", "authenticatorIds": ["a"]]
      ) {
        try await $0.deleteAuthenticators(["a"], of: "u")
        return true
      },
      Case(
        name: "create_oauth_providers", type: "CREATE_OAUTH_PROVIDERS_V2",
        result: ("createOauthProvidersResultV2", ["providerIds": ["p"]]),
        parameters: ["userId": "u", "oauthProviders": [["providerName": "n", "oidcToken": "t"]]]
      ) {
        let account = NewOAuthAccount(name: "n", identity: .token(Secret("t")))
        return try await $0.createOAuthProviders([account], for: "u") == ["p"]
      },
      Case(
        name: "delete_oauth_providers", type: "DELETE_OAUTH_PROVIDERS",
        result: ("deleteOauthProvidersResult", ["providerIds": ["p"]]),
        parameters: ["userId": "u", "providerIds": ["p"]]
      ) {
        try await $0.deleteOAuthProviders(["p"], of: "u")
        return true
      },
      Case(
        name: "update_user_email", type: "UPDATE_USER_EMAIL", result: ("updateUserEmailResult", ["userId": "u"]),
        parameters: ["userId": "u", "userEmail": "", "verificationToken": "v"]
      ) {
        try await $0.updateEmail(of: "u", to: "", verification: Secret("v"))
        return true
      },
      Case(
        name: "update_user_phone_number", type: "UPDATE_USER_PHONE_NUMBER",
        result: ("updateUserPhoneNumberResult", ["userId": "u"]),
        parameters: ["userId": "u", "userPhoneNumber": "+14155550123"]
      ) {
        try await $0.updatePhoneNumber(of: "u", to: "+14155550123")
        return true
      },
      Case(
        name: "update_user_name", type: "UPDATE_USER_NAME", result: ("updateUserNameResult", ["userId": "u"]),
        parameters: ["userId": "u", "userName": "Jane"]
      ) {
        try await $0.updateName(of: "u", to: "Jane")
        return true
      },
      Case(
        name: "create_users", type: "CREATE_USERS_V4", result: ("createUsersResult", ["userIds": ["u"]]),
        parameters: [
          "users": [
            [
              "userName": "Bot", "apiKeys": [], "authenticators": [], "oauthProviders": [], "userTags": ["t"],
            ]
          ]
        ]
      ) { try await $0.createUsers([NewTurnkeyUser(name: "Bot", tags: ["t"])]) == ["u"] },
      Case(
        name: "create_policy", type: "CREATE_POLICY_V3", result: ("createPolicyResult", ["policyId": "p"]),
        parameters: ["policyName": "n", "effect": "EFFECT_ALLOW", "notes": "", "condition": "true"]
      ) {
        try await $0.createPolicy(NewPolicy(name: "n", effect: .allow, condition: "true")) == "p"
      },
      Case(
        name: "create_wallet", type: "CREATE_WALLET",
        result: ("createWalletResult", ["walletId": "w", "addresses": ["0x"]]),
        parameters: [
          "walletName": "w",
          "accounts": [
            [
              "curve": "CURVE_SECP256K1", "pathFormat": "PATH_FORMAT_BIP32", "path": "m/44'/60'/0'/0/0",
              "addressFormat": "ADDRESS_FORMAT_ETHEREUM",
            ]
          ],
        ]
      ) { try await $0.createWallet(NewWallet(name: "w", accounts: [.ethereum()])).addresses == ["0x"] },
      Case(
        name: "create_wallet_accounts", type: "CREATE_WALLET_ACCOUNTS",
        result: ("createWalletAccountsResult", ["addresses": ["x"]]),
        parameters: [
          "walletId": "w",
          "accounts": [
            [
              "curve": "CURVE_ED25519", "pathFormat": "PATH_FORMAT_BIP32", "path": "m/44'/501'/1'/0'",
              "addressFormat": "ADDRESS_FORMAT_SOLANA",
            ]
          ],
        ]
      ) { try await $0.createWalletAccounts([.solana(1)], in: "w") == ["x"] },
      Case(
        name: "sign_raw_payload", type: "SIGN_RAW_PAYLOAD_V2",
        result: ("signRawPayloadResult", ["r": "01", "s": "02", "v": "00"]),
        parameters: [
          "signWith": "0x", "payload": "aa", "encoding": "PAYLOAD_ENCODING_HEXADECIMAL",
          "hashFunction": "HASH_FUNCTION_NO_OP",
        ]
      ) {
        let signature = try await $0.signRawPayload("aa", with: "0x", encoding: .hexadecimal, hash: .none)
        return signature.bytes.count == 64
      },
    ]
  }

  @Test func everySubmissionHasTheVendorsForm() async throws {
    for entry in cases {
      let transport = ScriptedTransport([
        .json("POST", "/public/v1/submit/\(entry.name)", done(entry.result.0, entry.result.1))
      ])
      #expect(try await entry.call(try client(transport)), "\(entry.name)")
      let request = try #require(transport.requests.first)
      #expect(request.headers["X-Stamp"] == "s")
      #expect(request.headers["Content-Type"] == "application/json")
      let body = try JSONValue(parsing: try #require(request.body))
      #expect(try #require(body.objectValue).names == ["type", "timestampMs", "organizationId", "parameters"])
      #expect(try body.text("type") == "ACTIVITY_TYPE_" + entry.type)
      #expect(Int64(try body.text("timestampMs")) != nil)
      #expect(try body.text("organizationId") == "org")
      #expect(body["parameters"] == .object(entry.parameters), "\(entry.name)")
    }
    #expect(cases.count == 20)
  }

  @Test func theSameBodyIsTheSameActivity() async throws {
    let transport = ScriptedTransport([
      .failure("POST", "/submit/create_wallet", AuthError(.network, "")),
      .json("POST", "/submit/create_wallet", done("createWalletResult", ["walletId": "w", "addresses": []])),
    ])
    let client = try client(transport)
    let body = client.body(of: "create_wallet", ["walletName": "w", "accounts": []])
    await #expect(throws: AuthError(.network, "")) { try await client.activity("create_wallet", body: body) }
    clock.advance(by: .seconds(5))
    let activity = try await client.activity("create_wallet", body: body)
    #expect(activity.status == .completed && activity.fingerprint == "f")
    #expect(transport.requests.map(\.body) == [body, body])
    #expect(transport.requests.allSatisfy { $0.retry == .idempotent(Hex.encode(SHA256.hash(data: body))) })
    #expect(client.body(of: "create_wallet", ["walletName": "w", "accounts": []]) != body)
  }

  @Test func returnsOrThrowsStatusesThatNeedAnApproval() async throws {
    let cases: [(String, TurnkeyActivity.Status, AuthError.Code)] = [
      ("CONSENSUS_NEEDED", .consensusNeeded, .consensusNeeded),
      ("AUTHENTICATORS_NEEDED", .authenticatorsNeeded, .mfaRequired), ("REJECTED", .rejected, .forbidden),
      ("FAILED", .failed, .providerError), ("NEW", .unknown("ACTIVITY_STATUS_NEW"), .providerError),
    ]
    for (name, status, code) in cases {
      let answer: JSONValue = ["activity": ["id": "a", "status": .string("ACTIVITY_STATUS_" + name), "result": [:]]]
      let transport = ScriptedTransport([.json("POST", "/x", answer), .json("POST", "/create_wallet", answer)])
      let client = try client(transport)
      #expect(try await client.activity("x", [:]).status == status)
      await #expect(throws: AuthError(code, "")) {
        try await client.createWallet(NewWallet(name: "w", accounts: []))
      }
    }
  }

  @Test func refusalsCarryTheVendorsOwnCode() async throws {
    let refusal: JSONValue = [
      "code": 7, "message": "request not authorized",
      "details": [["@type": "x", "turnkeyErrorCode": "REQUEST_NOT_AUTHORIZED"]],
    ]
    let transport = ScriptedTransport([.json("POST", "/query/get_user", status: 403, refusal)])
    do {
      _ = try await client(transport).user("u")
      Issue.record("nothing was thrown")
    } catch let error as AuthError {
      #expect(error.code == .forbidden)
      #expect(error.vendorCode == "REQUEST_NOT_AUTHORIZED")
    }
  }

  @Test func readsAccountsToTheLastPage() async throws {
    @Sendable func page(_ range: Range<Int>) -> JSONValue {
      let accounts = range.map { index -> JSONValue in
        [
          "walletAccountId": .string("a\(index)"), "walletId": "w", "curve": "CURVE_SECP256K1", "path": "m",
          "addressFormat": "ADDRESS_FORMAT_ETHEREUM", "address": .string("0x\(index)"),
        ]
      }
      return ["accounts": .array(accounts)]
    }
    let transport = ScriptedTransport([
      .json("POST", "/list_wallet_accounts", page(0..<100)), .json("POST", "/list_wallet_accounts", page(100..<200)),
      .json("POST", "/list_wallet_accounts", page(200..<211)),
    ])
    let accounts = try await client(transport).walletAccounts(of: "w")
    #expect(accounts.map(\.id) == (0..<211).map { "a\($0)" })
    var after: [String?] = []
    for request in transport.requests {
      let body = try JSONValue(parsing: try #require(request.body))
      #expect(try body.text("walletId") == "w")
      #expect(body["paginationOptions"]?["limit"] == "100")
      after.append(body["paginationOptions"]?["after"]?.stringValue)
    }
    #expect(after == [nil, "a99", "a199"])
    // A server without pages repeats the first page, and the client stops.
    let same = ScriptedTransport { _ in .json(page(0..<100)) }
    #expect(try await client(same).walletAccounts().count == 100)
    #expect(same.requests.count == 2)
  }

  @Test func exportsAndImportsSecretsInBundles() async throws {
    let enclave = Enclave()
    var keys = TurnkeyKeys.production
    keys.signer = enclave.signer
    let exporting = ScriptedTransport { (request) throws(AuthError) in
      do {
        let body = try JSONValue(parsing: request.body ?? [])
        let target = try #require(body["parameters"]?["targetPublicKey"]?.stringValue)
        let bundle = try enclave.export(Array("a mnemonic".utf8), to: target, organizationID: "org")
        return .json(done("exportWalletResult", ["walletId": "w", "exportBundle": .string(bundle)]))
      } catch {
        throw AuthError(.internalError, "\(error)")
      }
    }
    #expect(try await client(exporting, keys: keys).exportWallet("w").revealText() == "a mnemonic")
    await #expect(throws: AuthError(.signatureInvalid, "")) { try await client(exporting).exportWallet("w") }

    let bundle = try enclave.importBundle(organizationID: "org", userID: "u")
    let importing = ScriptedTransport([
      .json(
        "POST", "/init_import_wallet", done("initImportWalletResult", ["importBundle": .string(bundle)])),
      .json("POST", "/import_wallet", done("importWalletResult", ["walletId": "w", "addresses": ["x"]])),
    ])
    let wallet = try await client(importing, keys: keys).importWallet(
      mnemonic: Secret("words"), name: "n", accounts: [.ethereum()], user: "u")
    #expect(wallet.id == "w")
    let sent = try JSONValue(parsing: try #require(importing.requests.last?.body))
    let sealed = try #require(sent["parameters"]).text("encryptedBundle")
    #expect(try enclave.open(sealed) == Array("words".utf8))

    let key = SystemRandomSource().bytes(32)
    let importingKey = ScriptedTransport([
      .json(
        "POST", "/init_import_private_key", done("initImportPrivateKeyResult", ["importBundle": .string(bundle)])),
      .json("POST", "/import_private_key", done("importPrivateKeyResult", ["privateKeyId": "k", "addresses": []])),
    ])
    let id = try await client(importingKey, keys: keys).importPrivateKey(
      Secret(key), name: "n", curve: .ed25519, addressFormats: [.solana], user: "u")
    #expect(id == "k")
    let lastBody = try #require(importingKey.requests.last?.body)
    let sentKey = try #require(try JSONValue(parsing: lastBody)["parameters"])
    #expect(try enclave.open(try sentKey.text("encryptedBundle")) == key)
    #expect(sentKey["addressFormats"] == ["ADDRESS_FORMAT_SOLANA"])
  }
}
