import AuthCore
import AuthCrypto
import AuthSandbox
import Testing
import WireSamples

@testable import AuthSandboxChains
@testable import AuthSandboxKit
@testable import AuthSandboxPrivy

#if canImport(CryptoKit)
  import CryptoKit
#endif

/// Sends every sample's request with live values, and checks that the response has the sample's status and shape.
@Suite("Privy vendor: the samples") struct PrivyWireTests {
  /// Sends the sample's request. Returns the response, and the paths whose values are not compared with the sample's.
  typealias Call = @Sendable (PrivyWireDesk, WireSample) async throws -> (PrivyFixture.Answer, Set<String>)

  private static let accounts: Set<String> = ["user.linked_accounts"]

  static let calls: [String: Call] = [
    "PS1": { desk, sample in (try desk.send(sample), []) },
    "PS2": { desk, sample in (try desk.send(sample), []) },
    "PS3": { desk, sample in
      desk.fixture.policy(["passkeySignUp": false])
      return (try desk.send(sample), [])
    },
    "PS4": { desk, sample in
      let bearer = try desk.signIn().text("token")
      _ = try await desk.linkPasskey(bearer: bearer)
      let (response, challenge) = try await desk.assertion("passkeys/authenticate/init")
      let answer = try desk.send(sample, ["authenticator_response": response, "challenge": challenge])
      return (answer, accounts)
    },
    "PS5": { desk, sample in (try desk.send(sample), []) },
    "PS6": { desk, sample in
      (try desk.send(sample, ["authenticator_response": try await desk.newPasskey("register")]), accounts)
    },
    "PS7": { desk, sample in
      let bearer = try desk.signIn().text("token")
      let response = try await desk.newPasskey("link", bearer: bearer)
      return (try desk.send(sample, ["authenticator_response": response], bearer: bearer), ["linked_accounts"])
    },
    "PS8": { desk, sample in
      let bearer = try desk.signIn().text("token")
      let id = try await desk.linkPasskey(bearer: bearer)
      return (try desk.send(sample, ["credential_id": id], bearer: bearer), [])
    },
    "PS9": { desk, sample in
      desk.fixture.policy(["identityTokens": false])
      let session = try desk.signIn()
      desk.advance(3400)
      let values: [String: JSONValue] = ["refresh_token": .string(session.text("refresh_token"))]
      return (try desk.send(sample, values, bearer: session.text("privy_access_token")), [])
    },
    "PS10": { desk, sample in
      let session = try desk.signIn()
      let values: [String: JSONValue] = ["refresh_token": .string(session.text("refresh_token"))]
      return (try desk.send(sample, values, bearer: session.text("privy_access_token")), [])
    },
    "PS11": { desk, sample in
      let session = try desk.signIn()
      let subject = session.json["user"]?["id"] ?? .null
      _ = desk.fixture.sandbox.handle(
        SandboxRequest("POST", "/sandbox/revoke", json: ["provider": "privy", "subject": subject]))
      let values: [String: JSONValue] = ["refresh_token": .string(session.text("refresh_token"))]
      return (try desk.send(sample, values, bearer: session.text("privy_access_token")), [])
    },
    "PS12": { desk, sample in
      desk.fixture.policy(["identityTokens": false, "serverCookies": true])
      let session = try desk.signIn()
      let cookie = try #require(session.headers.values(of: "Set-Cookie").first).prefix { $0 != ";" }
      return (try desk.send(sample, adding: ["Cookie": String(cookie)]), [])
    },
    "PS13": { desk, sample in (try desk.send(sample, bearer: try desk.signIn().text("privy_access_token")), []) },
    "PS14": { desk, sample in
      let session = try desk.signIn()
      let values: [String: JSONValue] = ["refresh_token": .string(session.text("refresh_token"))]
      return (try desk.send(sample, values, bearer: session.text("privy_access_token")), [])
    },
    "PS15": { desk, sample in
      let values: [String: JSONValue] = ["refresh_token": .string(try desk.signIn().text("refresh_token"))]
      return (try desk.send(sample, values), [])
    },
    "PS16": { desk, sample in (try desk.send(sample, bearer: try desk.signIn().text("privy_access_token")), []) },
    "PS17": { desk, sample in
      let session = try desk.signIn()
      let values: [String: JSONValue] = ["refresh_token": .string(session.text("refresh_token"))]
      return (try desk.send(sample, values, bearer: session.text("privy_access_token")), [])
    },
    "PS18": { desk, sample in
      let session = try desk.signIn()
      let values: [String: JSONValue] = ["refresh_token": .string(session.text("refresh_token"))]
      return (try desk.send(sample, values, bearer: session.text("token")), [])
    },
    "PS19": { desk, sample in (try desk.send(sample), []) },
    "PS20": { desk, sample in
      _ = try desk.send(try WireSample.named("PS19"))
      return (try desk.send(sample, ["code": try desk.lastCode(to: PrivyWireDesk.email)]), [])
    },
    "PS21": { desk, sample in
      _ = try desk.send(try WireSample.named("PS19"))
      return (try desk.send(sample, ["code": .string(try desk.fixture.sandbox.wrongCode(to: PrivyWireDesk.email))]), [])
    },
    "PS22": { desk, sample in (try desk.send(sample), []) },
    "PS23": { desk, sample in
      _ = try desk.send(try WireSample.named("PS22"))
      return (
        try desk.send(sample, ["code": .string(try desk.fixture.sandbox.wrongCode(to: PrivyWireDesk.number))]), []
      )
    },
    "PS24": { desk, sample in
      let bearer = try desk.fixture.signIn().text("token")
      _ = try desk.send(try WireSample.named("PS19"))
      let code = try desk.lastCode(to: PrivyWireDesk.email)
      return (try desk.send(sample, ["code": code], bearer: bearer), ["linked_accounts"])
    },
    "PS25": { desk, sample in
      let bearer = try desk.signIn().text("token")
      try desk.link(number: PrivyWireDesk.number, bearer: bearer)
      return (try desk.send(sample, bearer: bearer), ["linked_accounts"])
    },
    "PS26": { desk, sample in
      let bearer = try desk.signIn().text("token")
      try desk.link(number: PrivyWireDesk.number, bearer: bearer)
      return (try desk.send(sample, bearer: bearer), [])
    },
    "PS27": { desk, sample in
      let bearer = try desk.signIn().text("token")
      let (code, state, verifier) = try desk.visit("google")
      _ = try desk.fixture.call(
        "POST", "/api/v1/oauth/link",
        [
          "authorization_code": .string(code), "state_code": .string(state), "code_verifier": .string(verifier),
        ], bearer: bearer)
      return (try desk.send(sample, ["subject": "oauth-user"], bearer: bearer), [])
    },
    "PS28": { desk, sample in
      (try desk.send(sample, ["token": .string(try desk.fixture.customToken())]), accounts)
    },
    "PS29": { desk, sample in (try desk.send(sample), []) },
    "PS30": { desk, sample in
      (try desk.send(sample, ["address": "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2"]), [])
    },
    "PS31": { desk, sample in
      let key = ChainKey(.secp256k1, random: SystemRandomSource())
      let address = try #require(ChainAddress.ethereum.text(of: key))
      let nonce = try desk.send(try WireSample.named("PS30"), ["address": .string(address)]).text("nonce")
      let text = message(address, "Ethereum", "1", nonce, "By signing, you are proving you own this wallet.")
      let parts = try #require(key.sign(PersonalMessage.digest(Array(text.utf8))))
      let signature = "0x" + Hex.encode(parts.r + parts.s + [27 + parts.recovery])
      return (try desk.send(sample, ["message": .string(text), "signature": .string(signature)]), accounts)
    },
    "PS32": { desk, sample in
      let key = Curve25519.Signing.PrivateKey()
      let address = Base58.encode(key.publicKey.rawRepresentation)
      let nonce = try desk.fixture.call("POST", "/api/v1/siws/init", ["address": .string(address)]).text("nonce")
      let text = message(address, "Solana", "mainnet", nonce, "You are proving you own \(address).")
      let signature = Base64.encode(try key.signature(for: Array(text.utf8)))
      return (try desk.send(sample, ["message": .string(text), "signature": .string(signature)]), accounts)
    },
    "PS33": { desk, sample in
      (try desk.send(sample, ["code_challenge": .string(PKCE(random: SystemRandomSource()).challenge)]), [])
    },
    "PS34": { desk, sample in
      let (code, state, verifier) = try desk.visit("google")
      let values: [String: JSONValue] = [
        "authorization_code": .string(code), "state_code": .string(state), "code_verifier": .string(verifier),
      ]
      return (try desk.send(sample, values), accounts)
    },
    "PS35": { desk, sample in
      let (code, state, verifier) = try desk.visit("apple", opensPage: false)
      let values: [String: JSONValue] = [
        "authorization_code": .string(code), "state_code": .string(state), "code_verifier": .string(verifier),
      ]
      return (try desk.send(sample, values), accounts)
    },
    "PS36": { desk, sample in (try desk.send(sample, bearer: try desk.signIn().text("token")), []) },
    "PS37": { desk, sample in
      (
        try desk.send(sample, path: "/api/v1/apps/" + desk.fixture.appID),
        ["sms_auth", "guest_auth", "embedded_wallet_config.user_owned_recovery_options"]
      )
    },
    "PS38": { desk, sample in (try desk.send(sample, bearer: try desk.signIn().text("token")), []) },
    "PS39": { desk, sample in
      let bearer = try desk.signIn().text("token")
      let app = try desk.offerApp(bearer: bearer)
      return (try desk.send(sample, ["code": desk.code(of: app)], bearer: bearer), [])
    },
    "PS40": { desk, sample in
      let bearer = try desk.signIn().text("token")
      let app = try desk.enrollApp(bearer: bearer)
      return (try desk.send(sample, ["code": desk.code(of: app)], bearer: bearer), [])
    },
    "PS41": { desk, sample in
      let bearer = try desk.signIn().text("token")
      let app = try desk.enrollApp(bearer: bearer)
      let token = try desk.send(try WireSample.named("PS40"), ["code": desk.code(of: app)], bearer: bearer).text(
        "token")
      return (try desk.send(sample, bearer: bearer, mfaToken: token), [])
    },
    "PS42": { desk, sample in (try desk.send(sample, bearer: try desk.signIn().text("token")), []) },
    "PS43": { desk, sample in
      let bearer = try desk.signIn().text("token")
      try desk.enrollNumber(bearer: bearer)
      return (try desk.send(sample, bearer: bearer), [])
    },
    "PS44": { desk, sample in
      let bearer = try desk.signIn().text("token")
      _ = try desk.send(try WireSample.named("PS42"), bearer: bearer)
      return (try desk.send(sample, ["code": try desk.lastCode(to: PrivyWireDesk.number)], bearer: bearer), [])
    },
    "PS45": { desk, sample in
      let bearer = try desk.signIn().text("token")
      try desk.enrollNumber(bearer: bearer)
      return (try desk.send(sample, bearer: bearer, mfaToken: try desk.numberToken(bearer: bearer)), [])
    },
    "PS46": { desk, sample in
      let bearer = try desk.signIn().text("token")
      try await enrollPasskey(desk, bearer)
      return (try desk.send(sample, bearer: bearer), [])
    },
    "PS47": { desk, sample in
      let bearer = try desk.signIn().text("token")
      try await enrollPasskey(desk, bearer)
      let response = try await desk.assertion("mfa/passkeys/init", bearer: bearer).response
      return (try desk.send(sample, ["authenticator_response": response], bearer: bearer), [])
    },
    "PS48": { desk, sample in
      let bearer = try desk.signIn().text("token")
      let id = try await desk.linkPasskey(bearer: bearer)
      return (try desk.send(sample, ["credential_ids.0": id], bearer: bearer), [])
    },
    "PS49": { desk, sample in (try desk.send(sample, bearer: try desk.signIn().text("token")), []) },
    "PS50": { desk, sample in
      let bearer = try desk.signIn().text("token")
      _ = try desk.makeWallet("ethereum", bearer: bearer)
      return (try desk.send(sample, bearer: bearer), [])
    },
    "PS51": { desk, sample in
      let bearer = try desk.signIn().text("token")
      _ = try desk.makeWallet("ethereum", bearer: bearer)
      return (try desk.send(sample, recipient(bearer), bearer: bearer), [])
    },
    "PS52": { desk, sample in
      let bearer = try desk.signIn().text("token")
      try desk.enrollNumber(bearer: bearer)
      return (try desk.send(sample, recipient(bearer), bearer: bearer), [])
    },
    "PS53": { desk, sample in
      let bearer = try desk.signIn().text("token")
      let wallet = try desk.makeWallet("ethereum", bearer: bearer)
      desk.fixture.policy(["requiresSecondFactor": true])
      return (try desk.send(sample, path: "/api/v1/wallets/\(wallet)/rpc", bearer: bearer), [])
    },
    "PS54": { desk, sample in try sign(desk, sample, "ethereum", [:]) },
    "PS55": { desk, sample in
      try sign(desk, sample, "ethereum", ["params.hash": .string("0x" + String(repeating: "07", count: 32))])
    },
    "PS56": { desk, sample in try sign(desk, sample, "solana", ["params.message": "aGVsbG8="]) },
    "PS57": { desk, sample in
      _ = try desk.send(try WireSample.named("PS19"))
      let wrong = try desk.fixture.sandbox.wrongCode(to: PrivyWireDesk.email)
      let values: [String: JSONValue] = ["email": .string(PrivyWireDesk.email), "code": .string(wrong)]
      let path = "/api/v1/passwordless/authenticate"
      for _ in 0..<5 { _ = try desk.send(sample, values, path: path, adding: native) }
      return (try desk.send(sample, values, path: path, adding: native), [])
    },
  ]

  /// The sample has no app id, because it does not belong to a particular request.
  private static let native: HTTPHeaders = ["x-native-app-identifier": "com.example.app"]

  private static func message(
    _ address: String, _ chain: String, _ id: String, _ nonce: String, _ statement: String
  ) -> String {
    "example.com wants you to sign in with your \(chain) account:\n\(address)\n\n\(statement)\n\n"
      + "URI: https://example.com\nVersion: 1\nChain ID: \(id)\nNonce: \(nonce)\n"
      + "Issued At: 2026-01-01T00:00:00.000Z\nResources:\n- https://privy.io"
  }

  private static func recipient(_ bearer: String) -> [String: JSONValue] {
    let key = P256.KeyAgreement.PrivateKey().publicKey.derRepresentation
    return ["user_jwt": .string(bearer), "recipient_public_key": .string(Base64.encode(key))]
  }

  private static func enrollPasskey(_ desk: PrivyWireDesk, _ bearer: String) async throws {
    let id = try await desk.linkPasskey(bearer: bearer)
    _ = try desk.send(try WireSample.named("PS48"), ["credential_ids.0": id], bearer: bearer)
  }

  private static func sign(
    _ desk: PrivyWireDesk, _ sample: WireSample, _ chain: String, _ values: [String: JSONValue]
  ) throws -> (PrivyFixture.Answer, Set<String>) {
    let bearer = try desk.signIn().text("token")
    let path = "/api/v1/wallets/\(try desk.makeWallet(chain, bearer: bearer))/rpc"
    let body = WireShape(try #require(sample.requestBody)).filled(values)
    let headers = try desk.authorization(path, body, bearer: bearer)
    return (try desk.send(sample, values, path: path, bearer: bearer, adding: headers), [])
  }

  @Test("answers each with the sample's status and shape", arguments: calls.keys.sorted())
  func sample(_ id: String) async throws {
    let sample = try WireSample.named(id)
    let call = try #require(Self.calls[id])
    let (answer, free) = try await call(try PrivyWireDesk(), sample)
    #expect(answer.status == sample.status, "\(sample): \(answer.json.serializedText)")
    let shape = WireShape(try #require(sample.responseBody), free: free)
    #expect(shape.mismatches(answer.json) == [], "\(sample)")
  }

  @Test("covers every sample")
  func completeness() throws {
    let wanted = try WireSample.all("privy").filter { $0.use != .unused }.map(\.id)
    #expect(Set(Self.calls.keys) == Set(wanted))
  }
}
