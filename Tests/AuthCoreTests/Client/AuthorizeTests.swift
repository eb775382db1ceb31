import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Requests that the client authorises and the app's own HTTP client sends.
@Suite struct AuthorizeTests {
  private let clock = ManualClock()
  private let store: MemorySessionStore
  private let transport = ScriptedTransport { (_) async throws(AuthError) in .json([:]) }
  private let auth: AuthClient

  init() throws {
    store = MemorySessionStore(clock: clock)
    auth = try AuthClient(
      configuration: AuthConfiguration(
        parsing: #"{"provider":"code","fallback":["fake"],"providers":{"fake":{},"code":{},"stray":{},"plain":{}}}"#
          .utf8),
      plugins: [
        ProviderPlugin("fake", product: "Fake", provider: FakeProvider.self),
        ProviderPlugin("code", product: "Code", provider: CodeProvider.self),
        ProviderPlugin("stray", product: "Stray", provider: StrayProvider.self),
        ProviderPlugin("plain", product: "Plain", provider: PlainProvider.self),
      ], services: ClientServices(provider: .testing(transport: transport, clock: clock), sessionStore: store))
  }

  private func put(_ id: String, _ provider: ProviderID = "fake", lifetime: Double = 3600) async throws {
    let session = Session(
      id: SessionID(id), providerID: provider, tenant: "tenant", subject: id,
      tokens: SessionTokens(access: Secret(id)), createdAt: clock.now(),
      expiresAt: clock.now().addingTimeInterval(lifetime))
    try await store.save(session)
    try await store.select(session.id, for: provider)
  }

  private func request(_ url: String = "https://api.example.com/me") throws -> TransportRequest {
    try TransportRequest("POST", url, headers: ["Content-Type": "text/plain"], body: [1, 2])
  }

  @Test func theRequestIsAuthorisedWholeAndNotSent() async throws {
    try await put("alice")
    try await put("bob")
    for authorized in [
      try await auth.authorize(request(), account: SessionID("alice")),
      try await auth.account(SessionID("alice")).authorize(request()),
    ] {
      #expect(authorized.method == "POST" && authorized.body == [1, 2])
      #expect(authorized.url.absoluteString == "https://api.example.com/me")
      #expect(authorized.headers.list.map(\.name) == ["Content-Type", "Authorization"])
      #expect(authorized.headers.list.map(\.value) == ["text/plain", "Bearer alice"])
    }
    // Without an account, the resolved session is used, as in every call: here the fallback's selected session.
    #expect(try await auth.authorize(request()).headers["Authorization"] == "Bearer bob")
    #expect(transport.requests.isEmpty)
  }

  @Test func aSessionThatIsDueIsRenewedFirst() async throws {
    try await put("alice", lifetime: 60)
    clock.advance(by: .seconds(61))
    _ = try await auth.authorize(request())
    let provider = try #require(try auth.provider("fake") as? FakeProvider)
    #expect(provider.log.times("refresh") > 0)
  }

  @Test func requestsForOtherOriginsAreNotAuthorised() async throws {
    try await put("alice")
    for url in [
      "https://evil.example.com/me", "http://api.example.com/me", "https://api.example.com:8443/me",
      "https://api.example.com.evil.com/",
    ] {
      await #expect(throws: AuthError(.originNotAllowed, ""), "\(url)") { try await auth.authorize(request(url)) }
    }
  }

  @Test func requestsThatAProviderMovesToAnotherOriginAreRefused() async throws {
    try await put("eve", "stray")
    await #expect(throws: AuthError(.originNotAllowed, "")) {
      try await auth.account(SessionID("eve")).authorize(request())
    }
    await #expect(throws: AuthError(.originNotAllowed, "")) {
      try await auth.account(SessionID("eve")).send(request())
    }
    #expect(transport.requests.isEmpty)
  }

  @Test func requestsThatCannotBeAuthorisedFailWithTheReason() async throws {
    await #expect(throws: AuthError(.notSignedIn, "")) { try await auth.authorize(request(), account: SessionID("x")) }
    try await put("pat", "plain")
    await #expect(throws: AuthError(.requestAuthorizationUnsupported, "")) {
      try await auth.authorize(request(), account: SessionID("pat"))
    }
  }

  @Test func headersComeFromAndGoToAPlainList() {
    let list = [(name: "B", value: "1"), (name: "a", value: "2"), (name: "b", value: "3")]
    let headers = HTTPHeaders(list)
    #expect(headers.values(of: "b") == ["1", "3"])
    #expect(headers.list.map(\.name) == ["B", "a", "b"] && headers.list.map(\.value) == ["1", "2", "3"])
    #expect(HTTPHeaders(headers.list) == headers)
  }
}

/// A provider that redirects requests to another of its own origins.
private struct StrayProvider: RequestAuthorizing {
  typealias Configuration = FakeProvider.Configuration
  let id: ProviderID
  let tenant = "tenant"
  let methods: [MethodID] = []
  let origins = [Origin("https://api.example.com"), Origin("https://other.example.com")].compactMap(\.self)

  init(id: ProviderID, configuration: Configuration, services: ProviderServices) throws(AuthError) { self.id = id }

  func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow {
    throw AuthError(.unsupported, "No flows here.")
  }

  func authorize(_ request: TransportRequest, for session: Session) async throws(AuthError) -> TransportRequest {
    try TransportRequest("GET", "https://other.example.com/me", headers: ["Authorization": "Bearer eve"])
  }
}
