import AuthCore
import AuthOIDC
import AuthStorage
import AuthTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The adapter against the conformance suite for providers.
@Suite struct OIDCConformanceTests {
  static func fixture(
    _ method: MethodID, offersDPoP: Bool, offersPushing: Bool = false
  ) throws -> ProviderFixture {
    let redirect = try #require(URL(string: Bench.redirect))
    var fixture = ProviderFixture(
      .oidc, providerID: "corporate", request: FlowRequest(method: method, redirectURL: redirect),
      requiredKeys: ["issuer", "clientId"], keys: { KeyRing(MemoryKeyStore()) }
    ) { clock in
      let issuer = HonestIssuer(clock: clock, offersDPoP: offersDPoP, offersPushing: offersPushing)
      var server = ConformanceServer(
        issuer,
        configuration: ["issuer": .string(HonestIssuer.name), "clientId": "app", "scopes": ["openid", "email"]]
      ) { prompt, _ in
        switch prompt {
        // The issuer's page shows an error to a request that it does not know.
        case .redirect(let page): return issuer.visit(page.url).map { .callback($0) }
        default:
          issuer.approveDevices()
          return .poll
        }
      }
      server.malformedAnswer = { prompt in
        guard case .redirect = prompt else { return nil }
        return URL(string: Bench.redirect + "?code=a&state=another-flow").map { .callback($0) }
      }
      server.refuseSession = { issuer.refuse($0.tokens.refresh) }
      server.isRevoked = { !issuer.knows($0.tokens.refresh) }
      server.protectedRequest = try TransportRequest("GET", HonestIssuer.name + "/userinfo")
      return server
    }
    fixture.methodRequests = [
      .authorizationCode: FlowRequest(method: .authorizationCode, redirectURL: redirect),
      .deviceCode: FlowRequest(method: .deviceCode),
    ]
    fixture.authorizesAfresh = offersDPoP
    return fixture
  }

  @Test(arguments: [false, true])
  func conformsByThePage(offersDPoP: Bool) async throws {
    let report = await ProviderConformance(try Self.fixture(.authorizationCode, offersDPoP: offersDPoP)).report()
    #expect(report.failures.isEmpty, "\(report)")
  }

  @Test func conformsByAnotherDevice() async throws {
    let report = await ProviderConformance(try Self.fixture(.deviceCode, offersDPoP: false)).report()
    #expect(report.failures.isEmpty, "\(report)")
  }
}
