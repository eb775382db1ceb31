import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Loading another configuration while the app runs.
@Suite struct ReloadTests {
  private struct App {
    let clock = ManualClock()
    let store: MemorySessionStore
    let auth: AuthClient

    init(_ json: String) throws {
      store = MemorySessionStore(clock: clock)
      let plugins = [
        ProviderPlugin("code", product: "Code", provider: CodeProvider.self),
        ProviderPlugin("fake", product: "Fake", provider: FakeProvider.self),
      ]
      auth = try AuthClient(
        configuration: AuthConfiguration(parsing: json.utf8), plugins: plugins,
        services: ClientServices(provider: .testing(clock: clock), sessionStore: store))
    }

    func reload(_ json: String) throws { try auth.reload(AuthConfiguration(parsing: json.utf8)) }

    func signIn(_ identifier: String) async throws {
      let flow = auth.signIn(identifier: identifier)
      for await update in flow {
        if case .prompt = update { try await flow.submit(code: "123456") }
        if case .failed(let error) = update { throw error }
      }
    }
  }

  private static let code = #"{"provider":"code","providers":{"code":{},"fake":{}}}"#
  private static let fake = #"{"provider":"fake","fallback":["code"],"providers":{"code":{},"fake":{}}}"#
  private static let labelled = #"{"provider":"fake","providers":{"code":{},"fake":{"label":"new"}}}"#

  @Test func theVendorIsSwitchedAndNoUserIsSignedOut() async throws {
    let app = try App(Self.code)
    try await app.signIn("jane@example.com")
    try app.reload(Self.fake)
    #expect(app.auth.configuration.provider == "fake")
    #expect(try app.auth.provider().id == "fake")
    #expect(try await app.auth.session().subject == "jane@example.com", "the fallback's session")
  }

  @Test func anUnchangedInstanceIsKept() throws {
    let app = try App(Self.code)
    let before = try app.auth.instance("code")
    try app.reload(Self.fake)
    #expect(try app.auth.instance("code") === before)
  }

  @Test func aChangedBlockGetsANewInstance() throws {
    let app = try App(Self.fake)
    let before = try app.auth.instance("fake")
    try app.reload(Self.labelled)
    #expect(try app.auth.instance("fake") !== before)
  }

  @Test(arguments: [
    #"{"provider":"fake","providers":{"fake":{"lable":"typing error"}}}"#,
    #"{"provider":"gone","providers":{"gone":{}}}"#,
    #"{"provider":"code","providers":{"code":{}},"storage":{"sessions":"memory"}}"#,
    #"{"provider":"code","providers":{"code":{}},"transport":{"timeoutSeconds":5}}"#,
  ])
  func aBadConfigurationChangesNothing(_ json: String) async throws {
    let app = try App(Self.code)
    try await app.signIn("jane@example.com")
    let before = try app.auth.instance("code")
    #expect(throws: AuthError.self) { try app.reload(json) }
    #expect(app.auth.configuration.provider == "code")
    #expect(try app.auth.instance("code") === before)
    #expect(try await app.auth.session().subject == "jane@example.com")
  }

  @Test("readers of an account's states receive its sign-out after a reload") func accountStates() async throws {
    let app = try App(Self.fake)
    let session = Session.sample("a", created: app.clock.now())
    try await app.store.save(session)
    var states = try await app.auth.account(session.id).states().makeAsyncIterator()
    var seen = await states.next()
    while seen == .loading { seen = await states.next() }
    #expect(seen?.session?.id == session.id)
    try app.reload(Self.labelled)
    try await app.auth.signOut(account: session.id)
    while seen?.session != nil { seen = await states.next() }
    guard case .signedOut = seen else { Issue.record("heard \(seen as Any)"); return }
  }

  @Test func aRunningFlowFinishesWithItsProvider() async throws {
    let app = try App(Self.code)
    let flow = app.auth.signIn(identifier: "jane@example.com")
    for await update in flow {
      guard case .prompt = update else { continue }
      try app.reload(Self.fake)
      try await flow.submit(code: "123456")
    }
    #expect(try await app.auth.storedSession(provider: "code")?.subject == "jane@example.com")
    #expect(try await app.auth.session().providerID == "code")
  }

  @Test func aFlowThatOutlivesItsInstanceSignsInWithTheNewOne() async throws {
    let app = try App(#"{"provider":"code","providers":{"code":{}}}"#)
    let flow = app.auth.signIn(identifier: "jane@example.com")
    for await update in flow {
      guard case .prompt = update else { continue }
      try app.reload(#"{"provider":"code","providers":{"code":{"tokenProvider":{"session":"fake"}},"fake":{}}}"#)
      try await flow.submit(code: "123456")
    }
    #expect(try await app.auth.session().subject == "jane@example.com")
  }

  @Test func aRunningRenewalIsStored() async throws {
    let house = SessionHouse()
    let gate = Gate()
    let old = house.engine(SessionHouse.provider(behind: gate, house.clock))
    try await old.adopt(.sample(created: house.clock.now()))
    house.clock.advance(by: .seconds(3600))
    let caller = Task { try await old.current() }
    await gate.reached()
    old.retire()
    let new = ProviderSessions(
      provider: FakeProvider { _, _ in .refused(AuthError(.internalError, "not to be asked")) }, store: house.store,
      services: house.services, source: old.source)
    new.attach()
    gate.open()
    #expect(try await caller.value?.generation == 2)
    #expect(try await new.current()?.generation == 2, "the new instance reads the session that the old one stored")
  }

  @Test func readersOfTheStatesContinueWithTheNewInstance() async throws {
    let app = try App(Self.fake)
    var states = app.auth.states(provider: "fake").makeAsyncIterator()
    while let state = await states.next(), state != .signedOut(.never) {}
    try app.reload(Self.labelled)
    try await app.auth.instance("fake").adopt(.sample(created: app.clock.now()))
    while let state = await states.next(), state.name != "signedIn" {}
    #expect(try await app.auth.state(provider: "fake").name == "signedIn")
  }

  @Test func tokenProvidersSetByCodeSurviveAReload() async throws {
    let app = try App(Self.fake)
    let asked = Locked(0)
    try app.auth.setTokenProvider(
      ClosureTokenProvider { _ in
        asked.withLock { $0 += 1 }
        return Secret("token")
      }, provider: "fake")
    try app.reload(Self.labelled)
    let services = try app.auth.instance("fake").services
    #expect(try await services.token(for: TokenRequest(.appIdentity, providerID: "fake")) == Secret("token"))
    #expect(asked.withLock { $0 } == 1)
  }

  // MARK: Secrets

  private func client(_ configuration: AuthConfiguration) throws -> AuthClient {
    try AuthClient(
      configuration: configuration,
      plugins: [ProviderPlugin("discreet", product: "Discreet", provider: DiscreetProvider.self)],
      services: ClientServices(provider: .testing(clock: ManualClock()), sessionStore: MemorySessionStore()))
  }

  private func configuration(_ reference: String, _ value: String) throws(AuthError) -> AuthConfiguration {
    try AuthConfiguration(
      parsing: #"{"provider":"discreet","providers":{"discreet":{"nested":{"clientSecret":\#(reference)}}}}"#.utf8,
      sources: ConfigurationSources(environment: ["SECRET": value], directory: "/d") { _ in Array(value.utf8) })
  }

  @Test(
    "a reload takes a rotated secret, and makes no new instance of the same one",
    arguments: [#"{"file":"secret"}"#, #"{"env":"SECRET"}"#])
  func rotatedSecret(_ reference: String) throws {
    let auth = try client(configuration(reference, "first"))
    let before = try auth.instance("discreet")
    try auth.reload(configuration(reference, "first"))
    #expect(try auth.instance("discreet") === before)
    try auth.reload(configuration(reference, "second"))
    let provider = try #require(try auth.provider() as? DiscreetProvider)
    #expect(provider.secret == Secret("second"))
  }

  @Test("a reload takes a changed variable over a key of the block")
  func changedVariable() throws {
    func configuration(_ value: String) throws(AuthError) -> AuthConfiguration {
      try AuthConfiguration(
        parsing: #"{"provider":"discreet","providers":{"discreet":{}}}"#.utf8,
        sources: ConfigurationSources(environment: ["AUTH_PROVIDERS_DISCREET_NESTED_CLIENT_SECRET": value]))
    }
    let auth = try client(configuration("first"))
    try auth.reload(configuration("second"))
    #expect((try auth.provider() as? DiscreetProvider)?.secret == Secret("second"))
  }
}

/// A provider with a secret in its configuration.
private struct DiscreetProvider: AuthProvider {
  struct Configuration: ProviderConfiguration {
    let secret: Secret?
    init(reading reader: inout ConfigurationReader) throws(AuthError) {
      var nested = try reader.object("nested")
      secret = try nested?.optionalSecret("clientSecret")
      try nested?.finish()
    }
  }

  let id: ProviderID
  let tenant = "tenant"
  let methods: [MethodID] = []
  let secret: Secret?

  init(id: ProviderID, configuration: Configuration, services: ProviderServices) throws(AuthError) {
    self.id = id
    secret = configuration.secret
  }

  func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow {
    throw AuthError(.unsupported, "No flows here.")
  }
}
