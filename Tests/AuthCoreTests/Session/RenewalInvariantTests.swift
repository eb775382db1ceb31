import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The invariants of a renewal that the engine enforces on every provider.
@Suite struct RenewalInvariantTests {
  private let house = SessionHouse()

  private func refused(_ change: @escaping @Sendable (Session) -> Session) async throws {
    let clock = house.clock
    let provider = FakeProvider { (session, _) in
      guard case .refreshed(let renewed) = SessionHouse.renewed(session, clock) else { return .refreshed(session) }
      return .refreshed(change(renewed))
    }
    let engine = house.engine(provider)
    let session = Session.sample(created: clock.now())
    try await engine.adopt(session)
    await #expect(throws: AuthError(.malformedResponse, "")) { _ = try await engine.refresh() }
    #expect(try await house.store.load(session.id) == session, "the session is unchanged")
    #expect(try await engine.current() == session)
  }

  @Test("L3: a renewal that changes the subject is rejected") func subject() async throws {
    try await refused { session in
      var session = session
      session.subject = "user-2"
      return session
    }
  }

  @Test("L3: subjects are compared by bytes") func bytes() async throws {
    let clock = house.clock
    let provider = FakeProvider { (session, _) in
      var next = session
      next.subject = "jose\u{301}"
      next.expiresAt = clock.now().addingTimeInterval(3600)
      return .refreshed(next)
    }
    let engine = house.engine(provider)
    var session = Session.sample(created: clock.now())
    session.subject = "jos\u{E9}"
    try await engine.adopt(session)
    await #expect(throws: AuthError(.malformedResponse, "")) { _ = try await engine.refresh() }
  }

  @Test("L3: a renewal that changes tenant or session is rejected") func tenantAndID() async throws {
    try await refused { Session.copy($0, tenant: "elsewhere") }
    try await refused { Session.copy($0, id: "other") }
  }

  @Test("L3: a renewal ends even if its provider never returns") func deadline() async throws {
    let gate = Gate()
    let provider = SessionHouse.provider(behind: gate, house.clock)
    let engine = house.engine(provider)
    try await engine.adopt(Session.sample(created: house.clock.now()))
    let caller = Task { try await engine.refresh() }
    await gate.reached()
    await house.clock.waitForSleepers(1)
    house.clock.advance(by: SessionRenewal.limit + .seconds(1))
    await #expect(throws: AuthError(.timeout, "")) { _ = try await caller.value }
    // The session's lock is free for other callers.
    try await house.store.withLock(on: "session/s1") { () throws(AuthError) in }
    gate.open()
  }
}

extension Session {
  fileprivate static func copy(_ other: Session, id: String? = nil, tenant: String? = nil) -> Session {
    Session(
      id: id.map { SessionID($0) } ?? other.id, providerID: other.providerID, tenant: tenant ?? other.tenant,
      subject: other.subject, tokens: other.tokens, createdAt: other.createdAt, expiresAt: other.expiresAt,
      generation: other.generation)
  }
}
