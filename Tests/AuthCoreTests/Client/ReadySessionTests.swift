import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The session that `AuthClient.session()` returns without a further check. It must be the session that the check would
/// return at the same moment.
@Suite(.timeLimit(.minutes(5))) struct ReadySessionTests {
  private let clock = ManualClock()
  private let store: MemorySessionStore
  /// The time of the server in each response, in seconds ahead of this machine's; nil for responses without a time.
  private let lead = SharedValue<Double?>(nil)
  private let auth: AuthClient

  init() throws {
    store = MemorySessionStore(clock: clock)
    let transport = ScriptedTransport { [clock, lead] (_) throws(AuthError) in
      var response = TransportResponse.json([:])
      let ahead = lead.withLock { $0 }
      response.headers["Date"] = ahead.map { HTTPDate.encode(clock.now().addingTimeInterval($0)) }
      return response
    }
    auth = try AuthClient(
      configuration: Self.configuration(),
      plugins: [
        ProviderPlugin("fake", product: "Fake", provider: FakeProvider.self),
        ProviderPlugin("plain", product: "Plain", provider: PlainProvider.self),
      ],
      services: ClientServices(provider: .testing(transport: transport, clock: clock), sessionStore: store))
  }

  private static func configuration(_ label: String = "a", provider: String = "fake") throws -> AuthConfiguration {
    try AuthConfiguration(
      parsing: #"{"provider":"\#(provider)","providers":{"fake":{"label":"\#(label)"},"plain":{}}}"#.utf8)
  }

  private var engine: ProviderSessions { get throws { try auth.instance(auth.configuration.provider) } }

  @discardableResult
  private func signIn(_ id: String = "s1", life: TimeInterval? = 3600) async throws -> Session {
    let session = Session.sample(id, created: clock.now(), life: life)
    try await auth.instance("fake").adopt(session)
    return session
  }

  /// Signs in, and asks once, so that the next call needs no check.
  private func ready(life: TimeInterval? = 3600) async throws -> Session {
    let session = try await signIn(life: life)
    #expect(auth.ready.session == nil)
    #expect(try await auth.session() == session)
    #expect(auth.ready.session == session)
    return session
  }

  @Test("a session that was checked is returned for a second, and is then checked again") func lasts() async throws {
    let session = try await ready()
    clock.advance(by: .milliseconds(999))
    #expect(auth.ready.session == session)
    clock.advance(by: .milliseconds(1))
    #expect(auth.ready.session == nil)
    #expect(try await auth.session() == session)
    #expect(auth.ready.session == session)
  }

  @Test("a session for which something is due within two seconds is checked in each call") func due() async throws {
    // A tenth of the lifetime before the expiry, the expiry is announced.
    _ = try await ready(life: 40)
    clock.advance(by: .seconds(29))
    _ = try await auth.session()
    while let end = try engine.state.withLock({ $0.machine.selected.session?.expiresAt }), clock.now() < end {
      let checked = try engine.cached
      #expect(try await auth.session().id == SessionID("s1"))
      if let found = auth.ready.session { #expect(found == checked) }
      clock.advance(by: .milliseconds(250))
      if try engine.cached == nil { #expect(auth.ready.session == nil) }
    }
  }

  @Test("a clock that is set ends it", arguments: [-3600.0, -1.5, 1.5, 3600]) func clockIsSet(_ step: Double)
    async throws
  {
    _ = try await ready()
    clock.set(clock.now().addingTimeInterval(step))
    #expect(auth.ready.session == nil)
  }

  @Test("a clock that is set back to where it was does not hide the time that has passed") func clockIsSetBack()
    async throws
  {
    _ = try await ready()
    let start = clock.now()
    clock.advance(by: .seconds(7200))
    clock.set(start)
    #expect(auth.ready.session == nil)
  }

  @Test("a response that shows another time of the server ends it") func serverTime() async throws {
    _ = try await ready()
    lead.withLock { $0 = 7200 }
    let session = try await engine.current()
    _ = try await auth.send(TransportRequest("GET", "https://api.example.com/"), session: session)
    #expect(auth.ready.session == nil)
  }

  @Test("a sign-out ends it") func signOut() async throws {
    _ = try await ready()
    _ = try await auth.signOut()
    #expect(auth.ready.session == nil)
    await #expect(throws: AuthError(.notSignedIn, "")) { _ = try await auth.session() }
  }

  @Test("another sign-in, a selection and a deselection end it") func selection() async throws {
    let first = try await ready()
    let second = try await signIn("s2")
    #expect(auth.ready.session == nil)
    #expect(try await auth.session() == second)
    try await auth.select(first.id)
    #expect(auth.ready.session == nil)
    #expect(try await auth.session() == first)
    try await engine.deselect(first)
    #expect(auth.ready.session == nil)
  }

  @Test("a write of another process ends it") func otherProcess() async throws {
    var session = try await ready()
    session.tokens.access = Secret("of another process")
    session.generation += 1
    try await store.save(session)
    #expect(auth.ready.session == nil)
    #expect(try await auth.session() == session)
    try await store.delete(session.id)
    #expect(auth.ready.session == nil)
  }

  @Test("a renewal ends it, also that of an account, and also one that could not be stored") func renewal() async throws
  {
    let session = try await ready()
    _ = try await auth.refresh()
    #expect(auth.ready.session == nil)
    // The first call reads the store again, because the renewal has changed it.
    for _ in 0..<2 { #expect(try await auth.session().generation == 2) }
    #expect(auth.ready.session != nil)
    _ = try await auth.account(session.id).refresh()
    #expect(auth.ready.session == nil)
    _ = try await auth.session()
    let third = try await auth.session()
    #expect(third.generation == 3 && auth.ready.session == third)
    var fourth = third
    fourth.generation = 4
    try engine.unsaved.add(UnsavedRenewal(renewed: fourth, old: third), at: clock.uptime())
    #expect(auth.ready.session == nil)
    #expect(try await auth.session().generation == 4)
  }

  @Test("a reload and another configured provider end it") func reload() async throws {
    let session = try await ready()
    try auth.reload(Self.configuration("b"))
    #expect(auth.ready.session == nil)
    #expect(try await auth.session() == session)
    try auth.reload(Self.configuration("b", provider: "plain"))
    #expect(auth.ready.session == nil)
    await #expect(throws: AuthError(.notSignedIn, "")) { _ = try await auth.session() }
  }

  @Test("a key that cannot be reached ends it") func locked() async throws {
    let session = try await ready()
    try engine.lock(session, AuthError(.keyUnavailable, "The key is locked."))
    #expect(auth.ready.session == nil)
  }

  @Test("a check that began before a change is not kept") func late() async throws {
    let session = try await ready()
    let start = auth.ready.start()
    let checked = try #require(try engine.check())
    _ = try await auth.signOut()
    auth.ready.keep(checked.session, read: checked.reading, since: start)
    #expect(checked.session == session && auth.ready.session == nil)
  }

  @Test("whatever happens, it is the session that the check returns", arguments: 1...20 as ClosedRange<UInt64>)
  func random(seed: UInt64) async throws {
    let random = SeededRandomSource(seed: seed)
    var returned = 0
    for step in 0..<400 {
      try await happen(Int(random.fraction() * 16), random)
      guard let session = auth.ready.session else { continue }
      returned += 1
      #expect(try session == engine.cached, "seed \(seed), step \(step)")
    }
    #expect(returned > 20, "seed \(seed)")
  }

  private func happen(_ kind: Int, _ random: SeededRandomSource) async throws {
    let ids = ["s1", "s2"]
    let id = ids[Int(random.fraction() * 2)]
    switch kind {
    case 0: try await signIn(id, life: random.fraction() < 0.2 ? nil : 1 + random.fraction() * 3600)
    case 1: _ = try? await auth.signOut()
    case 2: try? await auth.select(SessionID(id))
    case 3: clock.advance(by: .milliseconds(Int(random.fraction() * 2000)))
    case 4: clock.advance(by: .seconds(Int(random.fraction() * 900)))
    case 5: clock.set(clock.now().addingTimeInterval((random.fraction() - 0.5) * 4))
    case 6 where random.fraction() < 0.3: clock.set(clock.now().addingTimeInterval((random.fraction() - 0.5) * 7200))
    case 7:
      lead.withLock { $0 = random.fraction() < 0.5 ? nil : (random.fraction() - 0.5) * 7200 }
      _ = try? await auth.send(TransportRequest("GET", "https://api.example.com/"))
    case 8: _ = try? await auth.refresh()
    case 9:
      guard var other = try await store.load(SessionID(id)) else { return }
      other.generation += 1
      try await store.save(other)
    case 10: try auth.reload(Self.configuration(random.fraction() < 0.5 ? "a" : "b"))
    case 11: _ = try? await auth.account(SessionID(id)).session()
    default: _ = try? await auth.session()
    }
  }
}
