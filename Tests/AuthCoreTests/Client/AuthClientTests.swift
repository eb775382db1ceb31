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

  @Test func aTypingErrorInATypeIsAnsweredWithTheNearestOne() throws {
    let error = #expect(throws: AuthError.self) { try client(#"{"provider":"a","providers":{"a":{"type":"fakes"}}}"#) }
    #expect(error?.message.contains("Did you mean 'fake'?") == true)
    #expect(error?.fieldErrors.first?.field == "$.providers.a")
    let alone = #expect(throws: AuthError.self) {
      try client(#"{"provider":"fake","providers":{"fake":{}}}"#, plugins: [])
    }
    #expect(alone?.message.contains("none is") == true)
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

  @Test func aCallThatNamesAProviderIsAnsweredByItWhateverIsInMemory() async throws {
    let clock = ManualClock()
    let store = MemorySessionStore(clock: clock)
    let auth = try client(#"{"provider":"fake","providers":{"fake":{},"plain":{}}}"#, clock: clock, store: store)
    for provider in [ProviderID("fake"), "plain"] {
      let session = Session.sample("of \(provider)", provider: provider, created: clock.now())
      try await store.save(session)
      try await auth.select(session.id)
    }
    for provider in [ProviderID("fake"), "plain", "fake"] {
      #expect(try await auth.session(provider: provider).id == SessionID("of \(provider)"))
    }
    #expect(try await auth.session().id == SessionID("of fake"))
    _ = try await auth.signOut(provider: "plain")
    let error = await #expect(throws: AuthError.self) { _ = try await auth.session(provider: "plain") }
    #expect(error?.code == .notSignedIn && error?.provider == "plain")
  }

  @Test func aTokenProviderThatIsSetByCodeIsThatOfTheNamedInstanceElseOfTheConfiguredOne() async throws {
    let auth = try client(#"{"provider":"fake","providers":{"fake":{},"plain":{},"code":{}}}"#)
    try auth.setTokenProvider(ClosureTokenProvider { _ in Secret("of plain") }, provider: "plain")
    try auth.setTokenProvider(ClosureTokenProvider { _ in Secret("of fake") })
    for (provider, token) in [(ProviderID("plain"), "of plain"), ("fake", "of fake")] {
      let services = try auth.instance(provider).services
      #expect(try await services.token(for: TokenRequest(.appIdentity, providerID: provider)) == Secret(token))
    }
    let services = try auth.instance("code").services
    await #expect(throws: AuthError(.tokenRequired, "")) {
      _ = try await services.token(for: TokenRequest(.appIdentity, providerID: "code"))
    }
  }

  @Test func theStateOfAnInstanceThatDoesNotExistIsSignedOut() async throws {
    let auth = try client(#"{"provider":"fake","providers":{"fake":{}}}"#)
    var states = auth.states(provider: "missing").makeAsyncIterator()
    #expect(await states.next() == .signedOut(.never))
  }

  @Test func storedSessionsAreListedNewestFirst() async throws {
    let clock = ManualClock()
    let store = MemorySessionStore(clock: clock)
    let auth = try client(#"{"provider":"fake","providers":{"fake":{}}}"#, clock: clock, store: store)
    let ages = [3, 7, 1, 5, 8, 2, 6, 4]
    for age in ages {
      try await store.save(.sample("\(age)", created: clock.now().addingTimeInterval(-Double(age))))
    }
    #expect(try await auth.sessions().map(\.id.rawValue) == ages.sorted().map(String.init))
  }

  @Test func aCancelledFlowStoresNothingOfAnExchangeThatEndsLater() async throws {
    let store = MemorySessionStore()
    let auth = try client(#"{"provider":"code","providers":{"code":{}}}"#, store: store)
    let provider = try #require(try auth.provider() as? CodeProvider)
    let gate = Gate()
    provider.exchangeGate.withLock { $0 = gate }
    let (released, continuation) = AsyncStream<Void>.makeStream()
    func cancelDuringTheExchange() async {
      let anchor = Anchor { continuation.finish() }
      let flow = auth.start(
        FlowRequest(identifier: "proof", passkey: PasskeyOptions(presentationAnchor: anchor)))
      await gate.reached()
      flow.reset()
      gate.open()
    }
    await cancelDuringTheExchange()
    // The request is released when the flow's last task has ended.
    for await _ in released {}
    #expect(try await store.list().isEmpty)
  }

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

/// A provider with `CodeFlow`.
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
  /// A gate at which an exchange waits until a test opens it; nil for none.
  let exchangeGate = SharedValue<Gate?>(nil)

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
    await exchangeGate.withLock { $0 }?.pass()
    let session = Session(
      id: SessionID("x"), providerID: id, tenant: tenant, subject: "exchanged", createdAt: services.clock.now())
    return .session(session, isNewUser: false)
  }

  private func flow(_ identifier: String) -> ProviderFlow {
    ProviderFlow(
      CodeFlow(isSuspendable: true), performer: Performer(id: id, identifier: identifier, clock: services.clock))
  }
}

/// An object that calls a closure when it is deallocated.
private final class Anchor: Sendable {
  private let released: @Sendable () -> Void
  init(released: @escaping @Sendable () -> Void) { self.released = released }
  deinit { released() }
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
