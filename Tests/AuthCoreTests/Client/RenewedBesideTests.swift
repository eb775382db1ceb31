import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A request whose session is renewed before the request is signed. The renewal releases the session's key.
@Suite struct RenewedBesideTests {
  private func client(_ transport: ScriptedTransport, _ clock: ManualClock) async throws -> AuthClient {
    let store = MemorySessionStore(clock: clock)
    let auth = try AuthClient(
      configuration: AuthConfiguration(parsing: #"{"provider":"keyed","providers":{"keyed":{}}}"#.utf8),
      plugins: [ProviderPlugin("keyed", product: "Keyed", provider: KeyedProvider.self)],
      services: ClientServices(
        provider: .testing(transport: transport, clock: clock), sessionStore: store))
    try await store.save(.sample(provider: "keyed", created: clock.now()))
    try await auth.select(SessionID("s1"))
    return auth
  }

  @Test func theSuccessorsKeySigns() async throws {
    let client = Locked<AuthClient?>(nil)
    let transport = ScriptedTransport { (request) async throws(AuthError) in
      // Another caller renews the session while the first request is being signed.
      if request.url.path == "/signing" { _ = try await client.withLock { $0 }?.refresh() }
      return .json([:])
    }
    let auth = try await self.client(transport, ManualClock())
    client.withLock { $0 = auth }
    #expect(try await auth.send(TransportRequest("GET", "https://api.example.com/me")).status == 200)
    #expect(transport.requests.last?.headers["Generation"] == "2")
    #expect(try await auth.session().generation == 2, "the session with the new key is not locked")
    client.withLock { $0 = nil }
  }

  @Test func theSuccessorsKeySignsAuthorisedRequests() async throws {
    let client = Locked<AuthClient?>(nil)
    let transport = ScriptedTransport { (request) async throws(AuthError) in
      if request.url.path == "/signing" { _ = try await client.withLock { $0 }?.refresh() }
      return .json([:])
    }
    let auth = try await self.client(transport, ManualClock())
    client.withLock { $0 = auth }
    let authorized = try await auth.authorize(TransportRequest("GET", "https://api.example.com/me"))
    #expect(authorized.headers["Generation"] == "2")
    #expect(!transport.requests.contains { $0.url.path == "/me" })
    client.withLock { $0 = nil }
  }

  @Test func aKeyThatIsOutOfReachLocksTheSessionDuringAuthorization() async throws {
    let auth = try await client(ScriptedTransport { (_) async throws(AuthError) in .json([:]) }, ManualClock())
    await #expect(throws: AuthError(.keyUnavailable, "")) {
      try await auth.authorize(TransportRequest("GET", "https://api.example.com/me"))
    }
    #expect(try await auth.state().name == "locked")
  }

  @Test func aKeyThatIsOutOfReachFailsTheRequest() async throws {
    let transport = ScriptedTransport { (_) async throws(AuthError) in .json([:]) }
    let auth = try await client(transport, ManualClock())
    await #expect(throws: AuthError(.keyUnavailable, "")) {
      try await auth.send(TransportRequest("GET", "https://api.example.com/me"))
    }
    #expect(!transport.requests.contains { $0.url.path == "/me" })
  }
}

/// A provider whose key of the first generation is missing. It detects this when it signs.
private struct KeyedProvider: SessionRefreshing, RequestAuthorizing {
  typealias Configuration = FakeProvider.Configuration
  let id: ProviderID
  let services: ProviderServices
  let tenant = "tenant"
  let methods: [MethodID] = [.emailOTP]
  let origins = [Origin("https://api.example.com")].compactMap(\.self)

  init(id: ProviderID, configuration: Configuration, services: ProviderServices) throws(AuthError) {
    self.id = id
    self.services = services
  }

  func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow {
    throw AuthError(.unsupported, "No flows here.")
  }

  func refresh(_ session: Session, token: Secret?) async throws(AuthError) -> RefreshOutcome { .refreshed(session) }

  func authorize(_ request: TransportRequest, for session: Session) async throws(AuthError) -> TransportRequest {
    if session.generation == 1 {
      _ = try await services.transport.send(TransportRequest("GET", "https://api.example.com/signing"))
      throw AuthError(.keyUnavailable, "The store no longer holds this key.")
    }
    var signed = request
    signed.headers["Generation"] = String(session.generation)
    return signed
  }
}
