import AuthCore
import AuthSandbox
import AuthStorage
import AuthTesting
import AuthTurnkey
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Checks the Turnkey-style provider against the laws that hold for all providers, with a sandbox in this process.
@Suite struct TurnkeyConformanceTests {
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
      .turnkey, providerID: "app", requiredKeys: ["organizationId"], keys: { KeyRing(MemoryKeyStore()) }
    ) { clock in
      let sandbox = try Sandbox(clock: clock, keyring: keyring)
      let block = try #require(sandbox.configuration["providers"]?["turnkey"]?.objectValue)
      var server = ConformanceServer(SandboxTransport(sandbox: sandbox, clock: clock), configuration: block) {
        prompt, _ in
        if case .enterCode = prompt { .code(Secret(try sandbox.lastCode())) } else { nil }
      }
      server.refusedAnswer = { prompt, _ in
        if case .enterCode = prompt { .code(Secret(try sandbox.wrongCode())) } else { nil }
      }
      let api = try #require(block["apiBaseURL"]?.stringValue)
      let organization = try #require(block["organizationId"])
      server.protectedRequest = .json(
        "POST", try #require(URL(string: api + "/public/v1/query/whoami")), ["organizationId": organization])
      server.refuseSession = { session in try sandbox.endSessions(of: session, at: "turnkey") }
      return server
    }
    fixture.methodRequests = [.smsOTP: FlowRequest(identifier: "+15005550006", method: .smsOTP)]
    // The session's own key authorises the renewal, and the key expires with the session.
    fixture.renewsExpired = false
    // The response to a wrong code does not contain the number of remaining attempts.
    fixture.countsAttempts = false
    // Queries use POST (T58).
    fixture.isRepeatable = { $0.url.path.contains("/query/") || $0.url.path.hasSuffix("/v1/account") }
    return fixture
  }
}
