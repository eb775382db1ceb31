import AuthCore
import AuthTesting
import Auth__Name__
import Scripted__Name__

extension ProviderFixture {
  /// The adapter under test and the scripted server. The instance has another name than its type, so that a provider
  /// which confuses the two is found out. The suite signs jane@example.com in unless `request:` says otherwise, as it
  /// must where your vendor takes a phone number; make a fixture for each kind of account that it asks other questions.
  static var __name__: ProviderFixture {
    ProviderFixture(.__name__, providerID: "__name__-eu", requiredKeys: ["clientId"]) { clock in
      let scripted = Scripted__Name__Server(clock: clock)
      var server = ConformanceServer(scripted, configuration: Scripted__Name__Server.configuration) { prompt, _ in
        await scripted.rightAnswer(to: prompt)
      }
      // What is left out here makes laws not applicable, and the report says which. `malformedAnswer` is for what is
      // wrong in form at your vendor alone.
      server.refusedAnswer = { prompt, _ in await scripted.refusedAnswer(to: prompt) }
      server.refuseSession = { await scripted.end($0) }
      server.isRevoked = { await scripted.isOver($0) }
      server.protectedRequest = try TransportRequest("GET", Scripted__Name__Server.protectedURL)
      server.secrets = { await scripted.secrets }
      return server
    }
  }
}
