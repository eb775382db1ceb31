import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct AuthClientTests {
  private static let plugins = [
    ProviderPlugin("fake", product: "Fake", provider: FakeProvider.self),
    ProviderPlugin("plain", product: "Plain", provider: PlainProvider.self),
    ProviderPlugin("code", product: "Code", provider: CodeProvider.self),
  ]

  private func client(
    _ json: String, transport: any HTTPTransport = ScriptedTransport([]), clock: ManualClock = ManualClock(),
    store: MemorySessionStore = MemorySessionStore(), plugins: [ProviderPlugin] = AuthClientTests.plugins
  ) throws(AuthError) -> AuthClient {
    try AuthClient(
      configuration: AuthConfiguration(parsing: json.utf8), plugins: plugins,
      services: ClientServices(
        provider: .testing(transport: transport, clock: clock), sessionStore: store,
        makeTokenProvider: { (_) throws(AuthError) in ClosureTokenProvider { _ in nil } }))
  }

  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  // MARK: Linking

  @Test func aSelectedProviderThatIsNotLinkedFailsAtOnceAndSaysWhichAre() throws {
    let error = #expect(throws: AuthError.self) {
      try client(#"{"provider":"privy","providers":{"privy":{}}}"#)
    }
    #expect(error?.code == .providerNotLinked)
    #expect(error?.message.contains("AuthPrivy") == true)
    #expect(error?.message.contains("code, fake, plain") == true)
  }

  @Test func otherBlocksAreLeftUnread() throws {
    _ = try client(#"{"provider":"fake","providers":{"fake":{},"privy":{"nonsense":[1,2]}}}"#)
  }

  @Test func providersThatTokensComeFromAreNeeded() throws {
    let json = #"{"provider":"fake","providers":{"fake":{"tokenProvider":{"session":"privy"}},"privy":{}}}"#
    #expect(throws: AuthError(.providerNotLinked, "")) { try client(json) }
  }

  @Test func aCircleOfTokenSourcesIsRefused() throws {
    let json = #"""
      {"provider":"fake","providers":{"fake":{"tokenProvider":{"session":"plain"}},
       "plain":{"tokenProvider":[{"env":"X"},{"session":"fake"}]}}}
      """#
    let error = #expect(throws: AuthError.self) { try client(json) }
    #expect(error?.code == .invalidConfiguration)
    #expect(error?.message.contains("fake → plain → fake") == true)
  }

  // MARK: Flows and sessions

  @Test func aCompletedSignInIsStoredAndSelectedBeforeItIsPublished() async throws {
    let store = MemorySessionStore()
    let auth = try client(#"{"provider":"code","providers":{"code":{}}}"#, store: store)
    let flow = auth.signIn(identifier: "jane@example.com")
    for await update in flow {
      if case .prompt = update { try await flow.submit(code: "123456") }
      if case .completed = update { #expect(try await store.list().count == 1) }
    }
    #expect(try await auth.session().subject == "jane@example.com")
    #expect(try await auth.storedSession()?.providerID == "code")
  }

  @Test func aFailedSignInLeavesTheEarlierSession() async throws {
    let auth = try client(#"{"provider":"code","providers":{"code":{}}}"#)
    try await signIn(auth, "jane@example.com")
    await #expect(throws: AuthError(.userNotFound, "")) { _ = try await auth.signIn(identifier: "unknown").result() }
    #expect(try await auth.session().subject == "jane@example.com")
  }

  @Test func aProofIsExchangedOnlyForSignInAndOnlyWhenWanted() async throws {
    let auth = try client(#"{"provider":"code","providers":{"code":{}}}"#)
    guard case .session(let session, _) = try await auth.signIn(identifier: "proof").result() else {
      Issue.record("not exchanged"); return
    }
    #expect(session.subject == "exchanged")
    var request = FlowRequest(identifier: "proof")
    request.exchange = false
    guard case .proof = try await auth.start(request).result() else { Issue.record("exchanged"); return }
    request = FlowRequest(identifier: "proof", purpose: .stepUp(action: "pay"))
    guard case .proof = try await auth.start(request).result() else { Issue.record("exchanged"); return }
  }

  @Test func aStepUpNeedsASignedInUser() async throws {
    let auth = try client(#"{"provider":"code","providers":{"code":{}}}"#)
    let request = FlowRequest(purpose: .stepUp(action: "pay"))
    await #expect(throws: AuthError(.notSignedIn, "")) { _ = try await auth.start(request).result() }
  }

  @Test func aTicketWorksOnce() async throws {
    let auth = try client(#"{"provider":"code","providers":{"code":{}}}"#)
    let flow = auth.signIn(identifier: "jane@example.com")
    var ticket: FlowTicket?
    for await update in flow {
      if case .prompt = update { ticket = try await flow.suspend() }
    }
    let used = try #require(ticket)
    let resumed = auth.resume(used)
    for await update in resumed {
      if case .prompt = update { try await resumed.submit(code: "123456") }
    }
    #expect(try await auth.session().subject == "resumed")
    await #expect(throws: AuthError(.flowExpired, "")) { _ = try await auth.resume(used).result() }
    await #expect(throws: AuthError(.invalidRequest, "")) {
      _ = try await auth.resume(FlowTicket(rawValue: "nonsense")).result()
    }
  }

  @Test func fallbackSessionsStayUsableUntilTheNewSignIn() async throws {
    let clock = ManualClock()
    let store = MemorySessionStore(clock: clock)
    let old = Session.sample("old", provider: "plain", created: clock.now())
    try await store.save(old)
    try await store.select(old.id, for: "plain")
    let json = #"{"provider":"code","fallback":["plain"],"providers":{"code":{},"plain":{}}}"#
    let auth = try client(json, clock: clock, store: store)
    #expect(try await auth.session().id == old.id)
    try await signIn(auth, "jane@example.com")
    #expect(try await auth.session().providerID == "code")
    #expect(try await store.load(old.id) != nil)
  }

  @Test func signingOutDeletesFirstAndSaysWhatIsLeft() async throws {
    let clock = ManualClock()
    let store = MemorySessionStore(clock: clock)
    let auth = try client(#"{"provider":"fake","providers":{"fake":{}}}"#, clock: clock, store: store)
    try await store.save(.sample(created: clock.now()))
    try await auth.select(SessionID("s1"))
    let result = try await auth.signOut()
    #expect(result.unrevoked.isEmpty && result.redirects.isEmpty)
    #expect(try await store.list().isEmpty)
    await #expect(throws: AuthError(.notSignedIn, "")) { _ = try await auth.signOut() }
  }

  // MARK: Requests

  @Test func credentialsGoToTheProvidersOriginsAlone() async throws {
    let transport = ScriptedTransport([])
    let auth = try client(#"{"provider":"fake","providers":{"fake":{}}}"#, transport: transport)
    for text in ["https://evil.example.com/", "http://api.example.com/", "https://api.example.com:8443/"] {
      let request = TransportRequest("GET", try url(text))
      await #expect(throws: AuthError(.originNotAllowed, "")) { _ = try await auth.send(request) }
    }
    #expect(transport.requests.isEmpty)
  }

  @Test func aProviderThatAuthorisesNothingFailsBeforeAnyRequest() async throws {
    let transport = ScriptedTransport([])
    let auth = try client(#"{"provider":"plain","providers":{"plain":{}}}"#, transport: transport)
    let request = TransportRequest("GET", try url("https://api.example.com/me"))
    await #expect(throws: AuthError(.requestAuthorizationUnsupported, "")) { _ = try await auth.send(request) }
    #expect(transport.requests.isEmpty)
  }

  @Test func aRefusedCredentialIsRenewedOnceAndTheRequestSentOnceMore() async throws {
    let clock = ManualClock()
    let store = MemorySessionStore(clock: clock)
    let transport = ScriptedTransport { (_) async throws(AuthError) in TransportResponse(status: 401) }
    let auth = try client(
      #"{"provider":"fake","providers":{"fake":{}}}"#, transport: transport, clock: clock, store: store)
    try await store.save(.sample(created: clock.now()))
    try await auth.select(SessionID("s1"))
    let response = try await auth.send(TransportRequest("GET", try url("https://api.example.com/me")))
    #expect(response.status == 401)
    #expect(transport.requests.count == 2, "no loop")
    #expect(try await store.load(SessionID("s1"))?.generation == 2)
  }

  private func signIn(_ auth: AuthClient, _ identifier: String) async throws {
    let flow = auth.signIn(identifier: identifier)
    for await update in flow {
      if case .prompt = update { try await flow.submit(code: "123456") }
      if case .failed(let error) = update { throw error }
    }
  }
}

/// A provider of the small code flow.
struct CodeProvider: SessionExchanging, FlowResuming, StepUp {
  typealias Configuration = FakeProvider.Configuration

  struct Performer: FlowPerformer {
    let id: ProviderID
    let identifier: String
    let clock: any AuthClock

    func perform(_ effect: CodeFlow.Effect) async throws(AuthError) -> CodeFlow.Outcome {
      switch effect {
      case .send where identifier == "unknown": throw AuthError(.userNotFound, "The user is not known.")
      case .verify:
        return .accepted(
          Session(
            id: SessionID("session-" + identifier), providerID: id, tenant: "tenant", subject: identifier,
            identifier: identifier, createdAt: clock.now()))
      case .send, .poll, .goodbye: return .code
      }
    }
  }

  let id: ProviderID
  let services: ProviderServices
  let tenant = "tenant"
  let methods: [MethodID] = [.emailOTP]
  let stepUpMethods: [MethodID] = [.emailOTP]
  let canExchange = true

  init(id: ProviderID, configuration: Configuration, services: ProviderServices) throws(AuthError) {
    self.id = id
    self.services = services
  }

  func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow {
    if request.identifier == "proof" {
      return ProviderFlow(ProofFlow(), performer: NoEffects())
    }
    return flow(request.identifier ?? "")
  }

  func resume(_ state: SuspendedFlow) throws(AuthError) -> ProviderFlow { flow("resumed") }

  func exchange(_ result: FlowResult, for request: FlowRequest) async throws(AuthError) -> FlowResult {
    guard case .proof = result else { return result }
    let session = Session(
      id: SessionID("x"), providerID: id, tenant: tenant, subject: "exchanged", createdAt: services.clock.now())
    return .session(session, isNewUser: false)
  }

  private func flow(_ identifier: String) -> ProviderFlow {
    ProviderFlow(
      CodeFlow(isSuspendable: true), performer: Performer(id: id, identifier: identifier, clock: services.clock))
  }
}

/// A flow that ends in a proof at once.
private struct ProofFlow: FlowLogic {
  typealias Effect = Never
  typealias Outcome = Never
  mutating func begin() -> FlowStep<Never> { .completed(.proof(ActionProof(token: Secret("t"), action: nil))) }
  mutating func answered(_ answer: FlowAnswer) -> FlowStep<Never> { .failed(.cancelled) }
  mutating func received(_ result: Result<Never, AuthError>) -> FlowStep<Never> { .failed(.cancelled) }
}

private struct NoEffects: FlowPerformer {
  func perform(_ effect: Never) async throws(AuthError) -> Never {}
}
