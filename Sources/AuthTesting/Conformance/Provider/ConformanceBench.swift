import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One app and one server for one law: stores, clock, randomness, observer, and the connection between them.
struct ConformanceBench: Sendable {
  let fixture: ProviderFixture
  let clock: ManualClock
  let server: ConformanceServer
  let wire: ConformanceWire
  let sessions = ConformanceSessionStore()
  let records = ConformanceRecordStore()
  let observer = RecordingObserver()
  let answers = AnswerBook()
  let journal = FlowJournal()
  private let keys: KeyRing
  private let passkeys: (any PasskeyAuthenticator)?
  private let random = SeededRandomSource(seed: 7)

  init(_ fixture: ProviderFixture) async throws {
    self.fixture = fixture
    clock = ManualClock()
    server = try await fixture.makeServer(clock)
    wire = ConformanceWire(to: server.transport, clock: clock)
    keys = fixture.makeKeys()
    passkeys = fixture.makePasskeys()
  }

  var providerID: ProviderID { fixture.providerID }

  /// Creates a client on the bench's stores. The first client is the app; a second client simulates a restart.
  ///
  /// - Parameters:
  ///   - skew: how far the device's clock is ahead of the server's clock; negative if it is behind.
  ///   - configuration: the provider's configuration block; nil for the block of the server.
  func client(skewedBy skew: Duration = .zero, configuration: JSONObject? = nil) throws -> AuthClient {
    var block = configuration ?? server.configuration
    if block["type"] == nil { block["type"] = .string(fixture.plugin.type) }
    let id = providerID.rawValue
    var services = ProviderServices(
      transport: wire, keys: keys, records: records, passkeys: passkeys,
      clock: SkewedClock(base: clock, skew: skew.seconds), random: random, observer: observer)
    if let tokenProvider = server.tokenProvider { services.tokenProvider = tokenProvider }
    return try AuthClient(
      configuration: AuthConfiguration(["provider": .string(id), "providers": .object([id: .object(block)])]),
      plugins: [fixture.plugin], services: ClientServices(provider: services, sessionStore: sessions))
  }

  /// Starts a flow, by default the fixture's sign-in, and returns its driver.
  func begin(_ client: AuthClient, _ request: FlowRequest? = nil) -> FlowDriver {
    FlowDriver(client.start(request ?? fixture.request), on: self, of: request)
  }

  /// Signs a user in.
  func signIn(_ client: AuthClient) async throws -> Session {
    var driver = begin(client)
    return try await driver.session()
  }

  /// Returns the right answer to a prompt.
  ///
  /// - Parameters:
  ///   - prompt: the prompt.
  ///   - context: the context that the flow shows with the prompt.
  ///   - request: the request of the flow that shows the prompt; nil for the fixture's.
  func answer(
    _ prompt: Prompt, _ context: PromptContext, to request: FlowRequest? = nil
  ) async throws -> FlowAnswer {
    let request = request ?? fixture.request
    if let answer = try await server.answer(prompt, context) {
      if case .redirect(let page) = prompt, case .callback(let url) = answer {
        try require(page.takes(url), "the answer is a callback with the scheme and the state of the prompt's page")
      }
      return answer
    }
    switch (prompt, request.identifier) {
    case (.selectMethod(let options), _):
      let wanted = options.first { $0.id == request.method } ?? options.first
      if let wanted { return .method(wanted.id) }
    case (.selectAccount(let options), _): if let first = options.first { return .account(first.id) }
    case (.enterEmail, let address?): return .email(address)
    case (.enterPhone, let number?): return .phone(number)
    case (.awaitApproval, _): return .poll
    default: break
    }
    throw BrokenLaw(reason: "the fixture has no answer to '\(prompt.name)': return one from ConformanceServer.answer")
  }

  /// Returns the session that is stored and selected; nil if no session is selected.
  func storedSession() async throws -> Session? {
    guard let id = try await sessions.selection(for: providerID) else { return nil }
    return try await sessions.load(id)
  }

  /// Advances the clock past the session's expiry, or to 15 s before the expiry if the vendor does not renew expired
  /// sessions.
  ///
  /// - Throws: `NotApplicable` if the session has no `expiresAt`.
  func expire(_ session: Session) throws {
    let expiresAt = try applicable(session.expiresAt, "the provider's sessions have no expiresAt")
    let rest = fixture.renewsExpired ? -1.0 : 15.0
    clock.advance(by: Duration(fractionalSeconds: expiresAt.timeIntervalSince(clock.now()) - rest))
  }

  /// Returns every secret: the tokens of every session that was ever stored, the secrets in every answer, and the
  /// server's `secrets`.
  func secrets() async throws -> [String] {
    var found = answers.secrets + (try await server.secrets?() ?? [])
    for record in sessions.written {
      let tokens = try SessionRecord.decode(record).tokens
      let all = [tokens.access, tokens.refresh, tokens.identity] + tokens.other.values.map(Optional.some)
      found += all.compactMap { $0?.revealText() }
    }
    return Array(Set(found)).filter { !$0.isEmpty }.sorted()
  }
}
