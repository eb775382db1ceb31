import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A flow that another process resumes is the same as the flow that was started. After its suspension, the first
/// process changes nothing.
@Suite struct SuspendedFlowTests {
  private let clock = ManualClock()
  private let store: MemorySessionStore
  private let records: GatedRecords
  /// The clients share one source, so that they do not generate the same tickets.
  private let random = SeededRandomSource(seed: 4)

  init() {
    store = MemorySessionStore(clock: clock)
    records = GatedRecords(MemoryRecordStore(clock: clock))
  }

  private func client(
    _ transport: any HTTPTransport = ScriptedTransport { _ in TransportResponse(status: 200) }
  ) throws -> AuthClient {
    var services = ProviderServices.testing(transport: transport, clock: clock)
    services.records = records
    services.random = random
    return try AuthClient(
      configuration: AuthConfiguration(parsing: #"{"provider":"pausing","providers":{"pausing":{}}}"#.utf8),
      plugins: [ProviderPlugin("pausing", product: "Pausing", provider: PausingProvider.self)],
      services: ClientServices(
        provider: services, sessionStore: store,
        makeTokenProvider: { (_) throws(AuthError) in ClosureTokenProvider { _ in nil } }))
  }

  private func prompted(_ flow: AuthFlow) async throws {
    for await update in flow {
      if case .prompt = update { return }
      if case .failed(let error) = update { throw error }
    }
  }

  private func suspended(_ request: FlowRequest) async throws -> FlowTicket {
    let flow = try client().start(request)
    try await prompted(flow)
    return try await flow.suspend()
  }

  private func signedIn(_ id: String = "s1") async throws -> Session {
    let session = Session.sample(id, provider: "pausing", created: clock.now())
    try await store.save(session)
    try await store.select(session.id, for: "pausing")
    return session
  }

  private func finish(_ flow: AuthFlow) async throws -> FlowResult {
    try await prompted(flow)
    try await flow.submit(code: "123456")
    return try await flow.result()
  }

  private func flowRecords() async throws -> [String] {
    try await records.namespaced("pausing").keys().filter { $0.hasPrefix("flow/") }
  }

  // MARK: The request

  @Test("L4: a resumed flow keeps purpose, method, identifier, profile and exchange")
  func request() async throws {
    _ = try await signedIn()
    let purposes: [FlowRequest.Purpose] = [
      .signIn, .signUp, .enroll(.passkey), .stepUp(action: "pay"), .link(.emailOTP), .manage,
    ]
    for purpose in purposes {
      for exchange in [true, false] {
        let url = try #require(URL(string: "https://app.example.com/back"))
        var request = FlowRequest(
          identifier: "jane@example.com", purpose: purpose, method: .emailOTP, redirectURL: url, exchange: exchange)
        request.profile = FlowProfile(displayName: "Jane", userName: "jane", parameters: ["plan": "free"])
        let auth = try client()
        let flow = auth.resume(try await suspended(request))
        try await prompted(flow)
        let given = try #require(try provider(auth).log.withLock { $0.last?.request })
        #expect(given.purpose == purpose && given.exchange == exchange && given.method == .emailOTP)
        #expect(given.identifier == "jane@example.com" && given.redirectURL == url)
        #expect(given.profile.displayName == "Jane" && given.profile.userName == "jane")
        #expect(given.profile.parameters == ["plan": "free"])
        flow.reset()
      }
    }
  }

  @Test("L4: a resumed step-up is not a sign-in, and is not exchanged for a session")
  func stepUp() async throws {
    let session = try await signedIn()
    let ticket = try await suspended(FlowRequest(purpose: .stepUp(action: "pay")))
    let auth = try client()
    _ = try await finish(auth.resume(ticket))
    let log = try provider(auth).log.withLock { $0 }
    #expect(log.map(\.name) == ["resume"], "the proof is not exchanged")
    #expect(log.first?.request.session?.id == session.id)
  }

  @Test("L4: a resumed sign-in is exchanged with its own request, if that asks for an exchange")
  func exchange() async throws {
    for exchange in [true, false] {
      let ticket = try await suspended(FlowRequest(identifier: "jane@example.com", exchange: exchange))
      let auth = try client()
      _ = try await finish(auth.resume(ticket))
      let exchanged = try provider(auth).log.withLock { $0.filter { $0.name == "exchange" } }
      #expect(exchanged.map(\.request.identifier) == (exchange ? ["jane@example.com"] : []))
    }
  }

  @Test("L4: a flow is resumed for its own user, not for the selected one, and not after that user has signed out")
  func session() async throws {
    let session = try await signedIn()
    let ticket = try await suspended(FlowRequest(purpose: .manage))
    let second = try await suspended(FlowRequest(purpose: .manage))
    _ = try await signedIn("s2")
    let auth = try client()
    try await prompted(auth.resume(ticket))
    #expect(try provider(auth).log.withLock { $0.last?.request.session?.id } == session.id)
    try await store.delete(session.id)
    await #expect(throws: AuthError(.notSignedIn, "")) { try await prompted(auth.resume(second)) }
  }

  @Test("a flow is not resumed for a session of another tenant, and the ticket stays valid")
  func anotherTenant() async throws {
    let session = try await signedIn()
    let ticket = try await suspended(FlowRequest(purpose: .manage))
    try await store.save(
      Session(
        id: session.id, providerID: "pausing", tenant: "elsewhere", subject: session.subject, createdAt: clock.now()))
    let auth = try client()
    await #expect(throws: AuthError(.invalidRequest, "")) { try await prompted(auth.resume(ticket)) }
    try await store.save(session)
    try await prompted(auth.resume(ticket))
    #expect(try provider(auth).log.withLock { $0.last?.request.session?.id } == session.id)
  }

  @Test("L4: a flow that an earlier release suspended can be resumed")
  func earlierRelease() async throws {
    let ticket = FlowTicket(providerID: "pausing", key: "key")
    try await records.namespaced("pausing").replace(Secret(#"{"step":"code"}"#), for: ticket.recordKey)
    clock.advance(by: .seconds(365 * 86400))
    let auth = try client()
    try await prompted(auth.resume(ticket))
    #expect(try provider(auth).log.withLock { $0.last?.state } == ["step": "code"])
  }

  @Test("L21: an abandoned flow of an earlier release is removed in time, too")
  func earlierReleaseExpiry() async throws {
    let ticket = FlowTicket(providerID: "pausing", key: "key")
    try await records.namespaced("pausing").replace(Secret(#"{"step":"code"}"#), for: ticket.recordKey)
    _ = try await suspended(FlowRequest(identifier: "jane@example.com"))
    clock.advance(by: .seconds(3600))
    let last = try await suspended(FlowRequest(identifier: "jane@example.com"))
    #expect(try await flowRecords() == [last.recordKey])
  }

  private func provider(_ auth: AuthClient) throws -> PausingProvider {
    try #require(try auth.provider("pausing") as? PausingProvider)
  }

  // MARK: Suspension

  @Test("L21: a flow takes no answer and does not poll while it is being suspended", arguments: [true, false])
  func whileSuspending(isApproval: Bool) async throws {
    let gate = Gate()
    let auth = try client()
    let flow = auth.start(FlowRequest(identifier: isApproval ? "approval" : "jane@example.com"))
    try await prompted(flow)
    records.hold(behind: gate)
    let suspending = Task { try await flow.suspend() }
    await gate.reached()
    #expect(clock.sleeperCount == 0, "no poll is due")
    if isApproval {
      await #expect(throws: AuthError(.flowBusy, "")) { try await flow.poll() }
      clock.advance(by: .seconds(60))
    } else {
      await #expect(throws: AuthError(.flowBusy, "")) { try await flow.submit(code: "123456") }
    }
    await #expect(throws: AuthError(.flowBusy, "")) { try await flow.suspend() }
    records.hold(behind: nil)
    gate.open()
    let ticket = try await suspending.value
    let effects = try provider(auth).effects.withLock { $0 }
    #expect(effects == ["send"])
    try await prompted(try client().resume(ticket))
  }

  @Test("L21: a flow is suspended after the response to a poll that is under way") func duringAPoll() async throws {
    let gate = Gate()
    let auth = try client()
    let flow = auth.start(FlowRequest(identifier: "approval"))
    try await prompted(flow)
    let provider = try provider(auth)
    provider.pollGate.withLock { $0 = gate }
    try await flow.poll()
    await gate.reached()
    let suspending = Task { try await flow.suspend() }
    provider.pollGate.withLock { $0 = nil }
    gate.open()
    let ticket = try await suspending.value
    #expect(provider.effects.withLock { $0 } == ["send", "poll"])
    try await prompted(try client().resume(ticket))
  }

  @Test("a suspended flow of a later version is refused by name, and its ticket stays valid") func laterVersion()
    async throws
  {
    let ticket = try await suspended(FlowRequest(identifier: "jane@example.com"))
    let own = records.namespaced("pausing")
    let record = try #require(try await own.read(ticket.recordKey))
    let later = record.value.revealText().replacing(#""version":1"#, with: #""version":2"#)
    try await own.replace(Secret(later), for: ticket.recordKey)
    await #expect(throws: AuthError(.storeVersion, "")) { try await prompted(try client().resume(ticket)) }
    try await own.replace(record.value, for: ticket.recordKey)
    try await prompted(try client().resume(ticket))
  }

  @Test("L21: a flow that could not be suspended continues, including its polling", arguments: [true, false])
  func notSuspended(isApproval: Bool) async throws {
    let auth = try client()
    let flow = auth.start(FlowRequest(identifier: isApproval ? "approval" : "jane@example.com"))
    try await prompted(flow)
    records.fail(with: AuthError(.storeFull, "Full."))
    await #expect(throws: AuthError(.storeFull, "")) { try await flow.suspend() }
    if isApproval {
      clock.advance(by: .seconds(60))
      try await flow.poll()
    } else {
      try await flow.submit(code: "123456")
      guard case .session = try await flow.result() else { throw AuthError(.internalError, "no session") }
    }
  }

  @Test("L21: a flow that is reset while it is being suspended leaves no record")
  func resetWhileSuspending() async throws {
    let gate = Gate()
    let flow = try client().start(FlowRequest(identifier: "jane@example.com"))
    try await prompted(flow)
    records.hold(behind: gate)
    let suspending = Task { try await flow.suspend() }
    await gate.reached()
    flow.reset()
    records.hold(behind: nil)
    gate.open()
    await #expect(throws: AuthError.cancelled) { try await suspending.value }
    #expect(try await flowRecords() == [])
  }

  @Test("L21: records of abandoned flows are removed in time")
  func expiry() async throws {
    let first = try await suspended(FlowRequest(identifier: "jane@example.com"))
    clock.advance(by: .seconds(1800))
    let second = try await suspended(FlowRequest(identifier: "jane@example.com"))
    #expect(try await flowRecords().count == 2)
    clock.advance(by: .seconds(1800))
    let third = try await suspended(FlowRequest(identifier: "jane@example.com"))
    #expect(try await flowRecords().sorted() == [second.recordKey, third.recordKey].sorted())
    await #expect(throws: AuthError(.flowExpired, "")) { try await client().resume(first).result() }
    clock.advance(by: .seconds(3600))
    await #expect(throws: AuthError(.flowExpired, "")) { try await client().resume(second).result() }
    #expect(try await flowRecords() == [])
  }

  @Test("L21: a flow stays suspended for an hour by this machine's clock, however far that is ahead of the server's")
  func clockAhead() async throws {
    let date = HTTPDate.encode(clock.now().addingTimeInterval(-7200))
    let auth = try client(ScriptedTransport { _ in TransportResponse(status: 200, headers: ["Date": date]) })
    let services = try auth.instance("pausing").services
    _ = try await services.transport.send(try TransportRequest("GET", "https://api.example.com/"))
    #expect(services.clock.now() < clock.now().addingTimeInterval(-7000))
    let flow = auth.start(FlowRequest(identifier: "jane@example.com"))
    try await prompted(flow)
    let ticket = try await flow.suspend()
    // A new process has received no response of a server yet.
    try await prompted(try client().resume(ticket))
  }
}

/// Records whose writes a test can delay or fail.
private final class GatedRecords: RecordStore {
  private struct Behaviour {
    var gate: Gate?
    var failure: AuthError?
  }

  private let inner: any RecordStore
  private let behaviour: Locked<Behaviour>
  private let parent: GatedRecords?

  init(_ inner: any RecordStore, parent: GatedRecords? = nil) {
    self.inner = inner
    self.parent = parent
    behaviour = Locked(Behaviour())
  }

  func hold(behind gate: Gate?) { behaviour.withLock { $0.gate = gate } }
  func fail(with error: AuthError?) { behaviour.withLock { $0.failure = error } }
  private var current: (gate: Gate?, failure: AuthError?) {
    parent?.current ?? behaviour.withLock { ($0.gate, $0.failure) }
  }

  func read(_ key: String) async throws(AuthError) -> Record? { try await inner.read(key) }
  func write(_ value: Secret, for key: String, expecting expected: UInt64?) async throws(AuthError) -> UInt64? {
    if let failure = current.failure { throw failure }
    await current.gate?.pass()
    return try await inner.write(value, for: key, expecting: expected)
  }
  func remove(_ key: String, expecting expected: UInt64?) async throws(AuthError) -> Bool {
    try await inner.remove(key, expecting: expected)
  }
  func keys() async throws(AuthError) -> [String] { try await inner.keys() }
  func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result {
    try await inner.withLock(on: name, body)
  }
  func namespaced(_ name: String) -> any RecordStore { GatedRecords(inner.namespaced(name), parent: parent ?? self) }
}

/// A provider whose flows can be suspended, and that logs its calls.
private struct PausingProvider: SessionExchanging, FlowResuming, StepUp {
  typealias Configuration = FakeProvider.Configuration

  struct Entry: Sendable {
    let name: String
    let request: FlowRequest
    var state: JSONValue?
  }

  struct Performer: FlowPerformer {
    let provider: PausingProvider
    let request: FlowRequest

    func perform(_ effect: CodeFlow.Effect) async throws(AuthError) -> CodeFlow.Outcome {
      provider.effects.withLock { $0.append("\(effect)") }
      switch effect {
      case .verify:
        if let session = request.session { return .accepted(session) }
        return .accepted(
          Session(
            id: SessionID("new"), providerID: provider.id, tenant: provider.tenant, subject: "user",
            createdAt: provider.services.clock.now()))
      case .poll:
        await provider.pollGate.withLock { $0 }?.pass()
        return .approval(ApprovalPrompt())
      case .send where request.identifier == "approval": return .approval(ApprovalPrompt())
      case .send, .goodbye: return .code
      }
    }
  }

  let id: ProviderID
  let services: ProviderServices
  let log = SharedValue<[Entry]>([])
  let effects = SharedValue<[String]>([])
  /// A gate at which a poll waits until a test opens it; nil for none.
  let pollGate = SharedValue<Gate?>(nil)
  let tenant = "tenant"
  let methods: [MethodID] = [.emailOTP]
  let stepUpMethods: [MethodID] = [.emailOTP]
  let canExchange = true

  init(id: ProviderID, configuration: Configuration, services: ProviderServices) throws(AuthError) {
    self.id = id
    self.services = services
  }

  func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow { flow(request) }

  func resume(_ flow: SuspendedFlow) throws(AuthError) -> ProviderFlow {
    log.withLock { $0.append(Entry(name: "resume", request: flow.request, state: flow.state)) }
    return self.flow(flow.request)
  }

  func exchange(_ result: FlowResult, for request: FlowRequest) async throws(AuthError) -> FlowResult {
    log.withLock { $0.append(Entry(name: "exchange", request: request)) }
    return result
  }

  private func flow(_ request: FlowRequest) -> ProviderFlow {
    ProviderFlow(CodeFlow(isSuspendable: true), performer: Performer(provider: self, request: request))
  }
}
