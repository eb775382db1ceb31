import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The flow of a signed-in user can take long, because it waits for the user. The engine can renew the session in the
/// meantime.
@Suite struct FlowSessionTests {
  private static let purposes: [FlowRequest.Purpose] = [
    .stepUp(action: "pay"), .enroll(.totp), .link(.emailOTP), .manage,
  ]

  private let clock = ManualClock()
  private let store: MemorySessionStore
  private let records: MemoryRecordStore
  /// The clients share one source, so that they do not generate the same tickets.
  private let random = SeededRandomSource(seed: 19)

  init() {
    store = MemorySessionStore(clock: clock)
    records = MemoryRecordStore(clock: clock)
  }

  private func client(_ type: String = "patient") throws -> AuthClient {
    var services = ProviderServices.testing(clock: clock)
    services.records = records
    services.random = random
    return try AuthClient(
      configuration: AuthConfiguration(["provider": "patient", "providers": ["patient": ["type": .string(type)]]]),
      plugins: [
        ProviderPlugin("patient", product: "Patient", provider: PatientProvider.self),
        ProviderPlugin("final", product: "Final", provider: FinalProvider.self),
      ],
      services: ClientServices(provider: services, sessionStore: store))
  }

  /// Returns a session whose credential is valid for 60 seconds.
  private func session(_ id: String = "s1") -> Session {
    Session(
      id: SessionID(id), providerID: "patient", tenant: "tenant", subject: "user of \(id)",
      tokens: SessionTokens(access: Secret("access-1")), createdAt: clock.now(),
      expiresAt: clock.now().addingTimeInterval(60))
  }

  private func signIn(_ id: String = "s1") async throws -> Session {
    let session = session(id)
    try await store.save(session)
    try await store.select(session.id, for: "patient")
    return session
  }

  private func prompted(_ flow: AuthFlow) async throws {
    for await update in flow {
      if case .prompt = update { return }
      if case .failed(let error) = update { throw error }
    }
  }

  /// Answers the flow's prompt after 65 seconds.
  ///
  /// - Parameters:
  ///   - flow: the flow.
  ///   - meanwhile: runs before the answer.
  ///   - repair: runs before the user answers a second time; nil if there is no second answer.
  private func finish(
    _ flow: AuthFlow, meanwhile: () async throws -> Void = {}, repair: (() throws -> Void)? = nil
  ) async throws {
    var repair = repair
    for await update in flow {
      switch update {
      case .prompt(_, let context):
        if let error = context.lastError {
          guard let once = repair else { throw error }
          repair = nil
          try once()
        } else {
          clock.advance(by: .seconds(65))
          try await meanwhile()
        }
        try await flow.submit(code: "123456")
      case .failed(let error): throw error
      case .idle, .working, .completed: continue
      }
    }
  }

  @Test("L19: a user may take longer than a credential lives", arguments: purposes)
  func takesLonger(_ purpose: FlowRequest.Purpose) async throws {
    let session = try await signIn()
    let auth = try client()
    try await finish(auth.start(FlowRequest(purpose: purpose)))
    #expect(try log(auth).value == ["s1 access-1", "s1 access-2"])
    #expect(try await auth.storedSession()?.generation == session.generation + 1, "renewed once, by the engine")
  }

  @Test("L19: a flow for an account that is not selected renews that one", arguments: purposes)
  func notSelected(_ purpose: FlowRequest.Purpose) async throws {
    let session = try await signIn()
    _ = try await signIn("s2")
    let auth = try client()
    try await finish(auth.start(FlowRequest(purpose: purpose, session: session)))
    #expect(try log(auth).value == ["s1 access-1", "s1 access-2"])
    #expect(try await store.load(SessionID("s2"))?.generation == 1)
  }

  @Test("L19: a switch while the flow runs does not hand it another user's session")
  func switched() async throws {
    _ = try await signIn()
    let auth = try client()
    try await finish(auth.start(FlowRequest(purpose: .enroll(.totp)))) {
      try await store.save(self.session("s2"))
      try await auth.select(SessionID("s2"))
    }
    #expect(try log(auth).value == ["s1 access-1", "s1 access-2"])
  }

  @Test("L19: a suspended flow continues with the session that is current when it is resumed")
  func resumed() async throws {
    _ = try await signIn()
    let flow = try client().start(FlowRequest(purpose: .enroll(.totp)))
    try await prompted(flow)
    let ticket = try await flow.suspend()
    let auth = try client()
    try await finish(auth.resume(ticket))
    #expect(try log(auth).value == ["s1 access-1", "s1 access-2"])
  }

  @Test("L19: a flow whose user has signed out meanwhile sends no credential of that user")
  func signedOut() async throws {
    for isNamed in [true, false] {
      let session = try await signIn()
      let request = FlowRequest(purpose: .enroll(.totp), session: isNamed ? session : nil)
      let auth = try client()
      await #expect(throws: AuthError(.notSignedIn, "")) {
        try await finish(auth.start(request)) { _ = try await auth.signOut() }
      }
      #expect(try log(auth).value == ["s1 access-1"])
    }
  }

  @Test(
    "L19: a flow that asks late for its session sends nothing of a user who has signed out", arguments: [false, true])
  func signedOutBeforeItAsked(_ isResumed: Bool) async throws {
    _ = try await signIn()
    let auth = try client()
    try log(auth).asksLate.withLock { $0 = true }
    var flow = auth.start(FlowRequest(purpose: .enroll(.totp)))
    if isResumed {
      try await prompted(flow)
      flow = auth.resume(try await flow.suspend())
    }
    await #expect(throws: AuthError(.notSignedIn, "")) { try await finish(flow) { _ = try await auth.signOut() } }
    #expect(try log(auth).value.isEmpty)
  }

  @Test("L19: a failed renewal keeps the flow, and its user can answer again")
  func unreachable() async throws {
    _ = try await signIn()
    let auth = try client()
    let log = try log(auth)
    log.failure.withLock { $0 = AuthError(.network, "Down.") }
    try await finish(auth.start(FlowRequest(purpose: .enroll(.totp)))) {
    } repair: {
      log.failure.withLock { $0 = nil }
    }
    #expect(log.value == ["s1 access-1", "s1 access-2"])
  }

  @Test("L19: a session that is not stored here, or cannot be renewed, is used as it was passed in")
  func asGiven() async throws {
    let unstored = session("unstored")
    let auth = try client()
    try await finish(auth.start(FlowRequest(purpose: .enroll(.totp), session: unstored)))
    #expect(try log(auth).value == ["unstored access-1", "unstored access-1"])
    _ = try await signIn()
    let other = try client("final")
    try await finish(other.start(FlowRequest(purpose: .enroll(.totp))))
    #expect(try log(other).value == ["s1 access-1", "s1 access-1"])
  }

  @Test("L19: a request that no client started uses its session as it is")
  func unstarted() async throws {
    #expect(try await FlowRequest().currentSession() == nil)
    let session = session()
    #expect(try await FlowRequest(session: session).currentSession() == session)
  }

  private func log(_ auth: AuthClient) throws -> PatientLog {
    switch try auth.provider() {
    case let provider as PatientProvider: provider.log
    case let provider as FinalProvider: provider.log
    case let other: throw AuthError(.internalError, "\(type(of: other))")
    }
  }
}

/// The credentials of the requests.
private final class PatientLog: Sendable {
  let used = Locked<[String]>([])
  let failure = Locked<AuthError?>(nil)
  /// Whether only the last request needs the session.
  let asksLate = Locked(false)
  var value: [String] { used.withLock { $0 } }
}

/// A performer that sends every request with the session's credential.
private struct PatientPerformer: FlowPerformer {
  let providerID: ProviderID
  let request: FlowRequest
  let log: PatientLog

  func perform(_ effect: CodeFlow.Effect) async throws(AuthError) -> CodeFlow.Outcome {
    if log.asksLate.withLock({ $0 }), case .send = effect { return .code }
    guard let session = try await request.currentSession() else { throw AuthError(.notSignedIn, "No user.") }
    log.used.withLock { $0.append("\(session.id) " + (session.tokens.access?.revealText() ?? "none")) }
    if case .verify = effect { return .accepted(session) }
    return .code
  }
}

private struct PatientProvider: SessionRefreshing, StepUp, CredentialEnrolling, FlowResuming, SessionRevoking {
  typealias Configuration = FakeProvider.Configuration
  let id: ProviderID
  let tenant = "tenant"
  let methods: [MethodID] = [.emailOTP]
  let stepUpMethods: [MethodID] = [.emailOTP]
  let enrollableMethods: [MethodID] = [.totp]
  let services: ProviderServices
  let log = PatientLog()

  init(id: ProviderID, configuration: Configuration, services: ProviderServices) throws(AuthError) {
    self.id = id
    self.services = services
  }

  func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow {
    ProviderFlow(
      CodeFlow(isSuspendable: true), performer: PatientPerformer(providerID: id, request: request, log: log))
  }

  func resume(_ flow: SuspendedFlow) throws(AuthError) -> ProviderFlow { try start(flow.request) }

  func refresh(_ session: Session, token: Secret?) async throws(AuthError) -> RefreshOutcome {
    if let failure = log.failure.withLock({ $0 }) { throw failure }
    var next = session
    next.tokens.access = Secret("access-\(session.generation + 1)")
    next.createdAt = services.clock.now()
    next.expiresAt = services.clock.now().addingTimeInterval(60)
    return .refreshed(next)
  }

  func revocation(of session: Session) -> Revocation? { nil }
  func revoke(_ revocation: Revocation) async throws(AuthError) {}
}

/// A provider that cannot renew.
private struct FinalProvider: StepUp, CredentialEnrolling {
  typealias Configuration = FakeProvider.Configuration
  let id: ProviderID
  let tenant = "tenant"
  let methods: [MethodID] = [.emailOTP]
  let stepUpMethods: [MethodID] = [.emailOTP]
  let enrollableMethods: [MethodID] = [.totp]
  let services: ProviderServices
  let log = PatientLog()

  init(id: ProviderID, configuration: Configuration, services: ProviderServices) throws(AuthError) {
    self.id = id
    self.services = services
  }

  func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow {
    ProviderFlow(CodeFlow(), performer: PatientPerformer(providerID: id, request: request, log: log))
  }
}
