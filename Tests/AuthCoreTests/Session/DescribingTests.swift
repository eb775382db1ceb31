import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A new description of the user from the server is stored in the session, and changes no other part of the session.
@Suite struct DescribingTests {
  private let house = SessionHouse()

  private func engine(_ described: @escaping Describing.Described = Self.updated) -> ProviderSessions {
    ProviderSessions(provider: Describing(described: described), store: house.store, services: house.services)
  }

  @Sendable private static func updated(_ session: Session) -> Session {
    var updated = session
    updated.tokens.identity = Secret("identity-2")
    updated.tokens.access = Secret("not taken")
    updated.claims["role"] = .string("admin")
    updated.identifier = "ada@example.com"
    updated.displayName = "Ada"
    return updated
  }

  private func session() -> Session {
    var session = Session.sample(created: house.clock.now())
    session.tokens.identity = Secret("identity-1")
    return session
  }

  @Test func theDescriptionIsStored() async throws {
    let engine = engine()
    try await engine.adopt(session())
    let described = try await engine.describe(session().id)
    let stored = try #require(try await house.store.load(session().id))
    #expect(stored == described)
    #expect(stored.claims["role"] == .string("admin"))
    #expect(stored.identifier == "ada@example.com" && stored.displayName == "Ada")
    #expect(stored.tokens.identity == Secret("identity-2"))
    #expect(stored.tokens.access == session().tokens.access && stored.generation == 1)
    #expect(try await engine.current() == stored)
  }

  @Test func aCredentialThatWasRenewedMeanwhileStaysWithItsOwnIdentity() async throws {
    let store = house.store
    let engine = engine { (session) async throws(AuthError) in
      var renewed = session
      renewed.generation += 1
      renewed.tokens = SessionTokens(access: Secret("access-2"), identity: Secret("identity of access-2"))
      try await store.save(renewed, replacing: session.generation)
      return Self.updated(session)
    }
    try await engine.adopt(session())
    let described = try await engine.describe(session().id)
    #expect(described.tokens.access == Secret("access-2"))
    #expect(described.tokens.identity == Secret("identity of access-2"))
    #expect(described.displayName == "Ada" && described.generation == 2)
  }

  @Test func sessionsThatCannotBeDescribedFailWithTheReason() async throws {
    await #expect(throws: AuthError(.notSignedIn, "")) { try await engine().describe(SessionID("none")) }
    let plain = ProviderSessions(provider: PlainProvider(), store: house.store, services: house.services)
    await #expect(throws: AuthError(.unsupported, "")) { try await plain.describe(session().id) }
    let foreign = Session(
      id: SessionID("foreign"), providerID: "fake", tenant: "another", subject: "user-1",
      tokens: SessionTokens(access: Secret("access")), createdAt: house.clock.now())
    try await house.store.save(foreign)
    let asking = engine { (session) async throws(AuthError) in
      Issue.record("the credential of another tenant was sent")
      return session
    }
    await #expect(throws: AuthError(.invalidRequest, "")) { try await asking.describe(foreign.id) }
    #expect(try await house.store.load(foreign.id) == foreign)
    let store = house.store
    let vanishing = engine { (session) async throws(AuthError) in
      try await store.delete(session.id)
      return session
    }
    try await vanishing.adopt(session())
    await #expect(throws: AuthError(.notSignedIn, "")) { try await vanishing.describe(session().id) }
    #expect(try await store.load(session().id) == nil)
  }

  @Test func afterAFlowTheSelectedSessionIsDescribed() async throws {
    let engine = engine()
    try await engine.adopt(session())
    await engine.describeAnew(nil)
    #expect(try await engine.current()?.displayName == "Ada")
    var other = Session.sample("s2", created: house.clock.now())
    try await engine.adopt(other, isSelected: false)
    await engine.describeAnew(other.id)
    other = try #require(try await house.store.load(other.id))
    #expect(other.displayName == "Ada")
    #expect(try await engine.current()?.id == session().id)
    #expect(failures.isEmpty)
  }

  @Test func afterAFlowAFailureIsAnEvent() async throws {
    let failing = engine { (_) async throws(AuthError) in throw AuthError(.network, "Down.") }
    await failing.describeAnew(nil)
    #expect(failures.isEmpty, "no user is signed in")
    try await failing.adopt(session())
    await failing.describeAnew(nil)
    #expect(failures == [.network])
    let plain = ProviderSessions(provider: PlainProvider(), store: house.store, services: house.services)
    await plain.describeAnew(session().id)
    #expect(failures == [.network])
  }

  private var failures: [AuthError.Code] {
    house.observer.events.compactMap {
      if case .store("describe", _, let error) = $0 { error?.code } else { nil }
    }
  }
}

/// A provider that returns descriptions of users from a test's closure.
private struct Describing: AuthProvider, SessionDescribing {
  typealias Described = @Sendable (Session) async throws(AuthError) -> Session

  let id: ProviderID = "fake"
  let tenant = "tenant"
  let methods: [MethodID] = [.emailOTP]
  let origins: [Origin] = []
  let described: Described

  init(described: @escaping Described) { self.described = described }

  init(id: ProviderID, configuration: FakeProvider.Configuration, services: ProviderServices) throws(AuthError) {
    described = { $0 }
  }

  func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow { throw AuthError(.unsupported, "No flow.") }

  func described(_ session: Session) async throws(AuthError) -> Session { try await described(session) }
}
