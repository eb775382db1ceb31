import AuthCore
import AuthOIDC
import AuthTesting
import HostileVendor
import Testing

/// Every response of every ceremony at an OpenID provider, replaced by nonsense that arrives over a real connection.
@Suite struct OIDCHostileTests {
  @Test func everyResponseIsReplaced() async throws {
    let issuer = try OIDCConformanceTests.fixture(.authorizationCode, offersDPoP: false)
    #expect(try await HostileMatrix(Self.fixture(issuer)).faults().isEmpty)
  }

  @Test func everyResponseWithProofsIsReplaced() async throws {
    let issuer = try OIDCConformanceTests.fixture(.authorizationCode, offersDPoP: true, offersPushing: true)
    #expect(try await HostileMatrix(Self.fixture(issuer)).faults().isEmpty)
  }

  /// The sandbox's provider requires pushed requests, and proofs with nonces.
  @Test func everyResponseOfTheSandboxIsReplaced() async throws {
    let issuer = try SandboxConformanceTests().fixture(
      .authorizationCode, policy: ["requirePushedAuthorization": true, "requireDPoP": true, "requireDPoPNonce": true])
    #expect(try await HostileMatrix(Self.fixture(issuer)).faults().isEmpty)
  }

  private static func fixture(_ issuer: ProviderFixture) -> HostileFixture {
    var fixture = HostileFixture(issuer)
    fixture.configure { $0["userInfo"] = true }
    fixture.answer = { prompt, run in
      // The issuer's own answer approves the sign-in on the other device.
      guard case .awaitApproval = prompt else { return nil }
      return try await run.server.answer(prompt, PromptContext())
    }
    // The metadata and keys are fetched once in each process.
    let request = fixture.provider.request
    fixture.provider.purposeRequests = [
      FlowRequest(purpose: .stepUp(action: "pay"), redirectURL: request.redirectURL)
    ]
    fixture.ceremonies = [
      HostileCeremony("sign in after a restart") { run in
        let restarted = try run.restarted()
        return { try await run.complete(restarted.start(request), request) }
      }
    ]
    return fixture
  }
}
