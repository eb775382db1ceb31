import AuthCore
import AuthOIDC
import AuthSandbox
import AuthStorage
import AuthTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The provider against the laws that hold for all providers, with the sandbox's OpenID provider in this process. The
/// sandbox was written from the specifications, without this package's client.
@Suite struct SandboxConformanceTests {
  private static let keyring = Result {
    let sandbox = try Sandbox(vendors: [.oidc])
    try sandbox.prepareKeys()
    return sandbox.keyring
  }

  func fixture(_ method: MethodID, _ settings: JSONObject = [:], policy: JSONObject = [:]) throws
    -> ProviderFixture
  {
    let redirect = try #require(URL(string: Bench.redirect))
    let keyring = try Self.keyring.get()
    var fixture = ProviderFixture(
      .oidc, providerID: "oidc", request: FlowRequest(method: method, redirectURL: redirect),
      requiredKeys: ["issuer", "clientId"], keys: { KeyRing(MemoryKeyStore()) }
    ) { clock in
      let sandbox = try Sandbox(vendors: [.oidc], clock: clock, keyring: keyring)
      var change = policy
      change["provider"] = "oidc"
      _ = try sandbox.json("POST", "/sandbox/policy", .object(change))
      var block = try #require(sandbox.configuration["providers"]?["oidc"]?.objectValue)
      for member in settings.members { block[member.name] = member.value }
      let visits = Locked([URL: URL]())
      var server = ConformanceServer(SandboxTransport(sandbox: sandbox, clock: clock), configuration: block) {
        prompt, _ in
        switch prompt {
        case .redirect(let page):
          // A pushed request works once, so a browser that comes back has only the redirect that it got.
          if let known = visits.withLock({ $0[page.url] }) { return .callback(known) }
          let location = try sandbox.visit(page.url)
          visits.withLock { $0[page.url] = location }
          return .callback(location)
        case .awaitApproval(let approval):
          try sandbox.approveDevice(approval)
          return .poll
        default: return nil
        }
      }
      server.malformedAnswer = { prompt in
        guard case .redirect = prompt else { return nil }
        return URL(string: Bench.redirect + "?code=a&state=another-flow").map { .callback($0) }
      }
      server.refuseSession = { try sandbox.endSessions(of: $0, at: "oidc") }
      server.isRevoked = { try !sandbox.isActive($0.tokens.refresh) }
      server.protectedRequest = try TransportRequest("GET", sandbox.baseURL + "/backend/me")
      return server
    }
    fixture.methodRequests = [
      .authorizationCode: FlowRequest(method: .authorizationCode, redirectURL: redirect),
      .deviceCode: FlowRequest(method: .deviceCode),
    ]
    return fixture
  }

  @Test func conformsByThePage() async throws {
    let report = await ProviderConformance(try fixture(.authorizationCode)).report()
    #expect(report.failures.isEmpty, "\(report)")
  }

  @Test func conformsByAnotherDevice() async throws {
    let report = await ProviderConformance(try fixture(.deviceCode)).report()
    #expect(report.failures.isEmpty, "\(report)")
  }

  /// Pushed requests, proofs with nonces, and access tokens that the client cannot read.
  @Test func conformsAtAStrictServer() async throws {
    let strict: JSONObject = [
      "requirePushedAuthorization": true, "requireDPoP": true, "requireDPoPNonce": true, "opaqueAccessTokens": true,
      // A nonce that outlives the test, because the laws count the requests of a renewal.
      "algorithm": "RS256", "dpopNonceSeconds": 1_000_000,
    ]
    let report = await ProviderConformance(try fixture(.authorizationCode, policy: strict)).report()
    #expect(report.failures.isEmpty, "\(report)")
  }

  @Test func conformsWithBearerTokens() async throws {
    let report = await ProviderConformance(
      try fixture(.authorizationCode, ["dpop": "off", "pushedAuthorization": "required", "userInfo": true])
    ).report()
    #expect(report.failures.isEmpty, "\(report)")
  }
}

extension Sandbox {
  /// Signs jane in at the page, and returns the URL to which the browser is redirected.
  func visit(_ page: URL) throws -> URL {
    let answer = try json("POST", "/sandbox/oidc/authorize", ["url": .string(page.absoluteString)])
    return try #require(answer["location"]?.stringValue.flatMap { URL(string: $0) })
  }

  /// Approves the device that shows a code, if it still waits.
  func approveDevice(_ approval: ApprovalPrompt) throws {
    guard let code = approval.displayCode else { return }
    _ = handle(
      SandboxRequest("POST", "/sandbox/approve", json: ["challengeId": .string(code), "decision": "approve"]))
  }

  /// Whether the provider accepts a token (RFC 7662).
  func isActive(_ token: Secret?) throws -> Bool {
    let client = descriptor["oidc"]?["secretClient"]
    let fields = [
      ("token", token?.revealText() ?? ""), ("client_id", client?["clientId"]?.stringValue ?? ""),
      ("client_secret", client?["clientSecret"]?.stringValue ?? ""),
    ]
    let response = handle(
      SandboxRequest(
        "POST", "/oidc/introspect", headers: ["Content-Type": "application/x-www-form-urlencoded"],
        body: Array(PercentEncoding.encodeForm(fields).utf8)))
    let answer = try JSONValue(parsing: response.body)
    return (try #require(answer["active"])).boolValue == true
  }
}
