import AuthAppSessionsAuthsignal
import AuthAuthsignal
import AuthCore
import AuthSandbox
import AuthStorage
import AuthTesting
import AuthsignalBackend
import BackendServer
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The backend between a client and the sandbox, in one process.
@Suite struct BackendTests {
  private static let details: JSONValue = ["amount": "12.50", "currency": "EUR", "payee": "Example Ltd"]
  private let clock = ManualClock()
  private let sandbox: Sandbox
  private let backend: Backend
  private let auth: AuthClient
  private let events = ReceivedEvents()

  init() throws {
    let events = events
    sandbox = try Sandbox(clock: clock)
    let network = SandboxTransport(sandbox: sandbox, clock: clock)
    backend = try Backend(
      try BackendConfiguration(environment: Self.environment(of: sandbox)), transport: network, clock: clock,
      details: { _, action in action == "payment" ? Self.details : nil },
      receive: { event in events.add(event.type) })
    auth = try Self.app(sandbox, BackendTransport(backend: backend, next: network), clock)
  }

  private static func environment(of sandbox: Sandbox) throws -> [String: String] {
    let block = try #require(sandbox.descriptor["authsignal"])
    return [
      "AUTHSIGNAL_BASE_URL": try #require(block["baseURL"]?.stringValue),
      "AUTHSIGNAL_TENANT_ID": try #require(block["tenantId"]?.stringValue),
      "AUTHSIGNAL_SECRET": try #require(block["apiSecretKey"]?.stringValue),
    ]
  }

  private static func app(
    _ sandbox: Sandbox, _ transport: any HTTPTransport, _ clock: ManualClock
  ) throws -> AuthClient {
    var block = try #require(sandbox.configuration["providers"]?["authsignal"]?.objectValue)
    block["backend"] = ["baseURL": "https://backend.example"]
    block["origins"] = nil
    return try AuthClient(
      configuration: AuthConfiguration(["provider": "authsignal", "providers": ["authsignal": .object(block)]]),
      plugins: [.authsignal],
      services: ClientServices(
        provider: ProviderServices(
          transport: transport, keys: KeyRing(MemoryKeyStore()), records: MemoryRecordStore(), clock: clock),
        sessionStore: MemorySessionStore()))
  }

  private func run(_ flow: AuthFlow) async throws -> FlowResult {
    for await update in flow {
      guard case .prompt(.enterCode, _) = update else { continue }
      try await flow.submit(code: try sandbox.lastCode())
    }
    return try await flow.result()
  }

  @discardableResult
  private func signIn() async throws -> Session {
    guard case .session(let session, _) = try await run(auth.signIn(identifier: "jane@example.org")) else {
      throw AuthError(.internalError, "no session")
    }
    return session
  }

  private func proof(_ flow: AuthFlow) async throws -> ActionProof {
    guard case .proof(let proof) = try await run(flow) else { throw AuthError(.internalError, "no proof") }
    return proof
  }

  private func post(_ path: String, _ body: JSONValue, _ session: Session? = nil) async -> BackendResponse {
    let bearer = session?.tokens.access.map { "Bearer " + $0.revealText() }
    return await backend.answer(BackendRequest("POST", path, authorization: bearer, body: body.serialized))
  }

  private func deliver() async throws -> Int {
    let delivery = AuthsignalWebhookDelivery(
      sandbox: sandbox, url: try #require(URL(string: "https://backend.example/authsignal/webhook")),
      transport: BackendTransport(backend: backend, next: SandboxTransport(sandbox: sandbox, clock: clock)),
      clock: clock)
    return try await delivery.deliver()
  }

  @Test func signInOpensTheAppsOwnSession() async throws {
    let session = try await signIn()
    let me = try await auth.send(TransportRequest("GET", "https://backend.example/me"))
    #expect(try me.json()["subject"]?.stringValue == session.subject)
    clock.advance(by: .seconds(3601))
    #expect(try await auth.send(TransportRequest("GET", "https://backend.example/me")).status == 200, "renewed")
    _ = try await auth.signOut()
    let refresh = try #require(session.tokens.refresh)
    #expect(await post("/session/refresh", ["refreshToken": .string(refresh.revealText())]).status == 401)
  }

  @Test func proofOpensASessionOnce() async throws {
    var request = FlowRequest(identifier: "jane@example.org")
    request.exchange = false
    let body: JSONValue = ["token": .string(try await proof(auth.start(request)).token.revealText())]
    #expect(await post("/authsignal/exchange", body).status == 200)
    #expect(await post("/authsignal/exchange", body).status == 401, "the proof was used")
    #expect(await post("/authsignal/exchange", ["token": "nonsense"]).status == 401)
  }

  @Test func userStepsUpForTheActionOnce() async throws {
    let session = try await signIn()
    let token = try await proof(auth.start(FlowRequest(purpose: .stepUp(action: "payment")))).token
    let body: JSONValue = ["token": .string(token.revealText()), "action": "payment"]
    #expect(await post("/authsignal/exchange", body).status == 401, "the proof of a step-up opens no session")
    #expect(await post("/authsignal/step-up/finish", body).status == 401, "without a session")
    let done = await post("/authsignal/step-up/finish", body, session)
    #expect(done.status == 200 && done.body == ["ok": true, "action": "payment"])
    #expect(await post("/authsignal/step-up/finish", body, session).status == 401, "the proof was used")
  }

  @Test func refusesTheStepUpOfAnotherUser() async throws {
    try await signIn()
    let token = try await proof(auth.start(FlowRequest(purpose: .stepUp(action: "payment")))).token
    guard case .session(let other, _) = try await run(auth.signIn(identifier: "joe@example.org")) else {
      return #expect(Bool(false), "no session")
    }
    let body: JSONValue = ["token": .string(token.revealText()), "action": "payment"]
    #expect(await post("/authsignal/step-up/finish", body, other).status == 403)
  }

  /// The approving device shows what the backend tracked, such as an amount and a payee.
  @Test func pushShowsWhatTheBackendTracked() async throws {
    let session = try await signIn()
    let provider = try #require(try auth.provider() as? AuthsignalProvider)
    _ = try await provider.devices.add(.push, to: session, pushToken: Secret("address"))
    let flow = auth.start(FlowRequest(purpose: .stepUp(action: "payment"), method: .push))
    for await update in flow {
      if case .prompt(.awaitApproval, _) = update { break }
    }
    let pending = try #require(try await provider.pending().first)
    #expect(pending.action == "payment" && pending.custom == Self.details)
    flow.reset()
  }

  @Test func webhookOfARemovedAuthenticatorEndsTheSessions() async throws {
    let session = try await signIn()
    #expect(try await deliver() > 0)
    #expect(events.types.contains("authenticator.created"))
    let provider = try #require(try auth.provider() as? AuthsignalProvider)
    _ = try await provider.devices.add(.push, to: session)
    _ = try await deliver()
    let bearer = try #require(session.tokens.access?.revealText())
    #expect(await backend.answer(BackendRequest("GET", "/me", authorization: "Bearer " + bearer)).status == 200)
    clock.advance(by: .seconds(1))
    try await provider.devices.remove(.push)
    #expect(try await deliver() > 0)
    #expect(events.types.last == "authenticator.deleted")
    #expect(await backend.answer(BackendRequest("GET", "/me", authorization: "Bearer " + bearer)).status == 401)
  }

  @Test func refusesAWebhookWithoutAValidSignature() async throws {
    for signature in [nil, "t=1,v2=AAAA"] as [String?] {
      var headers = HTTPHeaders()
      headers["X-Signature-V2"] = signature
      let answer = await backend.answer(
        BackendRequest("POST", "/authsignal/webhook", headers: headers, body: Array(#"{"version":1}"#.utf8)))
      #expect(answer.status == 401 && answer.body["error"] == "signature_invalid")
    }
    #expect(events.types.isEmpty)
  }

  @Test func tracksOnlySignInsWithoutASession() async throws {
    let address: JSONValue = "jane@example.org"
    let manage: JSONValue = ["identifier": address, "action": "manage", "scope": "add:authenticators"]
    #expect(await post("/track", manage).status == 403)
    // The token of a sign-in never has the scope to add a method, whatever the request asks for.
    let tracked = await post(
      "/track", ["identifier": address, "action": "signIn", "scope": "read:authenticators add:authenticators"])
    let parts = try #require(tracked.body["token"]?.stringValue).split(separator: ".")
    let claims = try JSONValue(parsing: try #require(Base64URL.decode(parts[1])))
    #expect(claims["scope"]?.stringValue == "read:authenticators")
    let session = try await signIn()
    #expect(await post("/track", manage, session).status == 200)
    #expect(await post("/track", ["identifier": address, "action": "unknown"], session).status == 400)
  }

  @Test func namesTheFaultOfAWrongRequest() async throws {
    for (path, body, status) in [
      ("/authsignal/exchange", [:], 400), ("/authsignal/exchange", [], 400), ("/track", ["action": "signIn"], 400),
      ("/track", ["identifier": "jane@example.org"], 400), ("/session/refresh", ["refreshToken": "x"], 401),
      ("/nothing", [:], 404),
    ] as [(String, JSONValue, Int)] {
      let answer = await post(path, body)
      #expect(answer.status == status && answer.body["error"] != nil && answer.body["message"] != nil, "\(path)")
    }
    #expect(await backend.answer(BackendRequest("GET", "/me")).status == 401)
    let good = try Self.environment(of: sandbox)
    for name in good.keys {
      var environment = good
      environment[name] = nil
      let error = #expect(throws: AuthError.self) { try BackendConfiguration(environment: environment) }
      #expect(error?.message.contains(name) == true)
    }
  }
}

/// The types of the events that the backend accepted, in order.
private final class ReceivedEvents: Sendable {
  private let list = Locked<[String]>([])
  var types: [String] { list.withLock { $0 } }
  func add(_ type: String) { list.withLock { $0.append(type) } }
}
