import AuthCore
import AuthTesting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ProviderFixture {
  /// The made-up vendor, whole or with a flaw.
  static func acme(_ flaw: AcmeFlaw = .none, plugin: ProviderPlugin = .acme) -> ProviderFixture {
    var fixture = ProviderFixture(plugin, providerID: "acme-eu", requiredKeys: ["clientId"]) { clock in
      let acme = AcmeServer(clock: clock)
      var block: JSONObject = [
        "clientId": "client-1", "baseURL": "https://api.acme.example", "origins": ["https://api.acme.example"],
      ]
      if flaw != .none { block["flaw"] = .string(flaw.rawValue) }
      var server = ConformanceServer(acme, configuration: block) { _, _ in .code(Secret(acme.lastCode)) }
      server.refusedAnswer = { _, _ in .code(Secret(acme.lastCode == "000000" ? "000001" : "000000")) }
      server.refuseSession = { _ in acme.refuseSessions() }
      server.isRevoked = { acme.isRevoked($0.tokens.refresh) }
      server.secrets = { acme.flows }
      server.protectedRequest = try TransportRequest("GET", "https://api.acme.example/v1/me")
      return server
    }
    fixture.authorizesAfresh = true
    return fixture
  }
}
