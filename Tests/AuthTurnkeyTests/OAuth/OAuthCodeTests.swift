import AuthCore
import AuthCrypto
import AuthSandbox
import AuthTesting
import Testing

@testable import AuthTurnkey

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Sign-ins with providers that return a code: the exchange of the code, and its result.
@Suite struct OAuthCodeTests {
  private static let oauth: JSONObject = [
    "oauth": [
      "appScheme": "app", "discord": ["clientId": "d"], "x": ["clientId": "x"],
      "facebook": ["clientId": "f", "tokenURL": "https://graph.test/token"],
    ]
  ]

  /// A token as the exchange returns it, from an issuer that the sandbox accepts.
  private static func token(_ sandbox: Sandbox, _ nonce: String) throws(AuthError) -> String {
    let body: JSONValue = [
      "sub": "jane", "alg": "RS256", "ttl": 600, "aud": "client", "claims": ["nonce": .string(nonce)],
    ]
    let answer = sandbox.handle(
      SandboxRequest(
        "POST", "/sandbox/idp/token", headers: ["Content-Type": "application/json"], body: body.serialized))
    return try TransportResponse(status: answer.status, body: answer.body).json().requiredString("token")
  }

  private func page(_ flow: AuthFlow) async throws -> [String: String] {
    guard case .redirect(let redirect)? = await flow.nextPrompt()?.prompt else {
      throw AuthError(.internalError, "no redirect: \(flow.current)")
    }
    let query = redirect.url.absoluteString.drop { $0 != "?" }.dropFirst()
    let fields = try #require(PercentEncoding.decodeForm(query))
    return Dictionary(fields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  private func resume(_ flow: AuthFlow, _ fields: [String: String]) async throws {
    let state = try #require(fields["state"])
    try await flow.resume(callback: try #require(URL(string: "app://?code=the-code&state=\(state)")))
  }

  @Test func vendorExchangesTheCodesOfDiscordAndX() async throws {
    let cases: [(String, String, String)] = [
      ("discord", "OAUTH2_PROVIDER_DISCORD", "d"), ("x", "OAUTH2_PROVIDER_X", "x"),
    ]
    for (name, vendorName, clientID) in cases {
      let sandbox = try Sandbox(clock: ManualClock())
      let seen = Seen()
      let app = try SandboxedApp(sharing: sandbox, Self.oauth) { (request) throws(AuthError) in
        guard request.url.path.hasSuffix("/v1/oauth2_authenticate") else { return nil }
        let body = try TransportResponse(status: 200, body: request.body ?? []).json()
        seen.keep(body)
        return .json(["oidcToken": .string(try Self.token(sandbox, try body.requiredString("nonce")))])
      }
      let flow = app.client.start(FlowRequest(method: .oauth(name)))
      let fields = try await page(flow)
      try await resume(flow, fields)
      guard case .session(let session, let isNew) = try await flow.result() else {
        Issue.record("no session by \(name)")
        continue
      }
      #expect(isNew)
      #expect(try await app.provider().whoAmI(session).userID == session.subject)
      let body = try #require(seen.body)
      #expect(try body.text("provider") == vendorName)
      #expect(try body.text("authCode") == "the-code")
      #expect(try body.text("redirectUri") == "app://")
      #expect(try body.text("clientId") == clientID)
      let key = try #require(session.key)
      #expect(try body.text("nonce") == OAuthNonce.of(publicKeyHex: Hex.encode(key.publicKey)))
      #expect(fields["nonce"] == nil)
      #expect(PKCE.verify(verifier: try body.text("codeVerifier"), challenge: try #require(fields["code_challenge"])))
    }
  }

  @Test func exchangesFacebooksCodeAtFacebook() async throws {
    let sandbox = try Sandbox(clock: ManualClock())
    let nonce = Seen()
    let app = try SandboxedApp(sharing: sandbox, Self.oauth) { (request) throws(AuthError) in
      guard request.url.absoluteString == "https://graph.test/token" else { return nil }
      let fields = PercentEncoding.decodeForm(String(decoding: request.body ?? [], as: UTF8.self)) ?? []
      guard fields.contains(where: { $0.name == "code" && $0.value == "the-code" }),
        fields.contains(where: { $0.name == "code_verifier" && $0.value.utf8.count == 43 })
      else { return TransportResponse(status: 400) }
      let known = nonce.body?["nonce"]?.stringValue ?? "another's"
      return .json(["id_token": .string(try Self.token(sandbox, known))])
    }
    let foreign = app.client.start(FlowRequest(method: .oauth("facebook")))
    try await resume(foreign, try await page(foreign))
    #expect(await foreign.failure()?.code == .invalidToken)
    let flow = app.client.start(FlowRequest(method: .oauth("facebook")))
    let fields = try await page(flow)
    nonce.keep(["nonce": .string(try #require(fields["nonce"]))])
    try await resume(flow, fields)
    guard case .session = try await flow.result() else {
      Issue.record("no session")
      return
    }
    #expect(app.keys.live.count == 1)
  }

  @Test func refusedCodeEndsTheFlow() async throws {
    let app = try SandboxedApp(sharing: try Sandbox(clock: ManualClock()), Self.oauth) { request in
      request.url.path.hasSuffix("/v1/oauth2_authenticate")
        ? .json(["code": 3, "message": "auth_code must be set", "details": []], status: 400) : nil
    }
    let flow = app.client.start(FlowRequest(method: .oauth("x")))
    try await resume(flow, try await page(flow))
    #expect(await flow.failure()?.code == .invalidToken)
    #expect(app.keys.live.isEmpty)
  }

  @Test func usesTheDashboardsClientByDefault() async throws {
    let dashboard: JSONValue = [
      "enabledProviders": ["google"], "sessionExpirationSeconds": "900", "organizationId": "o",
      "oauthClientIds": ["google": "from-the-dashboard"], "oauthRedirectUrl": "https://app.test/back",
    ]
    let app = try SandboxedApp(sharing: try Sandbox(clock: ManualClock()), ["oauth": nil]) { request in
      request.url.path.hasSuffix("/v1/wallet_kit_config") ? .json(dashboard) : nil
    }
    let fields = try await page(app.client.start(FlowRequest(method: .oauth("google"))))
    #expect(fields["clientId"] == "from-the-dashboard")
    #expect(fields["redirectUri"] == "https://app.test/back")
    #expect(await app.client.start(FlowRequest(method: .oauth("x"))).failure()?.code == .methodNotAvailable)
  }

  @Test func addsASlashForAppleAndPrefersTheFlowsAddress() async throws {
    let app = try SandboxedApp([
      "oauth": [
        "appScheme": "app", "apple": ["clientId": "s", "redirectUri": "https://back.test"],
        "google": ["clientId": "g"],
      ]
    ])
    let apple = try await page(app.client.start(FlowRequest(method: .oauth("apple"))))
    #expect(apple["redirectUri"] == "https://back.test/?scheme=app")
    let own = try #require(URL(string: "http://127.0.0.1:7000/callback"))
    let google = try await page(app.client.start(FlowRequest(method: .oauth("google"), redirectURL: own)))
    #expect(google["redirectUri"] == "http://127.0.0.1:7000/callback")
  }
}

/// The requests that a server received.
private final class Seen: Sendable {
  private let kept = Locked<JSONValue?>(nil)
  var body: JSONValue? { kept.withLock { $0 } }
  func keep(_ body: JSONValue) { kept.withLock { $0 = body } }
}
