import AuthBeacon
import AuthCore
import AuthTesting
import ScriptedBeacon

extension ProviderFixture {
  /// The adapter under test and the scripted server. The instance has another name than its type, so that the tests
  /// notice a provider that confuses the two.
  static var beacon: ProviderFixture {
    var fixture = ProviderFixture(.beacon, providerID: "beacon-eu", requiredKeys: ["appKey"]) { clock in
      let scripted = ScriptedBeaconServer(clock: clock)
      var server = ConformanceServer(scripted, configuration: ScriptedBeaconServer.configuration) { prompt, _ in
        await scripted.rightAnswer(to: prompt)
      }
      // Without a switch, the laws that need it do not apply; the report lists them.
      server.refusedAnswer = { prompt, _ in await scripted.refusedAnswer(to: prompt) }
      server.refuseSession = { await scripted.end($0) }
      server.isRevoked = { await scripted.isOver($0) }
      server.protectedRequest = try TransportRequest("GET", ScriptedBeaconServer.protectedURL)
      server.secrets = { await scripted.secrets }
      return server
    }
    // A session is extended by its own token, so the suite must extend it while the token is still valid.
    fixture.renewsExpired = false
    return fixture
  }
}
