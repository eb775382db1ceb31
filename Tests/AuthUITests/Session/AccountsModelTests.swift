import AuthCore
import AuthStorage
import AuthTesting
import AuthUI
import TestSupport
import Testing

/// Two accounts of one vendor and of two vendors at once, in a picker.
@MainActor @Suite(.timeLimit(.minutes(5))) struct AccountsModelTests {
  private let clock = ManualClock(Prompts.start)
  private let store: MemorySessionStore
  private let records: MemoryRecordStore
  private let client: AuthClient
  private let model: AuthModel

  init() throws {
    store = MemorySessionStore()
    records = MemoryRecordStore()
    client = try AuthClient.fake(clock: clock, store: store, records: records)
    model = AuthModel(client, clock: clock)
  }

  private var accounts: AccountsModel { model.accounts }

  private func signIn(_ name: String, _ provider: ProviderID) async throws {
    _ = try await client.signIn(identifier: name, provider: provider).result()
    clock.advance(by: .seconds(1))
  }

  private func threeAccounts() async throws {
    try await signIn("jane", "one")
    try await signIn("joe", "one")
    try await signIn("jane", "two")
    await until { accounts.accounts.count == 3 }
  }

  private func account(_ id: String) throws -> Account {
    try #require(accounts.accounts.first { $0.id == SessionID(id) })
  }

  @Test func listsTheAccountsOfAllVendors() async throws {
    #expect(accounts.accounts.isEmpty)
    try await threeAccounts()
    #expect(accounts.accounts.map(\.id.rawValue) == ["two-jane", "one-joe", "one-jane"])
    #expect(accounts.selected.map(\.id.rawValue) == ["two-jane", "one-joe"])
    #expect(accounts.accounts.map(\.title) == ["jane", "joe", "jane"])
  }

  @Test func selectsWithinAVendor() async throws {
    try await threeAccounts()
    await accounts.select(SessionID("one-jane"))
    #expect(accounts.selected.map(\.id.rawValue) == ["two-jane", "one-jane"])
    await until { model.session.session?.subject == "jane" }
    #expect(model.provider == "one" && accounts.problem == nil && !accounts.isBusy)
  }

  @Test func usesAnAccountOfAnotherVendor() async throws {
    try await threeAccounts()
    await until { model.session.session?.subject == "joe" }
    await model.use(try account("two-jane"))
    #expect(model.provider == "two")
    await until { model.session.session?.id == SessionID("two-jane") }
    // And back to the first vendor's account that was not selected.
    await model.use(try account("one-jane"))
    #expect(model.provider == "one")
    await until { model.session.session?.id == SessionID("one-jane") }
  }

  @Test func anAccountThatIsGoneIsNotShown() async throws {
    try await threeAccounts()
    let joe = try account("one-joe")
    try await client.remove(joe.id)
    await model.show("two")
    await model.use(joe)
    #expect(model.provider == "two" && accounts.problem?.code == .notSignedIn)
    #expect(accounts.accounts.count == 2)
  }

  @Test func anAccountThatWasNotSelectedIsNotShown() async throws {
    try await threeAccounts()
    let jane = try account("two-jane")
    let other = Task { await accounts.signOut(SessionID("one-jane")) }
    while !accounts.isBusy { await Task.yield() }
    await model.use(jane)
    #expect(model.provider == "one", "the model was busy, and has not selected it")
    await other.value
  }

  @Test func labels() async throws {
    try await threeAccounts()
    await accounts.label(SessionID("one-jane"), ["label": "work"])
    #expect(try account("one-jane").tags == ["label": "work"])
    #expect(try account("one-joe").tags.isEmpty)
    await accounts.label(SessionID("gone"), [:])
    #expect(accounts.problem?.code == .notSignedIn)
  }

  @Test func removesWithRevocationAndLeavesTheOthers() async throws {
    try await threeAccounts()
    await accounts.remove(SessionID("one-jane"))
    #expect(accounts.accounts.map(\.id.rawValue) == ["two-jane", "one-joe"])
    let left = try #require(accounts.signOutResult)
    #expect(left.redirects.map(\.url) == [Prompts.page] && left.unrevoked.values.map(\.code) == [.network])
    accounts.finished(left.redirects[0])
    #expect(accounts.signOutResult?.redirects.isEmpty == true)
    #expect(model.session.session?.subject == "joe", "the signed-in user stays")
    #expect(try await client.histories().map(\.subject).sorted() == ["jane", "joe"])
    await accounts.signOut(SessionID("one-joe"))
    #expect(try await client.histories(provider: "one").map(\.subject) == ["joe"], "a sign-out keeps the history")
  }

  @Test func seesTheChangesOfAnotherClient() async throws {
    let other = try AuthClient.fake(clock: clock, store: store, records: records, seed: 2)
    await until { accounts.accounts.isEmpty }
    _ = try await other.signIn(identifier: "jane", provider: "two").result()
    await until { accounts.accounts.count == 1 }
    _ = try await other.account(SessionID("two-jane")).label(["label": "home"])
    await until { accounts.accounts.first?.tags == ["label": "home"] }
    try await other.remove(SessionID("two-jane"))
    await until { accounts.accounts.isEmpty }
  }

  @Test func followsItsOwnClientWhenTheStoreAnnouncesNoChanges() async throws {
    let client = try AuthClient.fake(clock: clock, store: SilentStore(store: store))
    let accounts = AccountsModel(client)
    _ = try await client.signIn(identifier: "jane", provider: "one").result()
    await until { accounts.accounts.count == 1 }
    try await client.remove(SessionID("one-jane"))
    await until { accounts.accounts.isEmpty }
  }

  @Test func keepsNoClientAlive() async throws {
    weak var known: AuthClient?
    do {
      let client = try AuthClient.fake(clock: clock)
      known = client
      let accounts = AccountsModel(client)
      await accounts.reload()
    }
    await until { known == nil }
  }

  // MARK: Why was I signed out?

  @Test func theSignInPageShowsTheReasonOfTheSignOut() async throws {
    #expect(model.signOutExplanation == nil)
    try await signIn("jane", "one")
    await until { model.session.isSignedIn }
    #expect(model.signOutExplanation == nil)
    await model.session.signOut()
    await until { model.signOutExplanation != nil }
    #expect(model.signOutExplanation?.text == "You signed out." && model.signOutExplanation?.isRequested == true)
    try await signIn("jane", "one")
    await until { model.session.isSignedIn && model.signOutExplanation == nil }
  }

  @Test func theSignInPageShowsTheReasonAfterARestart() async throws {
    try await signIn("jane", "one")
    _ = try await client.signOut()
    let later = AuthModel(try AuthClient.fake(clock: clock, store: store, records: records, seed: 2))
    await until { later.session.state == .signedOut(.never) && later.signOutExplanation != nil }
    #expect(
      later.signOutExplanation?.text == "You were signed out because app 1 requested it.")
    #expect(later.signOutExplanation?.identifier == "jane")
    // The page ignores the history of other providers.
    await later.show("two")
    await until { later.session.state != .loading }
    #expect(later.signOutExplanation == nil)
  }
}

/// A store that does not announce its changes.
private struct SilentStore: SessionStore {
  let store: MemorySessionStore
  func load(_ id: SessionID) async throws(AuthError) -> Session? { try await store.load(id) }
  func list() async throws(AuthError) -> [Session] { try await store.list() }
  func save(_ session: Session, replacing generation: UInt64?) async throws(AuthError) -> Bool {
    try await store.save(session, replacing: generation)
  }
  func delete(_ id: SessionID) async throws(AuthError) { try await store.delete(id) }
  func selection(for provider: ProviderID) async throws(AuthError) -> SessionID? {
    try await store.selection(for: provider)
  }
  func select(_ id: SessionID?, for provider: ProviderID) async throws(AuthError) {
    try await store.select(id, for: provider)
  }
  func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result { try await store.withLock(on: name, body) }
}
