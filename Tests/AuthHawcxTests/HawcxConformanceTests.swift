import AuthCore
import AuthHawcx
import AuthSandbox
import AuthStorage
import AuthTesting
import Testing

/// Checks the Hawcx-style provider against the laws that hold for all providers, with a sandbox in this process.
@Suite struct HawcxConformanceTests {
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
    var fixture = ProviderFixture(
      .hawcx, providerID: "app", requiredKeys: ["baseURL", "configId"], keys: { KeyRing(MemoryKeyStore()) }
    ) { clock in
      let sandbox = try Sandbox(clock: clock, keyring: keyring)
      let block = try #require(sandbox.configuration["providers"]?["hawcx"]?.objectValue)
      var server = ConformanceServer(SandboxTransport(sandbox: sandbox, clock: clock), configuration: block) {
        prompt, _ in
        if case .enterCode = prompt { .code(Secret(try sandbox.lastCode())) } else { nil }
      }
      server.refusedAnswer = { prompt, _ in
        if case .enterCode = prompt { .code(Secret(try sandbox.wrongCode())) } else { nil }
      }
      server.protectedRequest = try TransportRequest("GET", sandbox.baseURL + "/backend/me")
      server.isRevoked = { session in !sandbox.backendAccepts(session.tokens.access) }
      server.tokenProvider = ClosureTokenProvider { request in
        guard case .startToken(let purpose) = request.purpose else { return nil }
        let answer = sandbox.handle(
          SandboxRequest(
            "POST", "/backend/hawcx/step-up",
            json: ["identifier": "jane@example.com", "purpose": .string(purpose), "newPhoneNumber": "+14155550101"]))
        return try JSONValue(parsing: answer.body)["startToken"]?.stringValue.map { Secret($0) }
      }
      server.refuseSession = { session in try sandbox.endSessions(of: session, at: "hawcx") }
      return server
    }
    fixture.purposeRequests = [
      FlowRequest(identifier: "jane@example.com", purpose: .stepUp(action: "change_phone_number"))
    ]
    fixture.methodRequests = [.smsOTP: FlowRequest(identifier: "+15005550006", method: .smsOTP)]
    // The server chooses the factors of an account, and jane has no authenticator app.
    fixture.replacedMethods = [.totp]
    return fixture
  }
}
