import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The session that the engine stores after a flow of a signed-in user has changed it.
@Suite(.timeLimit(.minutes(5))) struct AmendedSessionTests {
  private let house = SessionHouse()
  private let provider = DecidedProvider()
  private let engine: ProviderSessions
  private let known: Session

  init() {
    engine = house.engine(provider)
    known = .sample(created: house.clock.now(), access: "s1-1")
  }

  private func stored() async throws -> Session? { try await house.store.load(known.id) }

  private func stepped(_ access: String = "verified") -> Session {
    var session = known
    session.tokens.access = Secret(access)
    session.claims = ["acr": "high"]
    return session
  }

  @Test("a new credential begins a new generation, and the earlier one is released") func newCredential() async throws {
    try await engine.adopt(known)
    let session = try #require(try await engine.amend(stepped(), of: [known]))
    #expect(session.generation == 2 && session.tokens.access == Secret("verified"))
    #expect(engine.cached == session, "the next request needs no read of the store")
    #expect(try await stored() == session)
    #expect(try await engine.current() == session)
    #expect(provider.log.names == ["adopted s1-1", "adopted verified", "replaced s1-1 by verified"])
  }

  @Test("a credential that is not new does not replace one that was renewed in the meantime") func renewedMeanwhile()
    async throws
  {
    try await engine.adopt(known)
    var renewed = known
    renewed.generation = 2
    renewed.tokens.access = Secret("s1-2")
    try await house.store.save(renewed)
    let session = try #require(try await engine.amend(stepped("s1-1"), of: [known]))
    #expect(session.generation == 2 && session.tokens.access == Secret("s1-2"))
    #expect(session.claims == ["acr": "high"])
    #expect(try await stored() == session)
    #expect(provider.log.names == ["adopted s1-1"], "nothing was replaced")
  }

  @Test("a new credential is stored over one that was renewed in the meantime") func newAfterARenewal() async throws {
    try await engine.adopt(known)
    var renewed = known
    renewed.generation = 2
    renewed.tokens.access = Secret("s1-2")
    renewed.tags = ["colour": "green"]
    try await house.store.save(renewed)
    let session = try #require(try await engine.amend(stepped(), of: [known]))
    #expect(session.generation == 3 && session.tokens.access == Secret("verified"))
    #expect(session.tags == ["colour": "green"])
  }

  @Test("a renewal under way does not replace the new credential") func duringARenewal() async throws {
    try await engine.adopt(known)
    let amended = try #require(try await engine.amend(stepped(), of: [known]))
    var renewed = known
    renewed.generation = 2
    guard case .superseded(amended) = try await house.store.commit(renewed, replacing: 1) else {
      Issue.record("the renewal was stored")
      return
    }
  }

  @Test("a new key or access token comes with its times; a new refresh token alone does not", arguments: 0..<3)
  func times(_ changed: Int) async throws {
    let adopted = try await engine.adopt(known)
    var session = known
    (session.createdAt, session.expiresAt, session.clockLag) = (
      known.createdAt + 60, known.createdAt + 7200, 5
    )
    let key = KeyReference(storeID: "memory", keyID: "new", algorithm: .p256, publicKey: [4])
    switch changed {
    case 0: session.key = key
    case 1: session.tokens.access = Secret("verified")
    default: session.tokens.refresh = Secret("verified")
    }
    let new = try #require(try await engine.amend(session, of: [known]))
    #expect(new.generation == 2)
    #expect(new.key == session.key && new.tokens == session.tokens)
    let timed = changed == 2 ? adopted : session
    #expect(new.createdAt == timed.createdAt && new.expiresAt == timed.expiresAt && new.clockLag == timed.clockLag)
    #expect(try await stored() == new)
  }

  @Test("a session that is not selected stays unselected") func notSelected() async throws {
    try await engine.adopt(known)
    let other = Session.sample("s2", created: house.clock.now(), access: "s2-1")
    try await engine.adopt(other)
    _ = try await engine.amend(stepped(), of: [known])
    #expect(try await engine.current() == other)
    #expect(try await stored()?.tokens.access == Secret("verified"))
  }

  @Test("an unchanged session is not written") func unchanged() async throws {
    try await engine.adopt(known)
    let before = house.store.revision
    #expect(try await engine.amend(known, of: [known])?.generation == 1)
    #expect(house.store.revision == before)
  }

  @Test(
    "a session of another user or tenant, or with another id, is rejected", arguments: ["user", "tenant", "session"])
  func another(_ field: String) async throws {
    try await engine.adopt(known)
    let other = Session(
      id: SessionID(field == "session" ? "s9" : "s1"), providerID: "fake",
      tenant: field == "tenant" ? "elsewhere" : "tenant", subject: field == "user" ? "mallory" : "user-1",
      createdAt: house.clock.now())
    let error = await #expect(throws: AuthError(.malformedResponse, "")) { try await engine.amend(other, of: [known]) }
    #expect(error?.message.contains("another \(field)") == true)
    #expect(try await stored() == known)
  }

  @Test("a session that was deleted in the meantime does not come back") func deleted() async throws {
    try await engine.adopt(known)
    try await engine.remove(known, reason: .requested)
    #expect(try await engine.amend(stepped(), of: [known]) == nil)
    #expect(try await stored() == nil)
  }

  @Test("the credential of a renewal that could not be stored is kept") func unsaved() async throws {
    try await engine.adopt(known)
    var renewed = known
    renewed.generation = 2
    renewed.tokens.access = Secret("s1-2")
    engine.unsaved.add(UnsavedRenewal(renewed: renewed, old: known), at: .zero)
    let session = try #require(try await engine.amend(stepped("s1-1"), of: [known]))
    #expect(session.generation == 2 && session.tokens.access == Secret("s1-2"))
    #expect(try await stored() == session)
  }

  @Test("a session that the store refuses is not kept in memory, and the flow fails") func refused() async throws {
    let store = PickyStore(house.store)
    let engine = ProviderSessions(provider: provider, store: store, services: house.services)
    let adopted = try await engine.adopt(known)
    store.unwritable.withLock { $0 = [known.id] }
    await #expect(throws: AuthError(.storePermissions, "")) { try await engine.amend(stepped(), of: [known]) }
    store.unwritable.withLock { $0 = [] }
    #expect(engine.unsaved.isEmpty)
    await engine.settle()
    #expect(try await engine.current() == adopted)
    #expect(try await stored() == adopted)
    #expect(provider.log.names == ["adopted s1-1"], "nothing is revoked")
  }
}
