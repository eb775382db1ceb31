import AuthCore
import AuthTesting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ProviderFixture {
  /// Returns the fixture of the made-up vendor, correct or with a flaw.
  static func acme(
    _ flaw: AcmeFlaw = .none, by way: AcmeWay? = nil, plugin: ProviderPlugin = .acme
  ) -> ProviderFixture {
    let way = way ?? flaw.way
    var fixture = ProviderFixture(plugin, providerID: "acme-eu", requiredKeys: ["clientId"]) { clock in
      let acme = AcmeServer(clock: clock)
      var block: JSONObject = [
        "clientId": "client-1", "baseURL": "https://api.acme.example", "origins": ["https://api.acme.example"],
      ]
      if flaw != .none { block["flaw"] = .string(flaw.rawValue) }
      block["way"] = .string(way.rawValue)
      var server = ConformanceServer(acme, configuration: block) { prompt, _ in
        prompt.answer(acme.lastCode, link: acme.lastLink)
      }
      server.refusedAnswer = { prompt, _ in
        let wrong = acme.lastCode == "000000" ? "000001" : "000000"
        return prompt.answer(wrong, link: acme.lastLink.dropLast(6) + wrong)
      }
      server.refuseSession = { _ in acme.refuseSessions() }
      server.isRevoked = { acme.isRevoked($0.tokens.refresh) }
      // The page's address names the flow, and only its link continues the flow.
      server.secrets = { way == .link ? [] : acme.flows }
      server.protectedRequest = try TransportRequest("GET", "https://api.acme.example/v1/me")
      return server
    }
    fixture.authorizesAfresh = true
    if plugin.type == "acme" {
      fixture.purposeRequests = [FlowRequest(identifier: "work@example.com", purpose: .enroll(.emailOTP))]
    }
    return fixture
  }
}

extension Prompt {
  /// Returns the answer with this secret or link.
  fileprivate func answer(_ secret: String, link: String) -> FlowAnswer? {
    switch self {
    case .enterCode: .code(Secret(secret))
    case .redirect: URL(string: link).map { .callback($0) }
    case .input: .fields(["password": Secret(secret)])
    default: nil
    }
  }
}
