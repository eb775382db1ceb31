import AuthCore
import AuthTesting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ProviderFixture {
  /// The made-up vendor, whole or with a flaw.
  static func acme(
    _ flaw: AcmeFlaw = .none, byLink isByLink: Bool = false, plugin: ProviderPlugin = .acme
  ) -> ProviderFixture {
    let isByLink = isByLink || flaw.isByLink
    var fixture = ProviderFixture(plugin, providerID: "acme-eu", requiredKeys: ["clientId"]) { clock in
      let acme = AcmeServer(clock: clock)
      var block: JSONObject = [
        "clientId": "client-1", "baseURL": "https://api.acme.example", "origins": ["https://api.acme.example"],
      ]
      if flaw != .none { block["flaw"] = .string(flaw.rawValue) }
      if isByLink { block["byLink"] = true }
      var server = ConformanceServer(acme, configuration: block) { _, _ in
        isByLink ? URL(string: acme.lastLink).map { .callback($0) } : .code(Secret(acme.lastCode))
      }
      server.refusedAnswer = { _, _ in
        let wrong = acme.lastCode == "000000" ? "000001" : "000000"
        guard isByLink else { return .code(Secret(wrong)) }
        return URL(string: acme.lastLink.dropLast(6) + wrong).map { .callback($0) }
      }
      server.refuseSession = { _ in acme.refuseSessions() }
      server.isRevoked = { acme.isRevoked($0.tokens.refresh) }
      // The page's address names the flow, and its link alone goes on with it.
      server.secrets = { isByLink ? [] : acme.flows }
      server.protectedRequest = try TransportRequest("GET", "https://api.acme.example/v1/me")
      return server
    }
    fixture.authorizesAfresh = true
    return fixture
  }
}
