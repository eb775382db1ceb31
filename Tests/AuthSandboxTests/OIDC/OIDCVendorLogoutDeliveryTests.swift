import AuthAppSessions
import AuthCore
import AuthCrypto
import AuthSandbox
import AuthSandboxOIDC
import AuthStorage
import AuthTesting
import Testing

/// The provider's logout tokens at a backend with sessions of its own: neither side was written from the other.
@Suite struct OIDCVendorLogoutDeliveryTests {
  /// The backend's endpoint for logout tokens.
  private struct Backend: HTTPTransport {
    let routes: AppSessionRoutes
    let verifier: LogoutTokenVerifier
    let keys: JWKSCache

    func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
      let answer = await routes.backChannelLogout(request.body ?? [], verifier: verifier, keys: keys)
      return TransportResponse(status: answer.status, headers: answer.headers, body: answer.body.serialized)
    }
  }

  @Test func theSessionOfTheBackendEndsWithThatOfTheProvider() async throws {
    let caller = try OIDCCaller()
    caller.policy(["backChannelLogoutURI": "http://127.0.0.1:5000/logout"])
    let identity = try caller.verified(try caller.signIn()["id_token"]?.stringValue)
    let (subject, sid) = (try #require(identity.subject), try #require(identity["sid"]?.stringValue))
    let sessions = AppSessions(records: MemoryRecordStore(), clock: FixedClock())
    func open(_ sid: String) async throws -> IssuedAppSession {
      try await sessions.issue(AppSessionRequest(subject: subject, provider: "oidc", providerSession: sid))
    }
    let (meant, other) = (try await open(sid), try await open("another"))
    let document = caller.sandbox.handle(SandboxRequest("GET", "/oidc/jwks")).body
    let backend = Backend(
      routes: AppSessionRoutes(sessions),
      verifier: try LogoutTokenVerifier(provider: "oidc", issuer: caller.issuer, clientID: caller.clientID),
      keys: JWKSCache(clock: FixedClock()) { () throws(AuthError) in document })
    #expect(caller.sandbox.post("/sandbox/revoke", ["provider": "oidc", "subject": .string(subject)]).status == 200)
    let delivery = OIDCLogoutDelivery(sandbox: caller.sandbox, transport: backend, clock: ManualClock())
    #expect(try await delivery.deliver() == 1)
    await #expect(throws: AuthError(.invalidToken, "")) { try await sessions.verify(meant.token) }
    #expect(try await sessions.verify(other.token).providerSession == "another")
    // The user signs in again: the provider's session is another one.
    await #expect(throws: AuthError(.invalidToken, "")) { _ = try await open(sid) }
  }
}
