import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A server that accepts a credential, but requires a new proof (RFC 9449 §9).
@Suite struct AnotherProofTests {
  private let clock = ManualClock()
  private let store: MemorySessionStore

  init() { store = MemorySessionStore(clock: clock) }

  private func client(_ transport: ScriptedTransport) async throws -> AuthClient {
    let auth = try AuthClient(
      configuration: AuthConfiguration(parsing: #"{"provider":"nonce","providers":{"nonce":{}}}"#.utf8),
      plugins: [ProviderPlugin("nonce", product: "Nonce", provider: NonceProvider.self)],
      services: ClientServices(provider: .testing(transport: transport, clock: clock), sessionStore: store))
    try await store.save(.sample(provider: "nonce", created: clock.now()))
    try await auth.select(SessionID("s1"))
    return auth
  }

  private func request() throws -> TransportRequest { try TransportRequest("GET", "https://api.example.com/me") }

  /// Returns a server that accepts each nonce once, and sends the next nonce with every response.
  private func strict() -> ScriptedTransport {
    let next = Locked(0)
    return ScriptedTransport { (request) async throws(AuthError) in
      let (wanted, following) = next.withLock { count in
        defer { count += 1 }
        return (count == 0 ? nil : "n\(count)", "n\(count + 1)")
      }
      let isAccepted = wanted != nil && request.headers["Nonce"] == wanted
      return TransportResponse(status: isAccepted ? 200 : 401, headers: ["Nonce": following])
    }
  }

  @Test func theRequestIsSentOnceMoreWithoutARenewal() async throws {
    let transport = strict()
    let auth = try await client(transport)
    #expect(try await auth.send(request()).status == 200)
    #expect(transport.requests.map { $0.headers["Nonce"] } == [nil, "n1"])
    #expect(try await auth.storedSession()?.generation == 1)
  }

  @Test func theProviderLearnsFromTheSecondAnswerToo() async throws {
    let transport = strict()
    let auth = try await client(transport)
    for _ in 0..<2 { #expect(try await auth.send(request()).status == 200) }
    #expect(transport.requests.map { $0.headers["Nonce"] } == [nil, "n1", "n2"])
  }

  @Test func aServerThatIsNeverContentIsAskedTwiceForEachCredential() async throws {
    let transport = ScriptedTransport { (_) async throws(AuthError) in
      TransportResponse(status: 401, headers: ["Nonce": "n"])
    }
    let auth = try await client(transport)
    #expect(try await auth.send(request()).status == 401)
    #expect(transport.requests.count == 4, "two requests with the credential, and two with the renewed credential")
    #expect(try await auth.storedSession()?.generation == 2)
  }
}

/// A provider whose server requires its last nonce in every request.
private struct NonceProvider: SessionRefreshing, RequestAuthorizing {
  typealias Configuration = FakeProvider.Configuration
  let id: ProviderID
  let tenant = "tenant"
  let methods: [MethodID] = []
  let origins = [Origin("https://api.example.com")].compactMap(\.self)
  let nonce = SharedValue<String?>(nil)

  init(id: ProviderID, configuration: Configuration, services: ProviderServices) throws(AuthError) { self.id = id }

  func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow {
    throw AuthError(.unsupported, "No flows here.")
  }

  func refresh(_ session: Session, token: Secret?) async throws(AuthError) -> RefreshOutcome { .refreshed(session) }

  func authorize(_ request: TransportRequest, for session: Session) async throws(AuthError) -> TransportRequest {
    var request = request
    if let nonce = nonce.withLock({ $0 }) { request.headers["Nonce"] = nonce }
    return request
  }

  func wantsAnotherProof(_ response: TransportResponse, to request: TransportRequest) -> Bool {
    guard let sent = response.headers["Nonce"] else { return false }
    nonce.withLock { $0 = sent }
    return response.status == 401
  }
}
