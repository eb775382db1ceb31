import AuthCore
import AuthSandboxKit
import AuthTesting
import Auth__Name__
import Sandbox__Name__

extension ProviderFixture {
  /// The adapter under test and the vendor's sandbox. The instance's name differs from its type's, so that the suite
  /// detects a provider that confuses the two. The suite signs in jane@example.com; pass `request:` for another user,
  /// for example if the vendor takes a phone number. Make one fixture for each method, with
  /// `request: FlowRequest(identifier: …, method: …)`, and one for each kind of account that gets other prompts.
  static var __name__: ProviderFixture {
    ProviderFixture(.__name__, providerID: "__name__-eu", requiredKeys: ["clientId"]) { clock in
      let sandbox = try Sandbox(vendors: [.__name__], clock: clock)
      let block = sandbox.configuration["providers"]?["__name__"]?.objectValue ?? [:]
      var server = ConformanceServer(SandboxTransport(sandbox: sandbox, clock: clock), configuration: block) {
        prompt, _ in
        if case .enterCode = prompt { .code(Secret(try sandbox.lastCode())) } else { nil }
      }
      // The laws that need a hook which is not set here are not applicable; the report lists them. `malformedAnswer` is
      // for answers that are malformed only for your vendor.
      server.refusedAnswer = { prompt, _ in
        if case .enterCode = prompt { .code(Secret(try sandbox.wrongCode())) } else { nil }
      }
      server.refuseSession = { try sandbox.endSessions(of: $0, at: "__name__") }
      // CHANGE ME 2: your vendor's routes, here and in `protectedRequest`.
      server.isRevoked = { session in
        // The vendor has ended a session if it no longer renews the session.
        let token = session.tokens.refresh?.revealText() ?? ""
        let request = SandboxRequest(
          "POST", "/__name__/v1/sessions/refresh", json: ["refresh_token": .string(token)])
        return sandbox.handle(request).status == 401
      }
      server.protectedRequest = try TransportRequest("GET", sandbox.baseURL + "/__name__/v1/me")
      server.secrets = {
        let answer = sandbox.handle(SandboxRequest("GET", "/sandbox/__name__/secrets"))
        return try JSONValue(parsing: answer.body)["secrets"]?.arrayValue?.compactMap(\.stringValue) ?? []
      }
      return server
    }
  }
}
