import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Several accounts at once, each independent of the others.
@Suite struct AccountTests {
  private let clock = ManualClock()
  private let store: MemorySessionStore
  private let transport = ScriptedTransport { (_) async throws(AuthError) in .json([:]) }
  private let auth: AuthClient

  init() throws {
    store = MemorySessionStore(clock: clock)
    auth = try AuthClient(
      configuration: AuthConfiguration(
        parsing: #"{"provider":"code","fallback":["fake"],"providers":{"fake":{},"code":{}}}"#.utf8),
      plugins: [
        ProviderPlugin("fake", product: "Fake", provider: FakeProvider.self),
        ProviderPlugin("code", product: "Code", provider: CodeProvider.self),
      ], services: ClientServices(provider: .testing(transport: transport, clock: clock), sessionStore: store))
  }

  private func put(_ id: String, _ provider: ProviderID = "fake", tenant: String = "tenant") async throws {
    let session = Session(
      id: SessionID(id), providerID: provider, tenant: tenant, subject: id, identifier: "\(id)@example.com",
      tokens: SessionTokens(access: Secret(id)), createdAt: clock.now(), expiresAt: clock.now().addingTimeInterval(3600)
    )
    try await store.save(session)
    try await store.select(session.id, for: provider)
  }

  @Test("L17: removing one account tells its server, and touches no other") func remove() async throws {
    try await put("alice")
    try await put("bob")
    let provider = try #require(try auth.provider("fake") as? FakeProvider)
    #expect(try await auth.session().subject == "bob")
    try await auth.remove(SessionID("alice"))
    #expect(provider.log.names == ["revoke", "discard 1"])
    #expect(try await auth.session().subject == "bob")
    let result = try await auth.account(SessionID("bob")).signOut()
    #expect(result.unrevoked.isEmpty)
    #expect(provider.log.times("revoke") == 2)
    #expect(try await auth.accounts().isEmpty)
    await #expect(throws: AuthError(.notSignedIn, "")) { _ = try await auth.session() }
  }

  @Test("L17: each account authorises requests by itself, selected or not") func sends() async throws {
    try await put("alice")
    try await put("bob")
    let request = try TransportRequest("GET", "https://api.example.com/me")
    let alice = try await auth.account(SessionID("alice"))
    #expect(!alice.isSelected)
    _ = try await alice.send(request)
    #expect(transport.requests.last?.headers["Authorization"] == "Bearer alice")
    _ = try await auth.send(request)
    #expect(transport.requests.last?.headers["Authorization"] == "Bearer bob")
    #expect(try await alice.token() == Secret("alice"))
    let authorized = try await auth.authorize(request, account: alice.id)
    #expect(authorized.headers["Authorization"] == "Bearer alice")
    #expect(transport.requests.count == 2, "authorising sends nothing")
    await #expect(throws: AuthError(.originNotAllowed, "")) {
      _ = try await auth.authorize(try TransportRequest("GET", "https://evil.example.com/"), account: alice.id)
    }
  }

  @Test("L17: an account's states end with its sign-out elsewhere") func states() async throws {
    try await put("alice")
    try await put("bob")
    var states = try await auth.account(SessionID("alice")).states().makeAsyncIterator()
    var seen = await states.next()
    while seen == .loading { seen = await states.next() }
    #expect(seen?.session?.subject == "alice")
    try await auth.remove(SessionID("alice"))
    #expect(await states.next() == .signedOut(.requested))
    #expect(try await auth.session().subject == "bob")
  }

  @Test("L17: labels are kept through a renewal, and select their accounts") func labels() async throws {
    try await put("alice")
    let alice = try await auth.account(SessionID("alice")).label(["colour": "green"])
    #expect(alice.tags == ["colour": "green"])
    try await alice.refresh()
    #expect(try await auth.accounts().first?.tags == ["colour": "green"])
    try await put("bob")
    try await alice.select()
    #expect(try await auth.session().subject == "alice")
  }

  @Test("L17: labels do not change what the adapter keeps, and a user's labels outlive a further sign-in")
  func adapterValues() async throws {
    var first = Session(
      id: SessionID("first"), providerID: "fake", tenant: "tenant", subject: "jane", createdAt: clock.now())
    first.adapterValues = ["lifetime": "900"]
    try await store.save(first)
    try await auth.account(first.id).label(["place": "work"])
    #expect(try await store.load(first.id)?.adapterValues == ["lifetime": "900"])
    // The adapter's values are different, and it is the same user.
    var second = Session(
      id: SessionID("second"), providerID: "fake", tenant: "tenant", subject: "jane", createdAt: clock.now())
    second.adapterValues = ["lifetime": "60"]
    let adopted = try await auth.adopt(second, from: try auth.instance("fake"))
    #expect(adopted.tags == ["place": "work"] && adopted.adapterValues == ["lifetime": "60"])
    #expect(try await store.list().map(\.id) == [second.id])
  }

  @Test("L5: a fallback's session of the same user does not come back after the sign-out") func retires() async throws {
    try await put("jane")
    try await put("june")
    #expect(try await auth.session().subject == "june")
    try await signIn("june@example.com")
    _ = try await auth.signOut()
    await #expect(throws: AuthError(.notSignedIn, "")) { _ = try await auth.session() }
    #expect(try await auth.state(provider: "fake") == .signedOut(.deselected))
    #expect(try await auth.accounts().count == 2, "the sessions are kept as accounts")
  }

  /// `FakeProvider` cannot sign in, so the test stores the sessions that a sign-in would create.
  @Test("L17: a user who signs in again has one session, and the server hears of the earlier ones")
  func replacesEarlier() async throws {
    try await put("carol", "code")
    for (id, age) in [("oldest", 120.0), ("earlier", 60)] {
      var session = Session(
        id: SessionID(id), providerID: "fake", tenant: "tenant", subject: "jane",
        createdAt: clock.now().addingTimeInterval(-age))
      session.tags = ["place": id]
      try await store.save(session)
    }
    try await put("bob")
    let instance = try auth.instance("fake")
    let new = Session(
      id: SessionID("new"), providerID: "fake", tenant: "tenant", subject: "jane", createdAt: clock.now())
    let adopted = try await auth.adopt(new, from: instance)
    #expect(adopted.tags == ["place": "earlier"], "the user's labels are kept")
    #expect(try await auth.session(provider: "fake") == adopted)
    #expect(Set(try await store.list().map(\.id.rawValue)) == ["new", "bob", "carol"])
    await auth.settle()
    let provider = try #require(try auth.provider("fake") as? FakeProvider)
    #expect(provider.log.times("revoke") == 2)
    #expect(provider.log.times("discard 1") == 2)
  }

  @Test("L17: accounts of another tenant are not ours") func tenants() async throws {
    try await put("alice", tenant: "elsewhere")
    #expect(try await auth.accounts().isEmpty)
    await #expect(throws: AuthError(.invalidRequest, "")) { _ = try await auth.account(SessionID("alice")) }
  }

  private func signIn(_ identifier: String) async throws {
    let flow = auth.signIn(identifier: identifier)
    for await update in flow {
      if case .prompt = update { try await flow.submit(code: "123456") }
    }
  }
}
