import AuthAuthsignal
import AuthCore
import AuthHawcx
import AuthOIDC
import AuthPrivy
import AuthSandbox
import AuthStorage
import AuthTesting
import AuthTurnkey
import BackendServer
import NotesBackend
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A person with the app, whose backend is this package's and whose vendors are the sandbox's, in one process.
struct Person {
  static let address = "jane@example.com"
  static let backendURL = "https://backend.example"
  static let providers: [ProviderID] = ["hawcx", "oidc", "privy", "turnkey", "authsignal"]

  let clock = ManualClock()
  let sandbox: Sandbox
  let auth: AuthClient
  private let network: BackendTransport

  init() throws {
    let sandbox = try Sandbox(clock: clock)
    self.sandbox = sandbox
    let configuration = try Self.configuration(sandbox)
    let vendors = SandboxTransport(sandbox: sandbox, clock: clock)
    let backend = try NotesBackend(
      configuration, publicURL: try #require(URL(string: Self.backendURL)),
      records: MemoryRecordStore(clock: clock), transport: vendors, clock: clock)
    network = BackendTransport(backend: backend, next: vendors)
    auth = try AuthClient(
      configuration: configuration, plugins: [.turnkey, .privy, .hawcx, .authsignal, .oidc],
      services: ClientServices(
        provider: ProviderServices(
          transport: network, keys: KeyRing(MemoryKeyStore()),
          records: MemoryRecordStore(clock: clock), clock: clock),
        sessionStore: MemorySessionStore(clock: clock)))
    try auth.setTokenProvider(
      ClosureTokenProvider { _ in
        let body: JSONValue = ["sub": .string(Self.address)]
        let answer = sandbox.handle(SandboxRequest("POST", "/sandbox/idp/token", json: body))
        return try JSONValue(parsing: answer.body)["token"]?.stringValue.map { Secret($0) }
      }, provider: "privy")
  }

  /// The one configuration of app and backend.
  private static func configuration(_ sandbox: Sandbox) throws -> AuthConfiguration {
    var blocks = try #require(sandbox.configuration["providers"]?.objectValue)
    for name in providers.map(\.rawValue) {
      var block = try #require(blocks[name]?.objectValue)
      let own = [block["baseURL"], block["apiBaseURL"], block["authBaseURL"], block["issuer"]]
      block["origins"] = .array(
        [.string(backendURL)]
          + own.compactMap { $0?.stringValue }.compactMap(Origin.init).map {
            .string($0.description)
          })
      if name == "hawcx" || name == "authsignal" { block["backend"] = ["baseURL": .string(backendURL)] }
      blocks[name] = .object(block)
    }
    func add(_ verifier: JSONValue, to name: String) throws {
      var block = try #require(blocks[name]?.objectValue)
      block["verifier"] = verifier
      blocks[name] = .object(block)
    }
    try add(["secret": ["env": "AUTHSIGNAL_SECRET"], "actions": ["signIn"]], to: "authsignal")
    try add(["audience": .string(backendURL)], to: "oidc")
    var issuer = try #require(blocks["oidc"]?.objectValue)
    issuer["resources"] = [.string(backendURL)]
    issuer["redirectURL"] = "http://127.0.0.1/callback"
    blocks["oidc"] = .object(issuer)
    let secret = try #require(sandbox.descriptor["authsignal"]?["apiSecretKey"]?.stringValue)
    return try AuthConfiguration(
      ["provider": "oidc", "fallback": [], "providers": .object(blocks)],
      sources: ConfigurationSources(environment: ["AUTHSIGNAL_SECRET": secret]))
  }

  /// Signs in at a provider, with the code from the mailbox or on the issuer's page.
  func signIn(_ provider: ProviderID, as address: String = address) async throws -> Session {
    guard case .session(let session, _) = try await flow(provider, address, exchange: true) else {
      throw AuthError(.internalError, "The flow ended without a session.")
    }
    return session
  }

  /// Signs in at a provider and links the account to the user of a session. Returns the status of the response.
  func link(_ provider: ProviderID, to session: Session) async throws -> Int {
    try await link(provider, credential: "Bearer " + (try #require(session.tokens.access)).revealText())
  }

  /// Signs in at a provider and links the account to the user of a credential. At Authsignal, the proof itself
  /// authorises the request, because there is no session before the account is linked.
  func link(_ provider: ProviderID, credential: String) async throws -> Int {
    let body: JSONValue = ["authorization": .string(credential)]
    guard provider == "authsignal" else {
      return try await status("POST", "/link", body, as: try await signIn(provider))
    }
    guard case .proof(let proof) = try await flow(provider, Self.address, exchange: false) else {
      throw AuthError(.internalError, "The flow ended without a proof.")
    }
    let url = try #require(URL(string: Self.backendURL + "/link"))
    let headers: HTTPHeaders = ["Authorization": "Authsignal " + proof.token.revealText()]
    return try await network.send(.json("POST", url, body, headers: headers)).status
  }

  private func flow(_ provider: ProviderID, _ address: String, exchange: Bool) async throws -> FlowResult {
    var request = FlowRequest(identifier: provider == "oidc" ? nil : address)
    request.exchange = exchange
    let flow = auth.start(request, provider: provider)
    for await update in flow {
      switch update {
      case .prompt(.enterCode, _): try await flow.submit(code: try sandbox.lastCode(to: address))
      case .prompt(.selectMethod(let methods), _): try await flow.select(method: try #require(methods.first).id)
      case .prompt(.redirect(let page), _): try await flow.resume(callback: try approve(page.url))
      default: continue
      }
    }
    return try await flow.result()
  }

  /// Approves the sign-in as a browser would, and returns the address of the redirect.
  private func approve(_ page: URL) throws -> URL {
    let body: JSONValue = ["url": .string(page.absoluteString), "user": .string(Self.address)]
    let answer = sandbox.handle(SandboxRequest("POST", "/sandbox/oidc/authorize", json: body))
    let location = try JSONValue(parsing: answer.body)["location"]?.stringValue
    return try #require(location.flatMap { URL(string: $0) })
  }

  /// Sends a request to the backend in a session, and returns the response's body.
  func send(_ method: String, _ path: String, _ body: JSONValue? = nil, as session: Session) async throws -> JSONValue {
    let response = try await response(method, path, body, session)
    #expect(response.status == 200, "\(session.providerID): \(String(decoding: response.body, as: UTF8.self))")
    return try response.json()
  }

  /// Sends a request to the backend in a session, and returns the response's status.
  func status(_ method: String, _ path: String, _ body: JSONValue? = nil, as session: Session) async throws -> Int {
    try await response(method, path, body, session).status
  }

  private func response(
    _ method: String, _ path: String, _ body: JSONValue?, _ session: Session
  ) async throws -> TransportResponse {
    let url = try #require(URL(string: Self.backendURL + path))
    let request = body.map { TransportRequest.json(method, url, $0) } ?? TransportRequest(method, url)
    return try await auth.send(request, session: session)
  }
}

/// A transport that sends requests for the backend to it, and all others to `next`.
struct BackendTransport: HTTPTransport {
  let backend: NotesBackend
  let next: any HTTPTransport

  func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
    let text = request.url.absoluteString
    guard text.hasPrefix(Person.backendURL) else { return try await next.send(request) }
    let answer = await backend.answer(
      BackendRequest(
        request.method, String(text.dropFirst(Person.backendURL.count)), headers: request.headers,
        body: request.body ?? []))
    return TransportResponse(
      status: answer.status, headers: ["Content-Type": "application/json"], body: answer.body.serialized)
  }
}
