import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The session engine. `FlawsOfOthersTests` tests the flaws of other libraries.
@Suite struct ProviderSessionsTests {
  @Test func noUserIsSignedInAtFirst() async throws {
    let engine = SessionHouse().engine(PlainProvider())
    #expect(try await engine.current() == nil)
    #expect(await engine.states.first { _ in true } == .signedOut(.never))
  }

  @Test func aSessionThatWorksIsReadFromMemory() async throws {
    let house = SessionHouse()
    let provider = FakeProvider { _, _ in .refused(AuthError(.internalError, "not to be asked")) }
    let engine = house.engine(provider)
    try await engine.adopt(.sample(created: house.clock.now()))
    #expect(engine.cached?.subject == "user-1")
    #expect(try await engine.current()?.tokens.access == Secret("access-1"))
    #expect(provider.log.times("refresh") == 0)
  }

  @Test func restoresWhatAnEarlierProcessStored() async throws {
    let house = SessionHouse()
    try await house.engine(PlainProvider()).adopt(.sample(created: house.clock.now()))
    #expect(try await house.engine(PlainProvider()).current()?.id == SessionID("s1"))
  }

  @Test func tenThousandCallersAtExpiryMakeOneCall() async throws {
    let house = SessionHouse()
    let clock = house.clock
    let gate = Gate()
    let provider = SessionHouse.provider(behind: gate, clock)
    let engine = house.engine(provider)
    try await engine.adopt(.sample(created: clock.now()))
    clock.advance(by: .seconds(3600))
    let tokens = await withTaskGroup(of: Secret?.self, returning: Set<String>.self) { group in
      for _ in 0..<10_000 { group.addTask { try? await engine.current()?.tokens.access } }
      group.addTask {
        try? await Task.sleep(for: .milliseconds(50))
        gate.open()
        return Secret("access-2")
      }
      var seen: Set<String> = []
      for await token in group { seen.insert(token?.revealText() ?? "nil") }
      return seen
    }
    #expect(tokens == ["access-2"])
    #expect(provider.log.times("refresh") == 1)
    #expect(provider.log.times("replaced 1") == 1)
    #expect(try await house.store.load(SessionID("s1"))?.generation == 2)
  }

  @Test func aLateRefreshAfterASwitchDoesNotBecomeTheSelectedSession() async throws {
    let house = SessionHouse()
    let clock = house.clock
    let gate = Gate()
    let provider = SessionHouse.provider(behind: gate, clock)
    let engine = house.engine(provider)
    try await engine.adopt(.sample("s1", created: clock.now()))
    clock.advance(by: .seconds(3600))
    let caller = Task { try await engine.current() }
    await gate.reached()
    try await engine.adopt(.sample("s2", created: clock.now(), access: "other"))
    gate.open()
    _ = try await caller.value
    #expect(try await engine.current()?.id == SessionID("s2"))
    await engine.settle()
    #expect(try await house.store.load(SessionID("s1"))?.generation == 2, "the other account's renewal is kept")
  }

  @Test(arguments: [
    AuthError.Code.network, .timeout, .serverError, .rateLimited, .malformedResponse, .cancelled, .tls,
  ])
  func errorsOtherThanARefusalKeepTheSession(_ code: AuthError.Code) async throws {
    let house = SessionHouse()
    let provider = FakeProvider { (_, _) async throws(AuthError) in throw AuthError(code, "Not now.") }
    let engine = house.engine(provider)
    try await engine.adopt(.sample(created: house.clock.now()))
    house.clock.advance(by: .seconds(3600))
    await #expect(throws: AuthError(code, "")) { _ = try await engine.current() }
    #expect(try await engine.stored()?.id == SessionID("s1"))
    #expect(await engine.states.first { _ in true }?.name == "unverified")
    #expect(provider.log.times("discard 1") == 0)
  }

  @Test func aRefusalEndsTheSessionOnce() async throws {
    let house = SessionHouse()
    let provider = FakeProvider { _, _ in .refused(AuthError(.sessionRevoked, "Over.")) }
    let engine = house.engine(provider)
    try await engine.adopt(.sample(created: house.clock.now()))
    house.clock.advance(by: .seconds(3600))
    let outcomes = await withTaskGroup(of: AuthError.Code?.self, returning: [AuthError.Code?].self) { group in
      for _ in 0..<100 {
        group.addTask {
          do throws(AuthError) { _ = try await engine.current() } catch { return error.code }
          return nil
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    // Callers during the renewal receive the refusal. For later callers, no user is signed in.
    #expect(outcomes.contains(.sessionRevoked))
    #expect(Set(outcomes).isSubset(of: [.sessionRevoked, nil]))
    let ends = house.observer.events.filter { if case .sessionEnded = $0 { true } else { false } }
    #expect(ends.count == 1)
    #expect(try await house.store.list().isEmpty)
    #expect(await engine.states.first { _ in true } == .signedOut(.refused(.sessionRevoked)))
  }

  @Test func aRenewalByAnotherProcessIsAdopted() async throws {
    let house = SessionHouse()
    let provider = FakeProvider { _, _ in .refused(AuthError(.internalError, "not to be asked")) }
    let engine = house.engine(provider)
    try await engine.adopt(.sample(created: house.clock.now()))
    house.clock.advance(by: .seconds(3600))
    try await house.store.save(.sample(created: house.clock.now(), generation: 2, access: "theirs"))
    #expect(try await engine.current()?.tokens.access == Secret("theirs"))
    #expect(provider.log.times("refresh") == 0)
  }

  @Test func aTokenIsAskedForWithoutTheLockAndOnce() async throws {
    let asked = Locked<[TokenRequest]>([])
    let store = Locked<MemorySessionStore?>(nil)
    let house = SessionHouse(
      tokenProvider: ClosureTokenProvider { request in
        asked.withLock { $0.append(request) }
        // The lock is free, so another caller can take it.
        let free = store.withLock { $0 }
        return try await free?.withLock(on: "session/s1") { () throws(AuthError) in Secret("app-jwt") }
      })
    store.withLock { $0 = house.store }
    let clock = house.clock
    let provider = FakeProvider { (session, token) async throws(AuthError) in
      guard let token else { return .tokenRequired(TokenRequest(.appIdentity, providerID: "fake")) }
      #expect(token == Secret("app-jwt"))
      return SessionHouse.renewed(session, clock)
    }
    let engine = house.engine(provider)
    try await engine.adopt(.sample(created: clock.now()))
    clock.advance(by: .seconds(3600))
    #expect(try await engine.current()?.generation == 2)
    #expect(asked.withLock { $0.count } == 1)
    #expect(asked.withLock { $0.first?.session?.id } == SessionID("s1"))
  }

  @Test func aMissingTokenEndsTheSession() async throws {
    let house = SessionHouse(tokenProvider: ClosureTokenProvider { _ in nil })
    let provider = FakeProvider { _, _ in .tokenRequired(TokenRequest(.appIdentity, providerID: "fake")) }
    let engine = house.engine(provider)
    try await engine.adopt(.sample(created: house.clock.now()))
    house.clock.advance(by: .seconds(3600))
    await #expect(throws: AuthError(.sessionExpired, "")) { _ = try await engine.current() }
    #expect(try await house.store.list().isEmpty)
  }

  @Test func aFailingTokenProviderKeepsTheSession() async throws {
    struct Broken: Error {}
    let house = SessionHouse(tokenProvider: ClosureTokenProvider { _ in throw Broken() })
    let provider = FakeProvider { _, _ in .tokenRequired(TokenRequest(.appIdentity, providerID: "fake")) }
    let engine = house.engine(provider)
    try await engine.adopt(.sample(created: house.clock.now()))
    house.clock.advance(by: .seconds(3600))
    await #expect(throws: AuthError(.providerError, "")) { _ = try await engine.current() }
    #expect(try await house.store.list().count == 1)
  }

  @Test("L7: a session stays when its source has no other token than the refused one")
  func theRefusedTokenAgainKeepsTheSession() async throws {
    // The first call returns the token that the file had before its replacement. The second call finds the same token.
    let house = SessionHouse(
      tokenProvider: ClosureTokenProvider { request in
        guard request.rejected == nil else { throw TokenProviderUnavailable("The file has the same token.") }
        return Secret("stale")
      })
    let provider = FakeProvider { _, token in
      .tokenRequired(TokenRequest(.appIdentity, providerID: "fake", rejected: token))
    }
    let engine = house.engine(provider)
    try await engine.adopt(.sample(created: house.clock.now()))
    house.clock.advance(by: .seconds(3600))
    await #expect(throws: AuthError(.tokenRequired, "")) { _ = try await engine.current() }
    #expect(try await house.store.list().count == 1)
  }

  @Test func aVendorThatCannotRenewKeepsTheRecord() async throws {
    let house = SessionHouse()
    let engine = house.engine(PlainProvider())
    try await engine.adopt(.sample(created: house.clock.now()))
    house.clock.advance(by: .seconds(3601))
    await #expect(throws: AuthError(.reauthenticationRequired, "")) { _ = try await engine.current() }
    #expect(try await house.store.list().count == 1)
    #expect(await engine.states.first { _ in true }?.name == "expired")
  }

  @Test func aKeyOutOfReachLocksTheSession() async throws {
    let house = SessionHouse()
    var session = Session.sample(created: house.clock.now())
    session.key = KeyReference(storeID: "tpm", keyID: "1", algorithm: .p256, publicKey: [2])
    try await house.store.save(session)
    try await house.store.select(session.id, for: "fake")
    let engine = house.engine(PlainProvider())
    await #expect(throws: AuthError(.keyUnavailable, "")) { _ = try await engine.current() }
    #expect(await engine.states.first { _ in true }?.name == "locked")
    #expect(try await house.store.list().count == 1)
  }

  @Test func anotherTenantsRecordIsKeptAndIgnored() async throws {
    let house = SessionHouse()
    let other = Session(
      id: SessionID("x"), providerID: "fake", tenant: "another", subject: "u", createdAt: house.clock.now())
    try await house.store.save(other)
    try await house.store.select(other.id, for: "fake")
    #expect(try await house.engine(PlainProvider()).current() == nil)
    #expect(try await house.store.list().count == 1)
  }

  @Test func renewsInTheBackgroundAheadOfExpiry() async throws {
    let house = SessionHouse()
    let clock = house.clock
    let provider = FakeProvider { (session, _) async throws(AuthError) in SessionHouse.renewed(session, clock) }
    let engine = house.engine(provider)
    try await engine.adopt(.sample(created: clock.now()))
    clock.advance(by: .seconds(3600 - 45))
    #expect(try await engine.current()?.generation == 1, "the working session is returned at once")
    await engine.settle()
    #expect(try await engine.current()?.generation == 2)
    #expect(provider.log.times("refresh") == 1)
  }
}
