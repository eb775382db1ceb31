import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A provider that asks for proofs: the client adds them to the requests of sessions that have a key.
@Suite struct BoundRequestTests {
  private let clock = ManualClock()
  private let sessions: MemorySessionStore
  private let key = KeyReference(storeID: "memory", keyID: "k", algorithm: .p256, publicKey: [2])

  /// A store whose keys are always available; the proofs of these tests sign nothing.
  private struct Available: KeyStore {
    let id = "memory"
    let supportedAlgorithms: [KeyAlgorithm] = []
    let isExportable = true

    func generate(
      _ algorithm: KeyAlgorithm, policy: KeyPolicy, namespace: String
    ) async throws(AuthError) -> KeyReference { throw AuthError(.unsupported, "No keys here.") }
    func keys(in namespace: String) async throws(AuthError) -> [KeyReference] { [] }
    func sign(_ message: [UInt8], with key: KeyReference) async throws(AuthError) -> [UInt8] { [] }
    func delete(_ key: KeyReference) async throws(AuthError) {}
  }

  init() { sessions = MemorySessionStore(clock: clock) }

  private func client(_ transport: ScriptedTransport, key: KeyReference?, scheme: String = "Bearer") async throws
    -> AuthClient
  {
    var services = ProviderServices.testing(transport: transport, clock: clock)
    services.keys = KeyRing(Available())
    let auth = try AuthClient(
      configuration: AuthConfiguration(parsing: #"{"provider":"bound","providers":{"bound":{}}}"#.utf8),
      plugins: [
        ProviderPlugin("bound", product: "Bound", provider: BoundProvider.self) { $0.scheme = scheme }
      ],
      services: ClientServices(provider: services, sessionStore: sessions))
    var session = Session.sample(provider: "bound", created: clock.now())
    session.key = key
    session.tokens.access = Secret("t-1")
    try await sessions.save(session)
    try await auth.select(SessionID("s1"))
    return auth
  }

  private func request() throws -> TransportRequest { try TransportRequest("GET", "https://api.example.com/me?a=b") }

  @Test func theBearerTokenIsSentAsADPoPToken() async throws {
    let transport = ScriptedTransport { (_) async throws(AuthError) in TransportResponse(status: 200) }
    let auth = try await client(transport, key: key)
    #expect(try await auth.send(request()).status == 200)
    let sent = try #require(transport.requests.first)
    #expect(sent.headers["Authorization"] == "DPoP t-1" && sent.headers["DPoP"] == "k GET /me t-1 -")
    let own = try await auth.authorize(request())
    #expect(own.headers["Authorization"] == "DPoP t-1" && own.headers["DPoP"] == "k GET /me t-1 -")
  }

  @Test func nothingChangesWithoutAKeyOrABearerToken() async throws {
    for (key, scheme) in [(nil, "Bearer"), (key, "Stamp")] {
      let transport = ScriptedTransport { (_) async throws(AuthError) in TransportResponse(status: 200) }
      let auth = try await client(transport, key: key, scheme: scheme)
      #expect(try await auth.send(request()).status == 200)
      let sent = try #require(transport.requests.first)
      #expect(sent.headers["Authorization"] == scheme + " t-1" && sent.headers["DPoP"] == nil)
    }
  }

  /// RFC 9449 §9: one repetition with the nonce of the refusal, and the next request has the latest nonce.
  @Test func aRequiredNonceIsUsedOnce() async throws {
    let transport = ScriptedTransport { (request) async throws(AuthError) in
      let isAccepted = request.headers["DPoP"]?.hasSuffix("n-1") == true
      return TransportResponse(status: isAccepted ? 200 : 401, headers: ["DPoP-Nonce": "n-1"])
    }
    let auth = try await client(transport, key: key)
    for _ in 0..<2 { #expect(try await auth.send(request()).status == 200) }
    #expect(
      transport.requests.map { $0.headers["DPoP"] ?? "" }
        == ["k GET /me t-1 -", "k GET /me t-1 n-1", "k GET /me t-1 n-1"])
    #expect(try await auth.storedSession()?.generation == 1, "the credential was not renewed")
  }

  @Test func aServerThatIsNeverContentIsAskedTwice() async throws {
    let transport = ScriptedTransport { (_) async throws(AuthError) in
      TransportResponse(status: 401, headers: ["DPoP-Nonce": "n"])
    }
    #expect(try await client(transport, key: key).send(request()).status == 401)
    #expect(transport.requests.count == 2)
  }
}

extension RequestProofs {
  /// Readable proofs: the key, the method, the path, the token and the nonce.
  static func readable() -> RequestProofs {
    let nonce = SharedValue<String?>(nil)
    return RequestProofs { (request, key, token) throws(AuthError) in
      var proven = request
      proven.headers["DPoP"] =
        "\(key.keyID) \(request.method) \(request.url.path) \(token?.revealText() ?? "-") "
        + (nonce.withLock { $0 } ?? "-")
      return proven
    } learn: { response, _ in
      guard let sent = response.headers["DPoP-Nonce"] else { return false }
      nonce.withLock { $0 = sent }
      return response.status == 401 || response.status == 400
    }
  }
}

private struct BoundProvider: RequestAuthorizing {
  typealias Configuration = FakeProvider.Configuration
  let id: ProviderID
  let tenant = "tenant"
  let methods: [MethodID] = []
  let origins = [Origin("https://api.example.com")].compactMap(\.self)
  var scheme = "Bearer"
  private let proofs = RequestProofs.readable()

  init(id: ProviderID, configuration: Configuration, services: ProviderServices) throws(AuthError) { self.id = id }

  func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow {
    throw AuthError(.unsupported, "No flows here.")
  }

  func authorize(_ request: TransportRequest, for session: Session) async throws(AuthError) -> TransportRequest {
    var request = request
    request.headers["Authorization"] = scheme + " " + (session.tokens.access?.revealText() ?? "")
    return request
  }

  func proofs(for request: TransportRequest) -> RequestProofs? { proofs }
}
