import AuthAuthsignal
import AuthCore
import AuthSandbox
import AuthTesting
import Testing

/// Checks the Authsignal-style provider against the laws that hold for all providers, with a sandbox in this process.
@Suite struct AuthsignalConformanceTests {
  @Test func conforms() async throws {
    let report = await ProviderConformance(try Self.fixture()).report()
    print(report)
    #expect(report.failures.isEmpty)
  }

  static func fixture() throws -> ProviderFixture {
    // Making keys is slow, so all fixtures share one sandbox's keys.
    let first = try Sandbox()
    try first.prepareKeys()
    let keyring = first.keyring
    var fixture = ProviderFixture(.authsignal, providerID: "app", requiredKeys: ["tenantId"]) { clock in
      let sandbox = try Sandbox(clock: clock, keyring: keyring)
      let block = try #require(sandbox.configuration["providers"]?["authsignal"]?.objectValue)
      var server = ConformanceServer(SandboxTransport(sandbox: sandbox, clock: clock), configuration: block) {
        prompt, _ in
        if case .enterCode = prompt { .code(Secret(try sandbox.lastCode())) } else { nil }
      }
      server.refusedAnswer = { prompt, _ in
        if case .enterCode = prompt { .code(Secret(try sandbox.wrongCode())) } else { nil }
      }
      server.protectedRequest = try TransportRequest("GET", sandbox.baseURL + "/backend/me")
      server.isRevoked = { session in !sandbox.backendAccepts(session.tokens.access) }
      server.refuseSession = { session in try sandbox.endSessions(of: session, at: "authsignal") }
      return server
    }
    fixture.purposeRequests = [
      FlowRequest(identifier: "+14155550101", purpose: .enroll(.smsOTP)),
      FlowRequest(purpose: .stepUp(action: "transfer"), method: .smsOTP),
    ]
    return fixture
  }
}
