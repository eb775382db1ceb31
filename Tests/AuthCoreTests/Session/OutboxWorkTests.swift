import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The background work of an engine: it revokes ended sessions at their servers, stores renewals that could not be
/// stored, and does the work that an earlier run left in the outbox. Each failure is an event.
@Suite(.timeLimit(.minutes(5))) struct OutboxWorkTests {
  private let house = SessionHouse()
  private let store: PickyStore
  private let records: FaultyRecords
  private var provider = DecidedProvider()

  init() {
    store = PickyStore(house.store)
    records = FaultyRecords(MemoryRecordStore(clock: house.clock))
  }

  private var outbox: SessionOutbox { SessionOutbox(records) }

  private func engine(_ provider: DecidedProvider? = nil) -> ProviderSessions {
    var services = house.services
    services.records = records
    return ProviderSessions(provider: provider ?? self.provider, store: store, services: services)
  }

  private func session(_ generation: UInt64 = 1, _ id: String = "s1", of family: String = "") -> Session {
    .sample(id, created: house.clock.now(), generation: generation, access: "\(id)-\(generation)\(family)")
  }

  private func failing(_ code: AuthError.Code, times: Int = .max) -> DecidedProvider {
    let left = Locked(times)
    var provider = self.provider
    provider.revoking = { (_) async throws(AuthError) in
      let fails = left.withLock { left in
        defer { left -= 1 }
        return left > 0
      }
      if fails { throw AuthError(code, "Not told.") }
    }
    return provider
  }

  // MARK: Revocations

  @Test("a transient failure keeps the note and the keys, any other failure ends them")
  func transientFailuresKeepTheNote() async throws {
    let table: [(AuthError.Code, isKept: Bool)] = [
      (.network, true), (.timeout, true), (.serverError, true), (.cancelled, true), (.sessionRevoked, false),
      (.invalidRequest, false), (.providerError, false),
    ]
    for (code, isKept) in table {
      let (engine, session) = (engine(failing(code)), session(1, code.rawValue))
      try await engine.adopt(session)
      let ended = try await engine.delete(session, reason: .requested)
      let error = await engine.revoke(ended, within: .seconds(5))
      #expect(error?.code == code)
      #expect(error?.message.hasSuffix("The next start tries again.") == isKept, "\(code)")
      #expect(try await outbox.pending().revocations.contains(session) == isKept, "\(code)")
      #expect(provider.log.times("discard \(code.rawValue)-1") == (isKept ? 0 : 1), "\(code)")
    }
  }

  @Test("a note that cannot be read is kept, with the keys of its session") func unreadableNote() async throws {
    let engine = engine(failing(.network, times: 1))
    try await engine.adopt(session())
    let ended = try await engine.delete(session(), reason: .requested)
    records.fail("read outbox/revocation", with: AuthError(.storeCorrupt, "Damaged."))
    #expect(await engine.revoke(ended, within: .seconds(5))?.code == .network)
    #expect(provider.log.times("discard s1-1") == 0)
    records.fail(nil)
    #expect(try await outbox.pending().revocations == [session()])
  }

  @Test("the same engine can repeat a failed revocation") func againByTheSame() async throws {
    let engine = engine(failing(.network, times: 1))
    try await engine.adopt(session())
    let ended = try await engine.delete(session(), reason: .requested)
    #expect(await engine.revoke(ended, within: .seconds(5))?.code == .network)
    #expect(await engine.revoke(ended, within: .seconds(5)) == nil)
    #expect(provider.log.names.suffix(2) == ["revoke s1-1", "discard s1-1"])
    #expect(try await outbox.pending().revocations.isEmpty)
  }

  @Test("a session is not revoked twice concurrently") func onceAtATime() async throws {
    let gate = Gate()
    var provider = provider
    provider.revoking = { (_) async throws(AuthError) in await gate.pass() }
    let engine = engine(provider)
    try await engine.adopt(session())
    let ended = try await engine.delete(session(), reason: .requested)
    async let first = engine.revoke(ended, within: .seconds(5))
    await gate.reached()
    #expect(await engine.revoke(ended, within: .seconds(5)) == nil)
    #expect(provider.log.times("revoke s1-1") == 0)
    gate.open()
    #expect(await first == nil)
    #expect(provider.log.times("revoke s1-1") == 1)
  }

  @Test("a session is revoked even if its note cannot be written") func tellsWithoutANote() async throws {
    let engine = engine()
    try await engine.adopt(session())
    records.fail("write outbox/")
    try await engine.remove(session(), reason: .requested)
    #expect(provider.log.names == ["adopted s1-1", "revoke s1-1", "discard s1-1"])
    #expect(house.observer.failures("discard") == [.storeFull])
  }

  @Test("a session without a note is discarded, although the revocation failed")
  func discardsWithoutANote() async throws {
    let engine = engine(failing(.network))
    try await engine.adopt(session())
    records.fail("write outbox/")
    let ended = try await engine.delete(session(), reason: .requested)
    #expect(await engine.revoke(ended, within: .seconds(5))?.code == .network)
    #expect(provider.log.times("discard s1-1") == 1)
  }

  @Test("a session without a revocation is discarded and leaves no note") func nothingToTell() async throws {
    var provider = provider
    provider.revokes = false
    let engine = engine(provider)
    try await engine.adopt(session())
    try await engine.remove(session(), reason: .requested)
    #expect(provider.log.names == ["adopted s1-1", "discard s1-1"])
    await engine.revokeUnused(session(2), beside: nil)
    #expect(provider.log.names.suffix(1) == ["discard s1-2"])
    #expect(try await outbox.pending().revocations.isEmpty)
  }

  @Test("an unused credential that cannot be revoked is noted, and revoked at the next start")
  func unusedIsNoted() async throws {
    let engine = engine(failing(.network))
    await engine.revokeUnused(session(2), beside: nil)
    #expect(house.observer.failures("revoke") == [.network])
    #expect(try await outbox.pending().revocations == [session(2)])
    #expect(provider.log.names.isEmpty)
    let next = self.engine()
    _ = try await next.stored()
    await next.settle()
    #expect(provider.log.names == ["revoke s1-2", "discard s1-2"])
    #expect(house.observer.failures("revoke") == [.network])
  }

  @Test("an unused credential leaves the current session's keys") func unusedKeepsTheOther() async throws {
    await engine().revokeUnused(session(2), beside: session(1))
    #expect(provider.log.names == ["revoke s1-2", "replaced s1-2 by s1-1"])
  }

  @Test("a server has five seconds for its response", arguments: [0, 1, 2]) func limit(_ way: Int) async throws {
    let (gate, session) = (Gate(), session())
    var provider = provider
    provider.revoking = { (_) async throws(AuthError) in await gate.pass() }
    let engine = engine(provider)
    try await engine.adopt(session)
    switch way {
    case 0: engine.tellLater(try await engine.delete(session, reason: .requested))
    case 1:
      try await outbox.note(session)
      await engine.recover()
    default: break
    }
    async let removed: Void = {
      if way == 2 { try await engine.remove(session, reason: .requested) }
    }()
    await gate.reached()
    await house.clock.waitForSleepers(1)
    house.clock.advance(by: .milliseconds(4999))
    #expect(house.clock.sleeperCount == 1)
    house.clock.advance(by: .milliseconds(1))
    try await removed
    await engine.settle()
    #expect(house.observer.failures("revoke") == (way == 2 ? [] : [.timeout]))
    #expect(try await outbox.pending().revocations == [session])
    gate.open()
  }

  @Test("later revocations are sent in order, and waited for") func later() async throws {
    let gate = Gate()
    var provider = provider
    provider.revoking = { (session) async throws(AuthError) in if session.id == SessionID("a") { await gate.pass() } }
    let engine = engine(provider)
    for id in ["a", "b"] {
      try await engine.adopt(session(1, id))
      engine.tellLater(try await engine.delete(session(1, id), reason: .requested))
    }
    await gate.reached()
    for _ in 0..<200 { await Task.yield() }
    gate.open()
    await engine.settle()
    #expect(provider.log.names.filter { $0.hasPrefix("revoke") } == ["revoke a-1", "revoke b-1"])
    #expect(house.observer.failures("revoke").isEmpty)
  }

  @Test("a later revocation that fails is an event") func laterFails() async throws {
    let engine = engine(failing(.network))
    try await engine.adopt(session())
    engine.tellLater(try await engine.delete(session(), reason: .requested))
    await engine.settle()
    #expect(house.observer.failures("revoke") == [.network])
  }

  @Test("a local release that fails is an event, and fails no call") func untidy() async throws {
    let engine = engine()
    provider.untidy.set(AuthError(.keyUnavailable, "Closed."))
    try await engine.adopt(session())
    #expect(house.observer.failures("discard") == [.keyUnavailable])
    try await engine.remove(session(), reason: .requested)
    #expect(house.observer.failures("discard") == [.keyUnavailable, .keyUnavailable])
    #expect(provider.log.names == ["revoke s1-1"])
    #expect(try await outbox.pending().revocations.isEmpty)
  }

  // MARK: Unsaved renewals

  private func renewing() -> DecidedProvider {
    var provider = provider
    provider.refreshing = { [clock = house.clock] (session, _) in
      var next = session
      next.expiresAt = clock.now().addingTimeInterval(3600)
      next.tokens.access = Secret("\(session.id)-\(session.generation + 1)")
      return .refreshed(next)
    }
    return provider
  }

  /// Returns an engine with a renewal of `s1` that the store refused.
  private func unsaved() async throws -> ProviderSessions {
    let engine = engine(renewing())
    try await engine.adopt(session())
    store.unwritable.withLock { $0 = [SessionID("s1")] }
    #expect(try await engine.refresh().generation == 2)
    return engine
  }

  @Test("a renewal that the store refuses is an event, and so is each attempt to store it")
  func unsavedIsTold() async throws {
    let engine = try await unsaved()
    #expect(house.observer.failures("save") == [.storePermissions])
    #expect(engine.unsaved[SessionID("s1")]?.renewed.generation == 2)
    await engine.settle()
    #expect(house.observer.failures("save") == [.storePermissions, .storePermissions])
    #expect(engine.cached == nil, "the renewal must be stored first")
  }

  @Test("a renewal that is stored later leaves no entry behind, and releases the credential that it replaces")
  func storedLater() async throws {
    let engine = try await unsaved()
    #expect(try await outbox.pending().rotations.map(\.session.generation) == [2])
    store.unwritable.withLock { $0 = [] }
    await engine.settle()
    #expect(engine.unsaved.isEmpty)
    #expect(try await house.store.load(SessionID("s1"))?.generation == 2)
    #expect(try await outbox.pending().rotations.isEmpty)
    #expect(provider.log.names == ["adopted s1-1", "refresh s1-1", "replaced s1-1 by s1-2"])
    #expect(house.observer.failures("save") == [.storePermissions])
  }

  @Test("a renewal whose record is gone when it is to be stored has ended") func goneWhenStored() async throws {
    let engine = try await unsaved()
    try await house.store.delete(SessionID("s1"))
    store.unwritable.withLock { $0 = [] }
    await engine.settle()
    #expect(engine.unsaved.isEmpty)
    #expect(provider.log.names.suffix(2) == ["revoke s1-2", "discard s1-2"])
    #expect(house.times { if case .sessionEnded = $0 { true } else { false } } == 1)
    #expect(try await outbox.keys() == [])
  }

  @Test("a renewal that the store still refuses does not block others, and only the requested one is tried")
  func eachByItself() async throws {
    let engine = try await unsaved()
    let other = session(1, "s2")
    try await house.store.save(other)
    engine.unsaved.add(UnsavedRenewal(renewed: session(2, "s2"), old: other), at: .zero)
    await #expect(throws: AuthError(.storePermissions, "")) { try await engine.saveUnsaved(of: SessionID("s1")) }
    #expect(engine.unsaved.all.count == 2)
    await engine.saveAllUnsaved()
    #expect(house.observer.failures("save") == [.storePermissions, .storePermissions])
    #expect(engine.unsaved.all.map(\.renewed.id) == [SessionID("s1")])
    #expect(try await house.store.load(other.id)?.generation == 2)
  }

  @Test("a spent credential is not spent again for an account that is not selected") func notSpentAgain() async throws {
    let engine = engine(renewing())
    try await engine.adopt(session(1, "s2"))
    let alice = session()
    try await engine.adopt(alice, isSelected: false)
    store.unwritable.withLock { $0 = [alice.id] }
    for _ in 0..<2 { #expect(try await engine.refresh(after: alice).generation == 2) }
    #expect(provider.log.times("refresh s1-1") == 1)
    let second = try await engine.refresh(after: alice)
    await #expect(throws: AuthError(.storePermissions, "")) { try await engine.refresh(after: second) }
  }

  @Test("a sign-out revokes the credential that could not be stored, once") func signOutOfUnsaved() async throws {
    let engine = try await unsaved()
    try await engine.remove(session(), reason: .requested)
    #expect(engine.unsaved.isEmpty)
    store.unwritable.withLock { $0 = [] }
    await engine.settle()
    #expect(provider.log.names.suffix(2) == ["revoke s1-2", "discard s1-2"])
    #expect(provider.log.names.filter { $0.hasPrefix("revoke") }.count == 1)
    #expect(try await outbox.keys() == [])
  }

  @Test("a sign-out revokes the stored credential if it is as new as the one that could not be stored")
  func signOutOfAnother() async throws {
    let engine = try await unsaved()
    try await house.store.save(session(2, of: "-theirs"))
    try await engine.remove(session(), reason: .requested)
    #expect(provider.log.names.contains("revoke s1-2-theirs"))
    #expect(!provider.log.names.contains("revoke s1-2"))
  }

  @Test("a renewal that could not be stored does not replace a new sign-in with the same id") func signedInBeside()
    async throws
  {
    let engine = try await unsaved()
    store.unwritable.withLock { $0 = [] }
    let again = session(of: "-again")
    try await engine.adopt(again)
    #expect(engine.unsaved.isEmpty)
    await engine.settle()
    #expect(try await engine.current() == again)
    #expect(try await house.store.load(again.id) == again)
    #expect(provider.log.names.filter { $0.hasPrefix("revoke") } == ["revoke s1-2"])
    #expect(try await outbox.keys() == [])
  }

  // MARK: The next start

  @Test("a renewal that was interrupted before it was stored is stored at the next start") func spooled() async throws {
    try await house.store.save(session())
    try await house.store.select(session().id, for: "fake")
    try await outbox.spool(session(2))
    let engine = engine()
    #expect(try await engine.stored() == session(2))
    #expect(provider.log.names == ["replaced s1-1 by s1-2"])
    #expect(try await outbox.keys() == [])
    #expect(house.observer.failures("outbox").isEmpty)
  }

  @Test("a renewal that a later one has overtaken is released, and not revoked") func overtaken() async throws {
    try await house.store.save(session(3))
    try await outbox.spool(session(2))
    let engine = engine()
    _ = try await engine.stored()
    await engine.settle()
    #expect(provider.log.names == ["replaced s1-2 by s1-3"])
    #expect(try await outbox.keys() == [])
  }

  @Test("a renewal that a new sign-in has replaced is revoked at the server") func signedInAgain() async throws {
    try await house.store.save(session(1, of: "-again"))
    try await outbox.spool(session(4))
    let engine = engine()
    _ = try await engine.stored()
    await engine.settle()
    #expect(provider.log.names == ["revoke s1-4", "replaced s1-4 by s1-1-again"])
    #expect(try await outbox.keys() == [])
    #expect(try await house.store.load(SessionID("s1"))?.generation == 1)
  }

  @Test("a renewal whose record is gone is revoked at the server") func recordGone() async throws {
    try await outbox.spool(session(2))
    let engine = engine()
    _ = try await engine.stored()
    await engine.settle()
    #expect(provider.log.names == ["revoke s1-2", "discard s1-2"])
    #expect(try await outbox.keys() == [])
  }

  @Test("an interrupted sign-out is finished, although the session has new labels since") func labelled() async throws {
    var labelled = session()
    labelled.tags = ["colour": "green"]
    try await house.store.save(labelled)
    try await outbox.note(session())
    let engine = engine()
    _ = try await engine.stored()
    await engine.settle()
    #expect(try await house.store.list().isEmpty)
    #expect(provider.log.names == ["revoke s1-1", "discard s1-1"])
  }

  @Test("a renewal that cannot be stored at the start is an event, and is tried at the next read") func triedAgain()
    async throws
  {
    try await house.store.save(session())
    try await house.store.select(session().id, for: "fake")
    try await outbox.spool(session(2))
    store.unwritable.withLock { $0 = [SessionID("s1")] }
    let engine = engine()
    #expect(try await engine.stored()?.generation == 1)
    #expect(house.observer.failures("outbox") == [.storePermissions])
    store.unwritable.withLock { $0 = [] }
    await engine.reread()
    #expect(try await engine.stored()?.generation == 2)
    #expect(house.observer.failures("outbox") == [.storePermissions])
  }

  @Test("an outbox that cannot be read is an event, and is read again at the next read") func unreadable() async throws
  {
    try await outbox.note(session())
    records.fail("readableKeys outbox/", with: AuthError(.storeLocked, "Later."))
    let engine = engine()
    #expect(try await engine.stored() == nil)
    #expect(house.observer.failures("outbox") == [.storeLocked])
    records.fail(nil)
    await engine.reread()
    await engine.settle()
    #expect(provider.log.names == ["revoke s1-1", "discard s1-1"])
  }

  @Test("the outbox is processed once, and not by an account's engine") func once() async throws {
    let instance = engine()
    _ = try await instance.stored()
    try await outbox.note(session())
    await instance.reread()
    let account = ProviderSessions(
      provider: provider, store: store, services: instance.services, account: SessionID("s1"), of: instance)
    _ = try await account.stored()
    for engine in [instance, account] { await engine.settle() }
    #expect(provider.log.names == [])
    #expect(try await outbox.pending().revocations.count == 1)
  }

  @Test("entries of another tenant or instance are not processed") func foreign() async throws {
    for (provider, tenant) in [("fake", "another"), ("other", "tenant")] as [(ProviderID, String)] {
      for (id, generation) in [("r", 2), ("n", 1)] as [(String, UInt64)] {
        let session = Session(
          id: SessionID(id + tenant), providerID: provider, tenant: tenant, subject: "u",
          createdAt: house.clock.now(), generation: generation)
        if id == "r" { try await outbox.spool(session) } else { try await outbox.note(session) }
      }
    }
    let engine = engine()
    _ = try await engine.stored()
    await engine.settle()
    #expect(provider.log.names == [])
    #expect(try await outbox.keys().count == 4)
  }

  @Test("a revocation that fails at the start is an event, and is sent at the next start") func notToldAtTheStart()
    async throws
  {
    try await outbox.note(session())
    let engine = engine(failing(.network))
    _ = try await engine.stored()
    await engine.settle()
    #expect(house.observer.failures("revoke") == [.network])
    #expect(try await outbox.pending().revocations.count == 1)
    #expect(provider.log.names == [])
  }

  @Test("an interrupted sign-out is finished once for several engines") func ifNoted() async throws {
    let engine = engine()
    let ended = EndedSession(
      session: session(), instance: engine, revocation: Revocation(session: session()), left: [.discard(session())])
    #expect(await engine.revoke(ended, within: .seconds(5), ifNoted: true) == nil)
    #expect(provider.log.names == [])
    try await outbox.note(session())
    #expect(await engine.revoke(ended, within: .seconds(5), ifNoted: true) == nil)
    #expect(provider.log.names == ["revoke s1-1", "discard s1-1"])
  }

  @Test("a revocation that another engine has sent meanwhile is not sent again") func toldMeanwhile() async throws {
    let gate = Gate()
    var provider = provider
    provider.revoking = { (session) async throws(AuthError) in if session.id == SessionID("s0") { await gate.pass() } }
    let engine = engine(provider)
    try await engine.adopt(session(1, "s0"))
    engine.tellLater(try await engine.delete(session(1, "s0"), reason: .requested))
    await gate.reached()
    try await outbox.note(session())
    await engine.recover()
    try await outbox.strike(session())
    gate.open()
    await engine.settle()
    #expect(provider.log.names == ["adopted s0-1", "revoke s0-1", "discard s0-1"])
  }

  @Test("an interrupted sign-out is not finished for a session that was renewed since") func renewedSince()
    async throws
  {
    try await house.store.save(session(2))
    try await outbox.note(session())
    let engine = engine()
    _ = try await engine.stored()
    await engine.settle()
    #expect(provider.log.names == [])
    #expect(try await house.store.load(SessionID("s1")) == session(2))
    #expect(try await outbox.keys() == [])
  }
}

extension SessionOutbox {
  fileprivate func keys() async throws(AuthError) -> [String] {
    let pending = try await pending()
    return pending.rotations.map { "rotation \($0.session.id)" } + pending.revocations.map { "revocation \($0.id)" }
  }
}
