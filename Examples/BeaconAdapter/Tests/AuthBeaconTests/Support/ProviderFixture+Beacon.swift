import AuthBeacon
import AuthCore
import AuthSandboxKit
import AuthTesting
import SandboxBeacon

extension ProviderFixture {
  /// The adapter under test and Beacon's sandbox. The instance's name differs from its type's, so that the tests detect
  /// a provider that confuses the two.
  static var beacon: ProviderFixture {
    var fixture = ProviderFixture(.beacon, providerID: "beacon-eu", requiredKeys: ["appKey"]) { clock in
      let sandbox = try Sandbox(vendors: [.beacon], clock: clock)
      let block = sandbox.configuration["providers"]?["beacon"]?.objectValue ?? [:]
      let transport = ApprovingTransport(next: SandboxTransport(sandbox: sandbox, clock: clock))
      // The transport approves each request on the phone, so no prompt needs an answer.
      var server = ConformanceServer(transport, configuration: block) { _, _ in nil }
      server.refuseSession = { try sandbox.endSessions(of: $0, at: "beacon") }
      server.isRevoked = { session in
        let token = session.tokens.access?.revealText() ?? ""
        let request = SandboxRequest("GET", "/beacon/me", headers: ["Beacon-Session": token])
        return sandbox.handle(request).status == 401
      }
      server.protectedRequest = try TransportRequest("GET", sandbox.baseURL + "/beacon/me")
      server.secrets = {
        let answer = sandbox.handle(SandboxRequest("GET", "/sandbox/beacon/secrets"))
        return try JSONValue(parsing: answer.body)["secrets"]?.arrayValue?.compactMap(\.stringValue) ?? []
      }
      return server
    }
    // A session is extended with its own token, so the suite must extend it while the token is still valid.
    fixture.renewsExpired = false
    return fixture
  }
}

/// A transport that approves every request as the user would on the phone, with `POST /sandbox/approve`.
private struct ApprovingTransport: HTTPTransport {
  let next: SandboxTransport

  func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
    let response = try await next.send(request)
    if request.url.path == "/beacon/approvals", let id = try? response.json()["request"] {
      _ = next.sandbox.handle(
        SandboxRequest("POST", "/sandbox/approve", json: ["challengeId": id, "decision": "approve"]))
    }
    return response
  }
}
