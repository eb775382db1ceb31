import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The results and the errors that an engine returns to its callers.
@Suite(.timeLimit(.minutes(5))) struct SessionCallersTests {
  private let house = SessionHouse()

  private func session(_ id: String = "s1", generation: UInt64 = 1) -> Session {
    .sample(id, created: house.clock.now(), generation: generation)
  }

  private func histories(_ engine: ProviderSessions) async throws -> [AccountHistory.Event] {
    try await engine.histories().flatMap { $0.entries.map(\.event) }
  }

  // MARK: Cancellation

  @Test("a caller that is cancelled before it asks does not wait") func cancelledBefore() async throws {
    let gate = Gate()
    let engine = house.engine(SessionHouse.provider(behind: gate, house.clock))
    try await engine.adopt(session())
    let caller = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await engine.refresh()
    }
    await #expect(throws: AuthError(.cancelled, "")) { try await caller.value }
    #expect(engine.state.withLock { $0.callers.isEmpty })
    await gate.reached()
    gate.open()
    await engine.settle()
    #expect(try await engine.current()?.generation == 2, "the renewal that was started continues")
  }

  @Test("a cancelled caller leaves without affecting others, also while it waits for the end of renewals")
  func cancelled() async throws {
    let hanging = try await HangingRenewal()
    let settling = Task { try await hanging.engine.wait { (machine, caller, _) in machine.settle(caller) } }
    while hanging.engine.state.withLock({ $0.callers.count }) < 2 { await Task.yield() }
    settling.cancel()
    await #expect(throws: AuthError(.cancelled, "")) { try await settling.value }
    #expect(hanging.engine.state.withLock { $0.callers.count } == 1)
    hanging.caller.cancel()
    await #expect(throws: AuthError(.cancelled, "")) { try await hanging.caller.value }
    hanging.gate.open()
    await hanging.engine.settle()
    #expect(try await hanging.engine.current()?.generation == 2)
  }

  // MARK: Ownership

  @Test("a session belongs to the instance of its provider and its tenant") func own() async throws {
    let engine = house.engine(FakeProvider { (session, _) in .refreshed(session) })
    let others = house.engine(DecidedProvider())
    let table: [(ProviderID, String, Bool)] = [
      ("fake", "tenant", true), ("fake", "another", false), ("other", "tenant", false), ("other", "another", false),
    ]
    for (provider, tenant, isOwn) in table {
      let session = Session(
        id: SessionID("x"), providerID: provider, tenant: tenant, subject: "u", createdAt: house.clock.now())
      #expect(engine.isOwn(session) == isOwn, "\(provider), \(tenant)")
      try await house.store.save(session)
      // This engine must not revoke a session at the server of another instance.
      #expect((try await others.delete(session, reason: .requested).revocation != nil) == isOwn)
      try await house.store.save(session)
      guard !isOwn else { continue }
      await #expect(throws: AuthError(.invalidRequest, "")) { try await engine.choose(session) }
      await #expect(throws: AuthError(.invalidRequest, "")) { try await engine.refresh(after: session) }
      #expect(try await house.store.selection(for: provider) == nil)
      #expect(house.times { if case .refreshStarted = $0 { true } else { false } } == 0)
    }
  }

  @Test("without a signed-in user a renewal fails, and a read returns nil") func notSignedIn() async throws {
    let engine = house.engine(FakeProvider { (session, _) in .refreshed(session) })
    #expect(try await engine.current() == nil)
    #expect(try await engine.stored() == nil)
    let error = await #expect(throws: AuthError.self) { try await engine.refresh() }
    #expect(error?.code == .notSignedIn && error?.provider == "fake")
  }

  @Test("a deleted session cannot be selected in the store") func gone() async throws {
    let engine = house.engine(PlainProvider())
    try await engine.adopt(session())
    house.observer.clear()
    await #expect(throws: AuthError(.notSignedIn, "")) { try await engine.choose(session("gone")) }
    #expect(try await house.store.selection(for: "fake") == SessionID("s1"))
    #expect(house.observer.failures("select") == [.notSignedIn])
    #expect(engine.cached == session())
  }

  @Test("each write and each refusal is an event with the name of its operation") func events() async throws {
    let store = PickyStore(house.store)
    let engine = ProviderSessions(provider: PlainProvider(), store: store, services: house.services)
    try await engine.adopt(session())
    try await engine.choose(session())
    var told = house.observer.events.compactMap { event -> String? in
      if case .store(let operation, "fake", nil) = event { operation } else { nil }
    }
    #expect(told == ["save", "select"])
    store.unwritable.withLock { $0 = [SessionID("s2")] }
    await #expect(throws: AuthError(.storePermissions, "")) { try await engine.adopt(session("s2")) }
    #expect(house.observer.failures("save") == [.storePermissions])
    store.undeletable.withLock { $0 = [SessionID("s1")] }
    await #expect(throws: AuthError(.storePermissions, "")) {
      try await engine.remove(session(), reason: .requested)
    }
    #expect(house.observer.failures("delete") == [.storePermissions])
    store.undeletable.withLock { $0 = [] }
    house.observer.clear()
    try await engine.remove(session(), reason: .requested)
    told = house.observer.events.compactMap { event -> String? in
      if case .store(let operation, "fake", nil) = event { operation } else { nil }
    }
    #expect(told == ["delete"])
  }

  @Test("a provider is notified of a sign-in") func adopted() async throws {
    let provider = DecidedProvider()
    try await house.engine(provider).adopt(session())
    #expect(provider.log.names == ["adopted access-1"])
  }

  // MARK: Keys

  private func keyed(_ id: String = "s1") -> Session {
    var session = session(id)
    session.key = KeyReference(storeID: "closing", keyID: "1", algorithm: .p256, publicKey: [2])
    return session
  }

  @Test("a key that is available again unlocks its session for the next caller") func unlocks() async throws {
    let keys = ClosingKeyStore()
    var services = house.services
    services.keys = KeyRing(keys)
    try await house.store.save(keyed())
    try await house.store.select(keyed().id, for: "fake")
    let engine = ProviderSessions(provider: PlainProvider(), store: house.store, services: services)
    engine.attach()
    keys.fault.set(AuthError(.keyUnavailable, "Closed."))
    let error = await #expect(throws: AuthError.self) { try await engine.current() }
    #expect(error?.code == .keyUnavailable && error?.provider == "fake")
    #expect(engine.source.current == .locked(keyed(), .keyUnavailable))
    let checks = keys.checks
    #expect(try await engine.stored() == keyed(), "the stored session can be read")
    #expect(keys.checks == checks, "the key is not checked")
    await #expect(throws: AuthError(.keyUnavailable, "")) { try await engine.current() }
    keys.fault.set(nil)
    #expect(try await engine.current() == keyed())
    #expect(engine.source.current == .signedIn(keyed()))
    let found = keys.checks
    engine.lock(keyed("other"), AuthError(.keyUnavailable, "Closed."))
    #expect(try await engine.current() == keyed(), "another session's key")
    #expect(try await engine.refreshable() == false)
    #expect(keys.checks == found, "an available key is not checked again")
    engine.lock(keyed(), AuthError(.keyUnavailable, "Closed."))
    #expect(engine.source.current == .locked(keyed(), .keyUnavailable))
  }

  // MARK: History

  @Test("an unavailable key is noted, after the earlier events") func lockIsNoted() async throws {
    let engine = house.engine(PlainProvider())
    try await engine.adopt(session())
    engine.lock(session(), AuthError(.keyUnavailable, "Closed."))
    house.clock.advance(by: .seconds(3600))
    await engine.relock()
    await engine.settle()
    #expect(try await histories(engine) == [.signedIn, .trouble(.keyUnavailable), .expired])
  }

  @Test("a renewal that finds its session signed out here adds no note", arguments: [true, false])
  func signedOutMeanwhile(_ isNoted: Bool) async throws {
    let hanging = try await HangingRenewal()
    let ended = try await hanging.engine.delete(
      hanging.session, reason: .requested, noting: isNoted ? .signedOut : nil)
    _ = await hanging.engine.revoke(ended, within: .seconds(5))
    hanging.gate.open()
    await hanging.engine.settle()
    _ = try? await hanging.caller.value
    #expect(try await histories(hanging.engine) == [.signedIn] + (isNoted ? [.signedOut] : []))
  }

  @Test("a renewal that finds its record deleted notes that") func vanishedMeanwhile() async throws {
    let hanging = try await HangingRenewal()
    try await hanging.house.store.delete(hanging.session.id)
    hanging.gate.open()
    await #expect(throws: AuthError(.notSignedIn, "")) { try await hanging.caller.value }
    await hanging.engine.settle()
    #expect(try await histories(hanging.engine) == [.signedIn, .vanished])
  }

  @Test("a record that needs the user's help is noted at the first read, and a transient failure is not")
  func troubles() async throws {
    let table: [(AuthError.Code, isNoted: Bool)] = [
      (.storeCorrupt, true), (.storeVersion, true), (.storeLocked, false), (.storePermissions, false),
    ]
    for (code, isNoted) in table {
      for isAccount in [false, true] {
        let house = SessionHouse()
        let session = Session.sample(created: house.clock.now())
        try await house.engine(PlainProvider()).adopt(session)
        let engine = ProviderSessions(
          provider: PlainProvider(), store: RefusingStore(house.store, AuthError(code, "Not now.")),
          services: house.services, account: isAccount ? session.id : nil)
        await #expect(throws: AuthError(code, "")) { try await engine.current() }
        #expect(try await histories(engine) == [.signedIn] + (isNoted ? [.trouble(code)] : []), "\(code)")
      }
    }
  }

  // MARK: Renewals

  @Test("a session that another process renewed for too short a time is renewed again") func tooShort() async throws {
    let clock = house.clock
    let provider = DecidedProvider()
    var renewing = provider
    renewing.refreshing = { (session, _) in SessionHouse.renewed(session, clock) }
    let store = PickyStore(house.store)
    let engine = ProviderSessions(provider: renewing, store: store, services: house.services)
    try await engine.adopt(session())
    clock.advance(by: .seconds(3600))
    // The renewed session is valid for twenty more seconds of its hour.
    var theirs = session(generation: 2)
    theirs.createdAt = clock.now().addingTimeInterval(-3580)
    theirs.expiresAt = clock.now().addingTimeInterval(20)
    theirs.tokens.access = Secret("theirs")
    try await house.store.save(theirs)
    #expect(try await engine.current()?.generation == 3)
    #expect(provider.log.times("refresh theirs") == 1)
  }

  @Test("a session without automatic renewal is renewed only on request") func onRequest() async throws {
    let clock = house.clock
    let provider = DecidedProvider()
    var renewing = provider
    renewing.renewsAutomatically = false
    renewing.refreshing = { (session, _) in SessionHouse.renewed(session, clock) }
    let engine = house.engine(renewing)
    try await engine.adopt(session())
    #expect(try await engine.refresh().generation == 2)
    clock.advance(by: .seconds(3600))
    await #expect(throws: AuthError(.reauthenticationRequired, "")) { try await engine.current() }
    #expect(try await engine.refresh().generation == 3)
    #expect(try await engine.current()?.generation == 3)
  }
}

extension ProviderSessions {
  /// Returns whether a renewal succeeds, which needs the session's key.
  fileprivate func refreshable() async throws(AuthError) -> Bool {
    do throws(AuthError) {
      _ = try await refresh()
      return true
    } catch  where error.code == .reauthenticationRequired {
      return false
    }
  }
}

/// A key store whose keys can be unavailable. It counts the checks.
private final class ClosingKeyStore: KeyStore {
  let id = "closing"
  let supportedAlgorithms: [KeyAlgorithm] = [.p256]
  let isExportable = false
  let fault = Refusal()
  private let looks = Locked(0)
  var checks: Int { looks.withLock { $0 } }

  func generate(
    _ algorithm: KeyAlgorithm, policy: KeyPolicy, namespace: String
  ) async throws(AuthError) -> KeyReference { throw AuthError(.unsupported, "") }
  func keys(in namespace: String) async throws(AuthError) -> [KeyReference] { [] }
  func sign(_ message: [UInt8], with key: KeyReference) async throws(AuthError) -> [UInt8] { [] }
  func delete(_ key: KeyReference) async throws(AuthError) {}
  func check(_ key: KeyReference) async throws(AuthError) {
    looks.withLock { $0 += 1 }
    if let error = fault.value { throw error }
  }
}

/// A store whose every call fails.
private struct RefusingStore: SessionStore {
  let store: MemorySessionStore
  let error: AuthError
  init(_ store: MemorySessionStore, _ error: AuthError) { (self.store, self.error) = (store, error) }
  func load(_ id: SessionID) async throws(AuthError) -> Session? { throw error }
  func list() async throws(AuthError) -> [Session] { throw error }
  func save(_ session: Session, replacing generation: UInt64?) async throws(AuthError) -> Bool { throw error }
  func delete(_ id: SessionID) async throws(AuthError) { throw error }
  func selection(for provider: ProviderID) async throws(AuthError) -> SessionID? {
    try await store.selection(for: provider)
  }
  func select(_ id: SessionID?, for provider: ProviderID) async throws(AuthError) { throw error }
  func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result { try await store.withLock(on: name, body) }
}
