import AuthCore
import AuthPrivy
import AuthSandbox
import AuthTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Checks the Privy-style provider against the laws that hold for all providers, with a sandbox in this process.
@Suite struct PrivyConformanceTests {
  @Test func codesConform() async throws {
    let report = await ProviderConformance(
      try Self.fixture(FlowRequest(identifier: "jane@example.com", method: .emailOTP), hasTokenProvider: false)
    ).report()
    print(report)
    #expect(report.failures.isEmpty)
  }

  @Test func theAppsTokensConform() async throws {
    let report = await ProviderConformance(try Self.fixture(FlowRequest(), hasTokenProvider: true)).report()
    print(report)
    #expect(report.failures.isEmpty)
  }

  static func fixture(_ request: FlowRequest, hasTokenProvider: Bool) throws -> ProviderFixture {
    // Making keys is slow, so all fixtures share one sandbox's keys.
    let first = try Sandbox()
    try first.prepareKeys()
    let keyring = first.keyring
    var fixture = ProviderFixture(
      .privy, providerID: "app", request: request, requiredKeys: ["appId", "appClientId"]
    ) { clock in
      let sandbox = try Sandbox(clock: clock, keyring: keyring)
      let block = try #require(sandbox.configuration["providers"]?["privy"]?.objectValue)
      var server = ConformanceServer(SandboxTransport(sandbox: sandbox, clock: clock), configuration: block) {
        prompt, _ in
        if case .enterCode = prompt { .code(Secret(try sandbox.lastCode())) } else { nil }
      }
      server.refusedAnswer = { prompt, _ in
        if case .enterCode = prompt { .code(Secret(try sandbox.wrongCode())) } else { nil }
      }
      server.protectedRequest = try TransportRequest("GET", sandbox.baseURL + "/backend/me")
      server.isRevoked = { session in !sandbox.backendAccepts(session.tokens.access) }
      let identity = FakeIdentity(sandbox)
      if hasTokenProvider { server.tokenProvider = identity }
      server.refuseSession = { session in
        identity.change { $0.subject = nil }
        try sandbox.endSessions(of: session, at: "privy")
      }
      return server
    }
    // A token can be used again: signing in twice with one token opens two sessions.
    fixture.isRepeatable = { $0.url.path.hasSuffix("/custom_jwt_account/authenticate") }
    fixture.purposeRequests = [
      FlowRequest(identifier: "+14155550101", purpose: .link(.smsOTP)),
      FlowRequest(identifier: "+14155550102", purpose: .enroll(.smsOTP)),
      FlowRequest(purpose: .stepUp(action: "transfer"), method: .smsOTP),
    ]
    fixture.methodRequests = [.customJWT: FlowRequest(method: .customJWT)]
    // The response to a wrong code does not contain the number of remaining attempts.
    fixture.countsAttempts = false
    return fixture
  }
}
