import AuthAdoption
import AuthCore
import AuthHawcx
import AuthSandbox
import AuthSandboxKit
import AuthStorage
import AuthTesting
import AuthTurnkey
import AuthTurnkeyAdoption
import SDKFiles
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Sessions of the vendor's Swift SDK become sessions of this client, at a sandbox that knows their keys.
@Suite struct TurnkeyAdoptionTests {
  private let device: TurnkeySDKDevice
  private let name = "com.turnkey.sdk.session"

  init() throws { device = try TurnkeySDKDevice() }

  private func whoAmI(_ client: AuthClient) async throws -> String {
    let provider = try #require(try client.provider() as? TurnkeyProvider)
    return try await provider.whoAmI(try await client.session()).userID
  }

  @Test func copiesAKeyOfTheKeychain() async throws {
    let old = try await device.signIn()
    let files = try device.files([(name, old, .keychain)], selected: name, autoRefresh: [name: "600"])
    let client = try device.client(adopting: files.storage)
    let report = try await client.adopt(TurnkeyAdoption(from: files.storage))

    let session = try #require(report.sessions.first)
    #expect(report.isComplete && report.entries.map(\.name) == [name])
    #expect(session.subject == old.session.subject && session.tokens.access == old.session.tokens.access)
    #expect(session.tags["sessionKey"] == name && session.adapterValues["expirationSeconds"] == "600")
    #expect(session.key?.storeID == "memory" && session.key?.publicKey == old.session.key?.publicKey)
    #expect(try await whoAmI(client) == old.session.subject)
    // Nothing was sent to open the session, and nothing of the SDK is left.
    #expect(try await files.storage.preferenceNames() == ["theme"])
    #expect(try await files.storage.passwords(service: nil, account: nil).isEmpty)
    // The session is renewed as any other.
    let renewed = try await client.refresh()
    #expect(renewed.key != session.key && renewed.subject == session.subject)
    #expect(try await whoAmI(client) == old.session.subject)
  }

  @Test func usesAKeyOfTheEnclaveWhereItIs() async throws {
    let old = try await device.signIn()
    let files = try device.files([(name, old, .enclave)], selected: name)
    let client = try device.client(adopting: files.storage)
    let session = try #require(try await client.adopt(TurnkeyAdoption(from: files.storage)).sessions.first)
    #expect(session.key?.storeID == "adopted")
    #expect(try await whoAmI(client) == old.session.subject)
    // A client of the next start uses it, too.
    #expect(try await whoAmI(try device.client(adopting: files.storage)) == old.session.subject)
    #expect(try await files.storage.keys().count == 1)
    // The first renewal makes a key of this client's store, and only then is the SDK's key removed.
    let renewed = try await client.refresh()
    #expect(renewed.key?.storeID == "memory")
    #expect(try await files.storage.keys().isEmpty)
    #expect(try await whoAmI(client) == old.session.subject)
  }

  @Test(arguments: [TurnkeySDKDevice.Place.enclave, .keychain, .keychainOfVersion2])
  func logsInByAStampOfAKeyThatCannotBeTakenOver(_ place: TurnkeySDKDevice.Place) async throws {
    let old = try await device.signIn()
    let files = try device.files([(name, old, place)], selected: name)
    let client = try device.client(adopting: nil, primary: ClosedKeyStore(inner: device.keys))
    let session = try #require(try await client.adopt(TurnkeyAdoption(from: files.storage)).sessions.first)
    #expect(session.key?.publicKey != old.session.key?.publicKey)
    #expect(session.subject == old.session.subject)
    #expect(try await whoAmI(client) == old.session.subject)
    #expect(try await files.storage.preferenceNames() == ["theme"])
    // The old key has no use any more.
    #expect(try await files.storage.keys().isEmpty)
    #expect(try await files.storage.passwords(service: nil, account: nil).isEmpty)
  }

  @Test func isDoneOnceEvenIfTheOldDataStays() async throws {
    let old = try await device.signIn()
    let files = try device.files([(name, old, .keychain)], selected: name)
    let client = try device.client(adopting: files.storage)
    let adoption = TurnkeyAdoption(from: files.storage, keepsOld: true)
    #expect(try await client.adopt(adoption).sessions.count == 1)
    #expect(try await files.storage.passwords(service: nil, account: nil).count == 1)
    func isKnown() async throws -> Bool { self.isKnown(try await client.adopt(adoption)) }
    #expect(try await isKnown())
    #expect(try await client.sessions().count == 1)
    // After a renewal, and after a sign-out, the old session is still not taken over again.
    _ = try await client.refresh()
    #expect(try await isKnown())
    _ = try await client.signOut()
    #expect(try await isKnown())
    #expect(try await client.storedSession() == nil)
  }

  @Test func selectsTheSDKsSessionUnlessThereIsASelection() async throws {
    let jane = try await device.signIn("jane@example.org")
    let max = try await device.signIn("max@example.org")
    let files = try device.files([("a", jane, .keychain), ("b", max, .enclave)], selected: "b")
    let client = try device.client(adopting: files.storage)
    let report = try await client.adopt(TurnkeyAdoption(from: files.storage))
    #expect(report.sessions.count == 2)
    #expect(try await client.session().subject == max.session.subject)

    let again = try TurnkeySDKDevice()
    let other = try await again.signIn("other@example.org")
    let more = try again.files([("c", other, .keychain)], selected: "c")
    let signedIn = try again.client(adopting: more.storage)
    let flow = signedIn.signIn(identifier: "kim@example.org")
    _ = await flow.nextPrompt()
    try await flow.submit(code: try again.sandbox.lastCode(to: "kim@example.org"))
    let kim = try await flow.result()
    #expect(try await signedIn.adopt(TurnkeyAdoption(from: more.storage)).sessions.count == 1)
    guard case .session(let selected, _) = kim else {
      Issue.record("no session")
      return
    }
    #expect(try await signedIn.session().id == selected.id)
  }

  @Test func leavesWhatItCannotTakeOver() async throws {
    let old = try await device.signIn()
    let files = try device.files([(name, old, .nowhere)], selected: name)
    let client = try device.client(adopting: files.storage)
    let before = try await files.storage.preferenceNames()
    let report = try await client.adopt(TurnkeyAdoption(from: files.storage))
    #expect(report.failures.map(\.code) == [.keyUnavailable] && report.isComplete)
    #expect(try await files.storage.preferenceNames() == before)
    #expect(try await client.storedSession() == nil)
  }

  @Test func refusesTokensThatTheVendorDidNotSignForThisKey() async throws {
    let jane = try await device.signIn("jane@example.org")
    let max = try await device.signIn("max@example.org")
    // Jane's record and key, with a token for another key: somebody changed the preferences.
    let files = try SDKFiles(
      preferences: [
        "com.turnkey.sdk.sessionKeys": .json([.string(name)]),
        name: .json(jane.record(token: max.session.tokens.access)),
      ],
      passwords: [(jane.publicKey, "TurnkeySecureStorageStamper", jane.scalarText)])
    let client = try device.client(adopting: files.storage)
    let report = try await client.adopt(TurnkeyAdoption(from: files.storage))
    #expect(report.sessions.isEmpty && report.failures.count == 1)
    #expect(try await client.sessions().isEmpty)
    #expect(try await device.records.namespaced("turnkey").keys().isEmpty)
  }

  @Test(arguments: [TurnkeySDKDevice.Place.enclave, .keychain])
  func dropsAnExpiredSessionWithItsData(_ place: TurnkeySDKDevice.Place) async throws {
    let old = try await device.signIn()
    let files = try device.files([(name, old, place)], selected: name)
    device.clock.advance(by: .seconds(86_400 * 30))
    let client = try device.client(adopting: files.storage)
    let report = try await client.adopt(TurnkeyAdoption(from: files.storage))
    guard case .useless(let error)? = report.entries.first?.outcome else {
      Issue.record("not useless")
      return
    }
    #expect(error.code == .sessionExpired)
    #expect(try await files.storage.preferenceNames() == ["theme"])
    #expect(try await files.storage.passwords(service: nil, account: nil).isEmpty)
    #expect(try await files.storage.keys().isEmpty)
  }

  @Test func losesNothingIfTheStoreFails() async throws {
    let old = try await device.signIn()
    let files = try device.files([(name, old, .enclave)], selected: name)
    let before = try await files.storage.preferenceNames()
    let full = try device.client(adopting: files.storage, sessions: FullSessionStore(inner: device.sessions))
    await #expect(throws: AuthError(.storeFull, "")) {
      try await full.adopt(TurnkeyAdoption(from: files.storage))
    }
    #expect(try await files.storage.preferenceNames() == before)
    #expect(try await files.storage.keys().count == 1)
    let client = try device.client(adopting: files.storage)
    #expect(try await client.adopt(TurnkeyAdoption(from: files.storage)).sessions.count == 1)
    #expect(try await whoAmI(client) == old.session.subject)
  }

  @Test func cleanUpOfAnUnfinishedRunKeepsTheSDKsKey() async throws {
    let old = try await device.signIn()
    let files = try device.files([(name, old, .enclave)], selected: name)
    let full = try device.client(adopting: files.storage, sessions: FullSessionStore(inner: device.sessions))
    await #expect(throws: AuthError(.storeFull, "")) {
      try await full.adopt(TurnkeyAdoption(from: files.storage))
    }
    let records = device.records.namespaced("adopted-keys")
    #expect(try await records.keys().count == 1)
    // After a quarter of an hour, the next sign-in deletes what was begun.
    device.clock.advance(by: .seconds(1000))
    let client = try device.client(adopting: files.storage)
    let provider = try #require(try client.provider() as? TurnkeyProvider)
    _ = try await provider.createKeyPair()
    #expect(try await records.keys().isEmpty)
    #expect(try await files.storage.keys().count == 1)
  }

  /// The state after a run that was killed when it had stored the session, and nothing else.
  private func interrupted(_ files: SDKFiles, mark: String = "") async throws -> (AuthClient, Session) {
    let client = try device.client(adopting: files.storage)
    let session = try #require(
      try await client.adopt(TurnkeyAdoption(from: files.storage, keepsOld: true)).sessions.first)
    let records = device.records.namespaced("turnkey")
    let marks = try await records.keys().filter { $0.hasPrefix("adopted/") }
    try #require(marks.count == 1)
    try await records.replace(Secret(mark + session.id.rawValue), for: marks[0])
    try await device.sessions.select(nil, for: "turnkey")
    return (try device.client(adopting: files.storage), session)
  }

  private func isKnown(_ report: AdoptionReport) -> Bool {
    if case .known? = report.entries.first?.outcome { true } else { false }
  }

  @Test func finishesARunThatWasKilledAfterTheSessionWasStored() async throws {
    let old = try await device.signIn()
    let files = try device.files([(name, old, .enclave)], selected: name)
    let (client, session) = try await interrupted(files)
    #expect(isKnown(try await client.adopt(TurnkeyAdoption(from: files.storage))))
    #expect(try await client.session().id == session.id)
    #expect(try await client.sessions().count == 1)
    #expect(try await files.storage.preferenceNames() == ["theme"])
    _ = try await client.refresh()
    #expect(try await files.storage.keys().isEmpty)
  }

  @Test func doesNotRepeatAKilledRunAfterASignOut() async throws {
    let old = try await device.signIn()
    let files = try device.files([(name, old, .enclave)], selected: name)
    let (client, session) = try await interrupted(files)
    try await client.signOut(account: session.id)
    #expect(isKnown(try await client.adopt(TurnkeyAdoption(from: files.storage))))
    #expect(try await client.sessions().isEmpty)
    #expect(try await files.storage.keys().isEmpty)
  }

  @Test func doesNotSelectAnOldSessionAfterTheUserHasSignedOutHere() async throws {
    let old = try await device.signIn()
    let files = try device.files([(name, old, .keychain)], selected: name)
    let client = try device.client(adopting: files.storage)
    let flow = client.signIn(identifier: "kim@example.org")
    _ = await flow.nextPrompt()
    try await flow.submit(code: try device.sandbox.lastCode(to: "kim@example.org"))
    _ = try await flow.result()
    _ = try await client.signOut()
    #expect(try await client.adopt(TurnkeyAdoption(from: files.storage)).sessions.count == 1)
    #expect(try await client.storedSession() == nil)
  }

  @Test func takesASessionOverOnceInTwoRunsAtOnce() async throws {
    let old = try await device.signIn()
    let files = try device.files([(name, old, .enclave)], selected: name)
    let client = try device.client(adopting: files.storage)
    let other = try device.client(adopting: files.storage)
    async let first = client.adopt(TurnkeyAdoption(from: files.storage, keepsOld: true))
    async let second = other.adopt(TurnkeyAdoption(from: files.storage, keepsOld: true))
    let reports = try await [first, second]
    #expect(reports.map(\.sessions.count).sorted() == [0, 1])
    #expect(try await client.sessions().count == 1)
    #expect(try await files.storage.keys().count == 1)
  }

  @Test func keepsTheKeyInTheEnclaveWithTheOldData() async throws {
    let old = try await device.signIn()
    let files = try device.files([(name, old, .enclave)], selected: name)
    let client = try device.client(adopting: files.storage)
    _ = try await client.adopt(TurnkeyAdoption(from: files.storage, keepsOld: true))
    _ = try await client.refresh()
    _ = try await client.signOut()
    #expect(try await files.storage.keys().count == 1)
  }

  @Test func renewsForTheConfiguredTimeIfTheSDKDidNotRenew() async throws {
    let old = try await device.signIn()
    device.clock.advance(by: .seconds(880))
    let files = try device.files([(name, old, .keychain)], selected: name)
    let client = try device.client(adopting: files.storage)
    let session = try #require(try await client.adopt(TurnkeyAdoption(from: files.storage)).sessions.first)
    #expect(session.adapterValues["expirationSeconds"] == "900")
    let renewed = try await client.refresh()
    #expect(renewed.expiresAt.map { $0.timeIntervalSince(device.clock.now()) > 800 } == true)
  }

  @Test func removesTheKeyOnceTheOldDataIsGivenUp() async throws {
    let old = try await device.signIn()
    let files = try device.files([(name, old, .enclave)], selected: name)
    let client = try device.client(adopting: files.storage)
    _ = try await client.adopt(TurnkeyAdoption(from: files.storage, keepsOld: true))
    #expect(isKnown(try await client.adopt(TurnkeyAdoption(from: files.storage))))
    #expect(try await files.storage.keys().count == 1)
    _ = try await client.refresh()
    #expect(try await files.storage.keys().isEmpty)
    // The same, if the session is gone before the old data is given up.
    let other = try TurnkeySDKDevice()
    let max = try await other.signIn("max@example.org")
    let more = try other.files([(name, max, .enclave)], selected: name)
    let second = try other.client(adopting: more.storage)
    _ = try await second.adopt(TurnkeyAdoption(from: more.storage, keepsOld: true))
    _ = try await second.signOut()
    _ = try await second.adopt(TurnkeyAdoption(from: more.storage))
    #expect(try await more.storage.keys().isEmpty)
  }

  @Test func staysSignedOutAfterAnAccountWasRemoved() async throws {
    let old = try await device.signIn()
    let files = try device.files([(name, old, .enclave)], selected: name)
    let (client, session) = try await interrupted(files, mark: "stored ")
    try await client.remove(session.id)
    #expect(isKnown(try await client.adopt(TurnkeyAdoption(from: files.storage))))
    #expect(try await client.sessions().isEmpty)
  }

  @Test func removesExpiredKeysWithoutASessionAndNoOthers() async throws {
    let jane = try await device.signIn("jane@example.org")
    let (expired, waiting) = (try await device.signIn("a@example.org"), try await device.signIn("b@example.org"))
    let now = device.clock.now().timeIntervalSince1970
    let pending: [(String, JSONValue)] = [
      (jane.publicKey, .number(now - 7200)), (expired.publicKey, .number(now - 60)),
      (waiting.publicKey, .number(now + 1800)),
    ]
    let label = "TurnkeyApiKeyPair"
    let files = try SDKFiles(
      preferences: [
        "com.turnkey.sdk.sessionKeys": .json([.string(name)]), name: .json(jane.record()),
        "com.turnkey.sdk.pendingList": .json(.object(JSONObject(pending))),
      ],
      passwords: [(expired.publicKey, "TurnkeySecureStorageStamper", expired.scalarText)],
      keys: [(nil, label, jane.scalar), (nil, label, expired.scalar), (nil, label, waiting.scalar)])
    let client = try device.client(adopting: files.storage)
    #expect(try await client.adopt(TurnkeyAdoption(from: files.storage)).sessions.count == 1)
    let left = try await files.storage.keys().map { Hex.encode($0.publicKey) }
    #expect(left == [jane.publicKey, waiting.publicKey])
    #expect(try await files.storage.passwords(service: nil, account: nil).isEmpty)
    #expect(try await files.storage.preferenceNames() == ["com.turnkey.sdk.pendingList"])
    // An hour later, nothing is left but the key of the session.
    device.clock.advance(by: .seconds(3600))
    _ = try await client.adopt(TurnkeyAdoption(from: files.storage))
    #expect(try await files.storage.keys().map { Hex.encode($0.publicKey) } == [jane.publicKey])
    #expect(try await files.storage.preferenceNames().isEmpty)
  }

  @Test func findsNothingOnAFreshDevice() async throws {
    let files = try SDKFiles(preferences: ["theme": .text("dark")])
    let client = try device.client(adopting: files.storage)
    #expect(try await client.adopt(TurnkeyAdoption(from: files.storage)).entries.isEmpty)
  }

  @Test func refusesAnInstanceOfAnotherVendor() async throws {
    let files = try SDKFiles(preferences: [:])
    let block = try #require(device.sandbox.configuration["providers"]?["hawcx"])
    let client = try AuthClient(
      configuration: AuthConfiguration(["provider": "hawcx", "providers": ["hawcx": block]]), plugins: [.hawcx],
      services: ClientServices(
        provider: ProviderServices(
          transport: SandboxTransport(sandbox: device.sandbox, clock: device.clock), keys: KeyRing(device.keys),
          records: device.records, clock: device.clock), sessionStore: device.sessions))
    await #expect(throws: AuthError(.invalidRequest, "")) {
      try await client.adopt(TurnkeyAdoption(from: files.storage))
    }
  }
}

/// A session store without space.
private struct FullSessionStore: SessionStore {
  let inner: MemorySessionStore

  func load(_ id: SessionID) async throws(AuthError) -> Session? { try await inner.load(id) }
  func list() async throws(AuthError) -> [Session] { try await inner.list() }
  func save(_ session: Session, replacing generation: UInt64?) async throws(AuthError) -> Bool {
    throw AuthError(.storeFull, "The disk is full.")
  }
  func delete(_ id: SessionID) async throws(AuthError) { try await inner.delete(id) }
  func deleteIfUnchanged(_ session: Session) async throws(AuthError) -> Session? {
    try await inner.deleteIfUnchanged(session)
  }
  func take(
    _ id: SessionID, noting note: @Sendable (Session?) async throws(AuthError) -> Void
  ) async throws(AuthError) -> Session? { try await inner.take(id, noting: note) }
  func selection(for provider: ProviderID) async throws(AuthError) -> SessionID? {
    try await inner.selection(for: provider)
  }
  func select(_ id: SessionID?, for provider: ProviderID) async throws(AuthError) {
    try await inner.select(id, for: provider)
  }
  var changes: AsyncStream<Void>? { inner.changes }
  func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result { try await inner.withLock(on: name, body) }
}
