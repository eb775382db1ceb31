import AuthCore
import AuthStorage
import AuthTesting
import TestSupport

/// A provider whose flows end at once, with the capabilities that the models show.
struct FakeProvider: AuthProvider, StepUp, CredentialEnrolling, AccountLinking, SessionRevoking, ChallengeApproving {
  struct Configuration: ProviderConfiguration {
    init(reading reader: inout ConfigurationReader) throws(AuthError) {}
  }

  /// The pending challenges and the decisions.
  final class Desk: Sendable {
    let pending = Locked<[PendingChallenge]>([])
    let decisions = Locked<[String]>([])
  }

  let id: ProviderID
  let services: ProviderServices
  let desk = Desk()
  let tenant = "tenant"
  let methods: [MethodID] = [.emailOTP, .passkey]
  let stepUpMethods: [MethodID] = [.totp]
  let enrollableMethods: [MethodID] = [.totp]
  let linkableMethods: [MethodID] = [.oauth("google")]

  init(id: ProviderID, configuration: Configuration, services: ProviderServices) throws(AuthError) {
    self.id = id
    self.services = services
  }

  func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow {
    let logic = FakeFlow(provider: self, request: request)
    return ProviderFlow(logic, performer: logic)
  }

  func unlink(_ credential: String, from session: Session) async throws(AuthError) {}

  func revocation(of session: Session) -> Revocation? {
    let page = SignOutRedirect(url: Prompts.page, callbackScheme: "app", providerID: id)
    return Revocation(session: session, redirect: page)
  }

  func revoke(_ revocation: Revocation) async throws(AuthError) { throw AuthError(.network, "No network.") }

  func pending() async throws(AuthError) -> [PendingChallenge] { desk.pending.withLock { $0 } }

  func approve(_ id: String, number: String?) async throws(AuthError) {
    if number == "13" { throw AuthError(.approvalDenied, "The numbers differ.") }
    decide("approve \(id) \(number ?? "-")", id)
  }

  func deny(_ id: String) async throws(AuthError) { decide("deny \(id)", id) }

  private func decide(_ text: String, _ id: String) {
    desk.decisions.withLock { $0.append(text) }
    desk.pending.withLock { $0.removeAll { $0.id == id } }
  }
}

/// A sign-in that asks nothing, a step-up that asks for a code, and a page for identifier `page`.
struct FakeFlow: FlowLogic, FlowPerformer {
  let provider: FakeProvider
  let request: FlowRequest

  mutating func begin() -> FlowStep<Bool> {
    switch request.purpose {
    case .signIn where request.identifier == "page":
      .prompt(.redirect(RedirectPrompt(url: Prompts.page, callbackScheme: "app")), PromptContext())
    case .signIn where request.identifier == "page with a state":
      .prompt(
        .redirect(RedirectPrompt(url: Prompts.page, callbackScheme: "app", callbackState: "s-1")), PromptContext())
    case .signIn: .perform(true, .request)
    default: .prompt(.enterTOTP(TOTPPrompt()), PromptContext())
    }
  }

  mutating func answered(_ answer: FlowAnswer) -> FlowStep<Bool> { .perform(true, .request) }

  mutating func received(_ result: Result<Bool, AuthError>) -> FlowStep<Bool> {
    guard case .stepUp(let action) = request.purpose else {
      return .completed(.session(session, isNewUser: false))
    }
    return .completed(.proof(ActionProof(token: Secret("t"), action: action)))
  }

  func perform(_ effect: Bool) async throws(AuthError) -> Bool { effect }

  private var session: Session {
    let name = request.identifier ?? "guest"
    return Session(
      id: SessionID("\(provider.id)-\(name)"), providerID: provider.id, tenant: provider.tenant, subject: name,
      identifier: name, tokens: SessionTokens(access: Secret("a")), createdAt: provider.services.clock.now())
  }
}

extension AuthClient {
  /// A client of two instances, `one` and `two`, and of a third that is not linked.
  static func fake(
    clock: ManualClock = ManualClock(Prompts.start), store: any SessionStore = MemorySessionStore(),
    records: any RecordStore = MemoryRecordStore(), fallback: [JSONValue] = [], seed: UInt64 = 1
  ) throws(AuthError) -> AuthClient {
    try AuthClient(
      configuration: AuthConfiguration([
        "provider": "one", "fallback": .array(fallback),
        "providers": ["one": ["type": "fake"], "two": ["type": "fake"], "three": ["type": "absent"]],
      ]),
      plugins: [ProviderPlugin("fake", product: "AuthFake", provider: FakeProvider.self)],
      services: ClientServices(
        provider: ProviderServices(
          transport: ScriptedTransport([]), keys: KeyRing(MemoryKeyStore()), records: records,
          clock: clock, random: SeededRandomSource(seed: seed)),
        sessionStore: store, program: "app \(seed)"))
  }
}
