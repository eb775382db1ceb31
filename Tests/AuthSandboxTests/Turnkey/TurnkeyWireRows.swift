import AuthCore
import AuthCrypto
import AuthSandbox
import Testing
import WireSamples

@testable import AuthSandboxChains
@testable import AuthSandboxKit
@testable import AuthSandboxTurnkey

private let address = "user@example.com"

extension TurnkeyWireTests {
  static let rows: [Row] = proxyRows + loginRows + callRows

  private static let proxyRows: [Row] = [
    Row("TS1") { sample, caller in
      let key = P256.Signing.PrivateKey()
      _ = try caller.signedIn(address)
      return caller.proxy(sample, ["verificationToken": .string(try caller.verificationToken(address, key: key))])
    },
    Row("TS2") { sample, caller in
      caller.proxy(sample, ["filterValue": .string(TurnkeyCaller.hex(P256.Signing.PrivateKey()))])
    },
    Row("TS3") { sample, caller in caller.proxy(sample) },
    Row("TS4") { sample, caller in
      for _ in 0..<3 { #expect(caller.proxy(sample).status == 200) }
      return caller.proxy(sample)
    },
    Row("TS7") { sample, caller in
      let pending = try caller.requestCode(address)
      return caller.proxy(sample, try Self.verification(caller, pending, code: pending.code))
    },
    Row("TS8") { sample, caller in
      let pending = try caller.requestCode(address)
      let wrong = (pending.code.hasPrefix("1") ? "2" : "1") + pending.code.dropFirst()
      return caller.proxy(sample, try Self.verification(caller, pending, code: wrong))
    },
    Row("TS9") { sample, caller in
      let organization = try caller.signedIn(address).organization
      return caller.proxy(sample, try Self.login(caller, organization: organization))
    },
    Row("TS10") { sample, caller in
      let key = P256.Signing.PrivateKey()
      let token = try Self.identityToken(caller, key)
      let body: JSONValue = [
        "userName": "user", "apiKeys": [], "authenticators": [],
        "oauthProviders": [["providerName": "google", "oidcToken": .string(token)]],
      ]
      let organization = try #require(caller.proxy("signup_v2", body).json["organizationId"])
      return caller.proxy(
        sample,
        [
          "oidcToken": .string(token), "publicKey": .string(TurnkeyCaller.hex(key)), "organizationId": organization,
        ])
    },
    Row("TS11") { sample, caller in
      caller.policy(["enabledProviders": ["email", "sms", "passkey"]])
      return caller.proxy(sample)
    },
    Row("TS12") { sample, caller in
      let verifier = Base64URL.encode([UInt8](repeating: 7, count: 32))
      let challenge = Base64URL.encode(SHA256.hash(data: Array(verifier.utf8)))
      let page = caller.sandbox.handle(
        SandboxRequest(
          "GET",
          "/turnkey-oauth/discord/authorize?client_id=c&redirect_uri=exampleapp%3A%2F%2F&response_type=code"
            + "&code_challenge_method=S256&code_challenge=\(challenge)&state=s"))
      let location = try #require(page.headers["Location"])
      let fields = PercentEncoding.decodeForm(location.drop { $0 != "?" }.dropFirst()) ?? []
      let code = try #require(fields.first { $0.name == "code" }).value
      return caller.proxy(
        sample, ["authCode": .string(code), "codeVerifier": .string(verifier), "clientId": "c"])
    },
    Row("TS13") { sample, caller in
      let key = P256.Signing.PrivateKey()
      let session = P256.Signing.PrivateKey()
      let token = try caller.verificationToken(address, key: key)
      let apiKeys: JSONValue = [
        [
          "apiKeyName": "session", "publicKey": .string(TurnkeyCaller.hex(session)),
          "curveType": "API_KEY_CURVE_P256", "expirationSeconds": "60",
        ]
      ]
      let signature = try caller.clientSignature(
        token, "SIGNUP", ("signupV2", ["apiKeys": apiKeys, "email": .string(address)]), key: key)
      return caller.proxy(
        sample, ["verificationToken": .string(token), "apiKeys": apiKeys, "clientSignature": signature])
    },
    Row("TS14", free: ["oauthRedirectUrl"]) { sample, caller in
      caller.policy(["otpAlphanumeric": true])
      return caller.proxy(sample)
    },
    // The sample's client is not a browser.
    Row("TS29") { sample, caller in
      caller.policy(["browsersOnly": true])
      return caller.proxy(sample)
    },
    Row("TS30") { sample, caller in
      caller.policy(["proxyRequestsPerSecond": 1])
      #expect(caller.proxy(sample).status == 200)
      return caller.proxy(sample)
    },
  ]

  private static let loginRows: [Row] = [
    Row("TS15") { sample, caller in
      let user = try caller.signedIn(address)
      return try caller.api(sample, Self.newKey(), organization: user.organization) {
        try TurnkeyCaller.stamp($0, user.key)
      }
    },
    Row("TS16") { sample, caller in
      let passkey = try Self.passkeyUser(caller)
      return try caller.api(
        sample, Self.newKey(), organization: caller.organization, header: "X-Stamp-WebAuthn"
      ) { try passkey.stamp($0) }
    },
    Row("TS17") { sample, caller in
      let key = try #require(Secp256k1.PrivateKey([UInt8](repeating: 7, count: 32)))
      let publicKey = Hex.encode(key.publicKey.compressed)
      let made = caller.proxy(
        "signup_v2",
        [
          "userName": "user", "authenticators": [], "oauthProviders": [],
          "apiKeys": [
            ["apiKeyName": "w", "publicKey": .string(publicKey), "curveType": "API_KEY_CURVE_SECP256K1"]
          ],
        ])
      #expect(made.status == 200)
      return try caller.api(sample, Self.newKey(), organization: caller.organization) { body in
        let message = Array("\u{19}Ethereum Signed Message:\n\(body.count)".utf8) + body
        let signature = try #require(key.sign(digest: Keccak.hash256(message)))
        let der = try P256.Signing.ECDSASignature(rawRepresentation: signature.r.bytes + signature.s.bytes)
        let stamp: JSONValue = [
          "publicKey": .string(publicKey), "scheme": "SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191",
          "signature": .string(Hex.encode(der.derRepresentation)),
        ]
        return Base64URL.encode(stamp.serialized)
      }
    },
    Row("TS18") { sample, caller in
      let user = try caller.signedIn(address)
      let key = P256.Signing.PrivateKey()
      let token = try caller.verificationToken(address, key: key)
      return try caller.api(
        sample, Self.newKey(), organization: user.organization, header: "X-Stamp-Attested"
      ) { body in
        let stamp: JSONValue = [
          "publicKeyAttestation": .string(token), "scheme": "STAMP_ATTESTED_SCHEME_P256_VERIFICATION_TOKEN",
          "publicKey": .string(TurnkeyCaller.hex(key)),
          "signature": .string(Hex.encode(try key.signature(for: body).derRepresentation)),
        ]
        return Base64URL.encode(stamp.serialized)
      }
    },
    Row("TS19") { sample, caller in
      let organization = try caller.signedIn(address).organization
      let values = try Self.login(caller, organization: organization)
      var parameters: [String: JSONValue] = [:]
      for name in ["verificationToken", "publicKey", "clientSignature"] {
        parameters["parameters." + name] = values[name]
      }
      return try caller.api(sample, parameters, organization: organization) {
        try TurnkeyCaller.stamp($0, P256.Signing.PrivateKey())
      }
    },
    Row("TS25", free: ["message"]) { sample, caller in
      try caller.api(
        sample, Self.newKey(), organization: caller.organization, header: "X-Stamp-WebAuthn"
      ) { try TurnkeyPasskey().stamp($0) }
    },
  ]

  private static let callRows: [Row] = [
    Row("TS5") { sample, caller in
      let key = try caller.rootKey()
      return try caller.api(
        sample, [:], organization: caller.organization, with: ["X-TVC-CLIENT-VERSION": "0.12.0"]
      ) { try TurnkeyCaller.stamp($0, key) }
    },
    Row("TS6") { sample, caller in
      let key = try caller.rootKey()
      caller.policy(["bareRefusals": true])
      return try caller.api(sample, [:], organization: caller.organization) { try TurnkeyCaller.stamp($0, key) }
    },
    Row("TS20") { sample, caller in
      let user = try caller.signedIn(address)
      // The login must not end the user's other sessions, because the next request uses one of them.
      let asked = try caller.api(
        WireSample.named("TS15"), Self.newKey(invalidates: false), organization: user.organization
      ) { try TurnkeyCaller.stamp($0, user.key) }
      let id = try #require(asked.json["activity"]?["id"])
      return try caller.api(sample, ["activityId": id], organization: user.organization) {
        try TurnkeyCaller.stamp($0, user.key)
      }
    },
    Row("TS21") { sample, caller in
      let user = try caller.signedIn(address)
      caller.policy(["activities": "authenticators"])
      return try caller.api(sample, [:], organization: user.organization) { try TurnkeyCaller.stamp($0, user.key) }
    },
    Row("TS22") { sample, caller in
      let user = try caller.signedIn(address)
      caller.policy(["activities": "authenticators"])
      let asked = try caller.submit(
        "update_user_name", type: "UPDATE_USER_NAME", ["userId": .string(user.user), "userName": "n"], key: user.key,
        organization: user.organization)
      let id = try #require(asked.json["activity"]?["id"])
      return try caller.api(sample, ["activityId": id], organization: user.organization) {
        try TurnkeyCaller.stamp($0, user.key)
      }
    },
    Row("TS23") { sample, caller in
      let key = P256.Signing.PrivateKey()
      let made = try caller.submit(
        "create_users", type: "CREATE_USERS_V4",
        [
          "users": [
            [
              "userName": "agent", "authenticators": [], "oauthProviders": [], "userTags": [],
              "apiKeys": [
                [
                  "apiKeyName": "k", "publicKey": .string(TurnkeyCaller.hex(key)), "curveType": "API_KEY_CURVE_P256",
                ]
              ],
            ]
          ]
        ], key: caller.rootKey())
      #expect(made.status == 200)
      let policy = try caller.submit(
        "create_policy", type: "CREATE_POLICY_V3",
        [
          "policyName": "p", "effect": "EFFECT_ALLOW", "notes": "",
          "condition": "activity.type == 'ACTIVITY_TYPE_CREATE_WALLET'",
        ], key: caller.rootKey())
      #expect(policy.status == 200)
      return try caller.api(sample, [:], organization: caller.organization) { try TurnkeyCaller.stamp($0, key) }
    },
    Row("TS24") { sample, caller in
      let key = try caller.rootKey()
      caller.policy(["signingQuota": 0])
      return try caller.api(sample, [:], organization: caller.organization) { try TurnkeyCaller.stamp($0, key) }
    },
    Row("TS26") { sample, caller in
      caller.policy(["olderTexts": true])
      return try caller.api(sample, [:], organization: caller.organization, header: "X-Stamp-WebAuthn") {
        try TurnkeyPasskey().stamp($0)
      }
    },
    Row("TS27", free: ["message"]) { sample, caller in
      caller.policy(["olderTexts": true])
      return try caller.api(sample, [:], organization: caller.organization) {
        try TurnkeyCaller.stamp($0, P256.Signing.PrivateKey())
      }
    },
    Row("TS28") { sample, caller in
      let user = try caller.signedIn(address)
      caller.advance(1000)
      return try caller.api(sample, [:], organization: user.organization) { try TurnkeyCaller.stamp($0, user.key) }
    },
  ]

  private static func newKey(invalidates: Bool = true) -> [String: JSONValue] {
    [
      "parameters.publicKey": .string(TurnkeyCaller.hex(P256.Signing.PrivateKey())),
      "parameters.invalidateExisting": .bool(invalidates),
    ]
  }

  private static func verification(
    _ caller: TurnkeyCaller, _ pending: TurnkeyCaller.Pending, code: String
  ) throws -> [String: JSONValue] {
    [
      "otpId": .string(pending.id),
      "encryptedOtpBundle": .string(try caller.encrypt(code, for: P256.Signing.PrivateKey(), pending)),
    ]
  }

  /// The members of a login with a verification token.
  private static func login(_ caller: TurnkeyCaller, organization: String) throws -> [String: JSONValue] {
    let key = P256.Signing.PrivateKey()
    let session = TurnkeyCaller.hex(P256.Signing.PrivateKey())
    let token = try caller.verificationToken(address, key: key)
    return [
      "verificationToken": .string(token), "publicKey": .string(session), "organizationId": .string(organization),
      "clientSignature": try caller.clientSignature(
        token, "LOGIN", ("login", ["publicKey": .string(session)]), key: key),
    ]
  }

  private static func identityToken(_ caller: TurnkeyCaller, _ key: P256.Signing.PrivateKey) throws -> String {
    let nonce = Hex.encode(SHA256.hash(data: Array(TurnkeyCaller.hex(key).utf8)))
    let answer = caller.sandbox.post(
      "/sandbox/idp/token",
      ["sub": "jane", "alg": "ES256", "ttl": 600, "aud": "web", "claims": ["nonce": .string(nonce)]])
    return try #require(answer.json["token"]?.stringValue)
  }

  private static func passkeyUser(_ caller: TurnkeyCaller) throws -> TurnkeyPasskey {
    let passkey = TurnkeyPasskey()
    let made = caller.proxy(
      "signup_v2",
      ["userName": "user", "apiKeys": [], "oauthProviders": [], "authenticators": [passkey.registration()]])
    #expect(made.status == 200)
    return passkey
  }
}
