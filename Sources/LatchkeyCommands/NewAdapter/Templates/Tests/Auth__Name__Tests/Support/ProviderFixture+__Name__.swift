import AuthCore
import AuthSandboxKit
import AuthTesting
import Auth__Name__
import Sandbox__Name__

extension ProviderFixture {
  /// The adapter under test and the vendor's sandbox. The instance's name differs from its type, so that the suite
  /// finds a provider that confuses the two. The suite signs jane@example.com in unless `request:` says otherwise, for
  /// example for a vendor that takes a phone number. Make a fixture for each kind of account with other prompts.
  static var __name__: ProviderFixture {
    ProviderFixture(.__name__, providerID: "__name__-eu", requiredKeys: ["clientId"]) { clock in
      let sandbox = try Sandbox(vendors: [.__name__], clock: clock)
      let block = sandbox.configuration["providers"]?["__name__"]?.objectValue ?? [:]
      var server = ConformanceServer(SandboxTransport(sandbox: sandbox, clock: clock), configuration: block) {
        prompt, _ in
        if case .enterCode = prompt { .code(Secret(try sandbox.lastCode())) } else { nil }
      }
      // An argument that is omitted here makes laws not applicable, and the report says which. `malformedAnswer` is for
      // answers that only your vendor calls malformed.
      server.refusedAnswer = { prompt, _ in
        if case .enterCode = prompt { .code(Secret(try sandbox.wrongCode())) } else { nil }
      }
      server.refuseSession = { try sandbox.endSessions(of: $0, at: "__name__") }
      // CHANGE ME 7: your vendor's routes, here and in `protectedRequest`.
      server.isRevoked = { session in
        // The vendor has ended a session when it no longer renews it.
        let token = session.tokens.refresh?.revealText() ?? ""
        let request = SandboxRequest(
          "POST", "/__name__/v1/sessions/refresh", json: ["refresh_token": .string(token)])
        return sandbox.handle(request).status == 401
      }
      server.protectedRequest = try TransportRequest("GET", sandbox.baseURL + "/__name__/v1/me")
      return server
    }
  }
}
