import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Every call without an account resolves to the same session, which belongs to the configured tenant.
@Suite struct OneResolverTests {
  private let clock = ManualClock()
  private let store: MemorySessionStore
  private let transport = ScriptedTransport { (_) async throws(AuthError) in .json([:]) }

  init() { store = MemorySessionStore(clock: clock) }

  private func client(_ provider: String, fallback: String) throws -> AuthClient {
    try AuthClient(
      configuration: AuthConfiguration(
        [
          "provider": .string(provider), "fallback": [.string(fallback)],
          "providers": ["fake": [:], "plain": [:], "stepping": [:]],
        ]),
      plugins: [
        ProviderPlugin("stepping", product: "Stepping", provider: SteppingProvider.self),
        ProviderPlugin("fake", product: "Fake", provider: FakeProvider.self),
        ProviderPlugin("plain", product: "Plain", provider: PlainProvider.self),
      ], services: ClientServices(provider: .testing(transport: transport, clock: clock), sessionStore: store))
  }

  private func put(_ id: String, _ provider: ProviderID, tenant: String = "tenant") async throws {
    let session = Session(
      id: SessionID(id), providerID: provider, tenant: tenant, subject: id, tokens: SessionTokens(access: Secret(id)),
      createdAt: clock.now(), expiresAt: clock.now().addingTimeInterval(3600))
    try await store.save(session)
    try await store.select(session.id, for: provider)
  }

  @Test("L5: states, state and session agree about a fallback's session") func statesKnowFallbacks() async throws {
    try await put("alice", "fake")
    let auth = try client("plain", fallback: "fake")
    var states = auth.states.makeAsyncIterator()
    var seen = await states.next()
    while seen == .loading { seen = await states.next() }
    #expect(seen?.session?.subject == "alice")
    #expect(try await auth.session().subject == "alice")
    #expect(try await auth.state() == seen)
    // After a sign-in at the primary provider, its session is used; after its sign-out, the fallback's again.
    try await put("bob", "plain")
    try await auth.select(SessionID("bob"))
    #expect(await states.next()?.session?.subject == "bob")
    _ = try await auth.signOut()
    #expect(await states.next()?.session?.subject == "alice")
    _ = try await auth.signOut()
    #expect(await states.next() == .signedOut(.requested))
  }

  @Test("L5: a sign-in of another process reaches the states, before and after a fallback's", .timeLimit(.minutes(1)))
  func signInsOfOthers() async throws {
    let auth = try client("plain", fallback: "fake")
    var states = auth.states.makeAsyncIterator()
    var seen = await states.next()
    while seen == .loading { seen = await states.next() }
    #expect(seen == .signedOut(.never))
    try await put("alice", "fake")
    #expect(await states.next()?.session?.subject == "alice")
    try await put("bob", "plain")
    #expect(await states.next()?.session?.subject == "bob")
    try await store.delete(SessionID("bob"))
    #expect(await states.next()?.session?.subject == "alice")
    try await store.delete(SessionID("alice"))
    #expect(await states.next()?.session == nil)
  }

  @Test("L5: a reload follows the fallbacks that are configured then") func reloadFollows() async throws {
    try await put("alice", "fake")
    let auth = try client("plain", fallback: "fake")
    #expect(try await auth.state().session?.subject == "alice")
    var states = auth.states.makeAsyncIterator()
    var seen = await states.next()
    while seen == .loading { seen = await states.next() }
    #expect(seen?.session?.subject == "alice")
    try auth.reload(AuthConfiguration(parsing: #"{"provider":"plain","providers":{"fake":{},"plain":{}}}"#.utf8))
    #expect(await states.next() == .signedOut(.never))
  }

  @Test("L11: send uses the session that session() returns, or fails with the reason") func sendAgrees() async throws {
    try await put("bob", "plain")
    try await put("alice", "fake")
    let auth = try client("plain", fallback: "fake")
    #expect(try await auth.session().subject == "bob")
    await #expect(throws: AuthError(.requestAuthorizationUnsupported, "")) {
      _ = try await auth.send(TransportRequest("GET", "https://api.example.com/me"))
    }
    #expect(transport.requests.isEmpty)
    let alice = try #require(try await store.load(SessionID("alice")))
    _ = try await auth.send(TransportRequest("GET", "https://api.example.com/me"), session: alice)
    #expect(transport.requests.last?.headers["Authorization"] == "Bearer alice", "the session's own provider")
    _ = try await auth.signOut()
    #expect(try await auth.session().subject == "alice")
    _ = try await auth.send(TransportRequest("GET", "https://api.example.com/me"))
    #expect(transport.requests.last?.headers["Authorization"] == "Bearer alice")
  }

  @Test("L11: a flow of the signed-in user, and a renewal, use the session that session() returns")
  func flowsAgree() async throws {
    try await put("alice", "stepping")
    let auth = try client("plain", fallback: "stepping")
    #expect(try await auth.session().subject == "alice")
    for purpose in [.stepUp(action: "pay"), .enroll(.totp), .link(.emailOTP), .manage] as [FlowRequest.Purpose] {
      let flow = auth.start(FlowRequest(purpose: purpose))
      for await update in flow {
        if case .prompt = update { try await flow.submit(code: "123456") }
        if case .failed(let error) = update { throw error }
      }
      #expect(flow.providerID == "stepping")
    }
    #expect(try await auth.refresh().subject == "alice")
    // A named instance is the only candidate.
    for await update in auth.start(FlowRequest(purpose: .manage), provider: "plain") {
      if case .failed(let error) = update { #expect(error.code == .notSignedIn && error.provider == "plain") }
      if case .prompt = update { Issue.record("another provider's user") }
    }
    try await put("bob", "plain")
    try await auth.select(SessionID("bob"))
    for await update in auth.start(FlowRequest(purpose: .manage)) {
      if case .failed(let error) = update { #expect(error.code == .unsupported && error.provider == "plain") }
      if case .prompt = update { Issue.record("another provider's user") }
    }
  }

  @Test("L2: another tenant's session is not selected, sent with, renewed or signed out") func tenants() async throws {
    try await put("foreign", "fake", tenant: "elsewhere")
    let auth = try client("fake", fallback: "plain")
    let foreign = try #require(try await store.load(SessionID("foreign")))
    await #expect(throws: AuthError(.invalidRequest, "")) { try await auth.select(foreign.id) }
    await #expect(throws: AuthError(.invalidRequest, "")) {
      _ = try await auth.send(TransportRequest("GET", "https://api.example.com/me"), session: foreign)
    }
    #expect(transport.requests.isEmpty)
    await #expect(throws: AuthError(.notSignedIn, "")) { _ = try await auth.session() }
    await #expect(throws: AuthError(.notSignedIn, "")) { _ = try await auth.refresh() }
    await #expect(throws: AuthError(.invalidRequest, "")) { _ = try await auth.signOut(account: foreign.id) }
    let provider = try #require(try auth.provider() as? FakeProvider)
    _ = try await auth.signOut(SignOutOptions(scope: .all))
    #expect(try await store.load(foreign.id) != nil)
    #expect(provider.log.names.isEmpty)
  }

  @Test("L2: a request that is authorised for another origin is not sent") func originAgain() async throws {
    let auth = try AuthClient(
      configuration: AuthConfiguration(parsing: #"{"provider":"moving","providers":{"moving":{}}}"#.utf8),
      plugins: [ProviderPlugin("moving", product: "Moving", provider: MovingProvider.self)],
      services: ClientServices(provider: .testing(transport: transport, clock: clock), sessionStore: store))
    try await put("alice", "moving")
    try await auth.select(SessionID("alice"))
    await #expect(throws: AuthError(.originNotAllowed, "")) {
      _ = try await auth.send(TransportRequest("GET", "https://api.example.com/me"))
    }
    #expect(transport.requests.isEmpty)
  }
}

/// A provider that changes the origin of every request that it authorises.
private struct MovingProvider: RequestAuthorizing {
  typealias Configuration = FakeProvider.Configuration
  let id: ProviderID
  let tenant = "tenant"
  let methods: [MethodID] = [.emailOTP]
  let origins = [Origin("https://api.example.com")].compactMap(\.self)
  init(id: ProviderID, configuration: Configuration, services: ProviderServices) throws(AuthError) { self.id = id }
  func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow {
    throw AuthError(.unsupported, "No flows here.")
  }
  func authorize(_ request: TransportRequest, for session: Session) async throws(AuthError) -> TransportRequest {
    var moved = request
    moved.url = URL(string: "https://evil.example.com/me") ?? request.url
    moved.headers["Authorization"] = "Bearer x"
    return moved
  }
}
