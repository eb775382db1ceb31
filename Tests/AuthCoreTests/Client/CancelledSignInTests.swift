import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

/// A sign-in that the user cancels while it is being completed.
@Suite(.timeLimit(.minutes(5))) struct CancelledSignInTests {
  private let store = MemorySessionStore()
  private let gate = Gate()

  private func client() throws -> AuthClient {
    try AuthClient(
      configuration: AuthConfiguration(["provider": "slow", "providers": ["slow": [:]]]),
      plugins: [ProviderPlugin("slow", product: "Slow", provider: SlowProvider.self)],
      services: ClientServices(provider: .testing(), sessionStore: store))
  }

  @Test("the session is neither stored nor selected, and its server is told") func cancelled() async throws {
    let auth = try client()
    let provider = try #require(try auth.provider() as? SlowProvider)
    provider.gate.withLock { $0 = gate }
    let flow = auth.start(FlowRequest(identifier: "jane@example.com"))
    for await update in flow {
      if case .prompt = update { break }
    }
    try await flow.submit(code: "123456")
    await gate.reached()
    flow.reset()
    gate.open()
    for await call in provider.calls { #expect(call == "revoke s1"); break }
    await auth.settle()
    #expect(try await store.list().isEmpty)
    #expect(try await auth.storedSession() == nil)
  }

  @Test("a sign-in that was not cancelled is stored") func completed() async throws {
    let auth = try client()
    let flow = auth.start(FlowRequest(identifier: "jane@example.com"))
    for await update in flow {
      if case .prompt = update { try await flow.submit(code: "123456") }
    }
    #expect(try await auth.session().id == SessionID("s1"))
  }
}

/// A provider whose flow ends in a session, and whose exchange waits at a gate.
private struct SlowProvider: SessionExchanging, SessionRevoking {
  typealias Configuration = FakeProvider.Configuration

  struct Performer: FlowPerformer {
    let provider: SlowProvider

    func perform(_ effect: CodeFlow.Effect) async throws(AuthError) -> CodeFlow.Outcome {
      switch effect {
      case .verify:
        .accepted(
          Session(
            id: SessionID("s1"), providerID: provider.id, tenant: provider.tenant, subject: "jane",
            tokens: SessionTokens(access: Secret("access")), createdAt: provider.services.clock.now()))
      case .send, .poll, .goodbye: .code
      }
    }
  }

  let id: ProviderID
  let services: ProviderServices
  let tenant = "tenant"
  let methods: [MethodID] = [.emailOTP]
  let canExchange = true
  let gate = SharedValue<Gate?>(nil)
  let calls: AsyncStream<String>
  private let called: AsyncStream<String>.Continuation

  init(id: ProviderID, configuration: Configuration, services: ProviderServices) throws(AuthError) {
    self.id = id
    self.services = services
    (calls, called) = AsyncStream.makeStream()
  }

  func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow {
    ProviderFlow(CodeFlow(), performer: Performer(provider: self))
  }

  func exchange(_ result: FlowResult, for request: FlowRequest) async throws(AuthError) -> FlowResult {
    await gate.withLock { $0 }?.pass()
    return result
  }

  func revocation(of session: Session) -> Revocation? { Revocation(session: session) }
  func revoke(_ revocation: Revocation) async throws(AuthError) { called.yield("revoke \(revocation.session.id)") }
}
