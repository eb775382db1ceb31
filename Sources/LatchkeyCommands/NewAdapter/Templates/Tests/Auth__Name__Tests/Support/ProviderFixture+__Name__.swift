import AuthCore
import AuthTesting
import Auth__Name__
import Scripted__Name__

extension ProviderFixture {
  /// The adapter under test and the scripted server. The instance's name differs from its type, so that the suite finds
  /// a provider that confuses the two. The suite signs jane@example.com in unless `request:` says otherwise, for
  /// example for a vendor that takes a phone number. Make a fixture for each kind of account with other prompts.
  static var __name__: ProviderFixture {
    ProviderFixture(.__name__, providerID: "__name__-eu", requiredKeys: ["clientId"]) { clock in
      let scripted = Scripted__Name__Server(clock: clock)
      var server = ConformanceServer(scripted, configuration: Scripted__Name__Server.configuration) { prompt, _ in
        await scripted.rightAnswer(to: prompt)
      }
      // An argument that is omitted here makes laws not applicable, and the report says which. `malformedAnswer` is for
      // answers that only your vendor calls malformed.
      server.refusedAnswer = { prompt, _ in await scripted.refusedAnswer(to: prompt) }
      server.refuseSession = { await scripted.end($0) }
      server.isRevoked = { await scripted.isOver($0) }
      server.protectedRequest = try TransportRequest("GET", Scripted__Name__Server.protectedURL)
      server.secrets = { await scripted.secrets }
      return server
    }
  }
}
