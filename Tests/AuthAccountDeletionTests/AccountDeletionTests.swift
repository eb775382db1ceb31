import AuthAccountDeletion
import AuthAuthsignal
import AuthCore
import AuthHawcx
import AuthPrivy
import AuthSandbox
import AuthSandboxKit
import AuthStorage
import AuthTesting
import AuthTurnkey
import AuthTurnkeyAPI
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The deletion of accounts at the sandbox's vendors, and through its backend.
@Suite struct AccountDeletionTests {
  private let clock = ManualClock()
  private let sandbox: Sandbox
  private let sessions: MemorySessionStore
  private let keys = MemoryKeyStore()
  private let records = MemoryRecordStore()
  private let transport: FaultyTransport
  private let jane = "jane@example.com"

  init() throws {
    sandbox = try Sandbox(clock: clock, random: SeededRandomSource(seed: 5))
    sessions = MemorySessionStore(clock: clock)
    transport = FaultyTransport(around: SandboxTransport(sandbox: sandbox, clock: clock), clock: clock)
  }

  private func client(_ provider: String, sessions: (any SessionStore)? = nil) throws -> AuthClient {
    let block = try #require(sandbox.configuration["providers"]?[provider])
    return try AuthClient(
      configuration: AuthConfiguration(["provider": .string(provider), "providers": [provider: block]]),
      plugins: [.turnkey, .privy, .hawcx, .authsignal],
      services: ClientServices(
        provider: ProviderServices(transport: transport, keys: KeyRing(keys), records: records, clock: clock),
        sessionStore: sessions ?? self.sessions))
  }

  private func backend(_ path: String) throws -> URL {
    let base = try #require(sandbox.configuration["providers"]?["authsignal"]?["backend"]?["baseURL"]?.stringValue)
    return try #require(URL(string: base + path))
  }

  private func signIn(_ client: AuthClient, _ address: String? = nil) async throws -> Session {
    let address = address ?? jane
    let flow = client.signIn(identifier: address, method: .emailOTP)
    _ = await flow.nextPrompt()
    try await flow.submit(code: try sandbox.lastCode(to: address))
    guard case .session(let session, _) = try await flow.result() else {
      throw AuthError(.internalError, "The flow did not end in a session.")
    }
    return session
  }

  private func isClean(_ provider: String) async throws -> Bool {
    let left = try await records.namespaced(provider).keys().filter { !$0.hasPrefix("device-id") }
    return try await sessions.list().isEmpty && left.isEmpty
  }

  @Test func deletesTheSubOrganisationAtTurnkey() async throws {
    let client = try client("turnkey")
    let session = try await signIn(client)
    let result = try await client.deleteAccount(AccountDeletion(at: .vendor))
    #expect(result.subject == session.subject && result.isComplete)
    #expect(try await client.storedSession() == nil)
    #expect(try await isClean("turnkey"))
    #expect(try await client.histories().allSatisfy(\.entries.isEmpty))
    #expect(try await client.resumeAccountDeletions().isEmpty)
    // The same address gets a new account.
    #expect(try await signIn(client).subject != session.subject)
  }

  @Test(arguments: ["privy", "authsignal", "hawcx"])
  func deletesTheAccountThroughTheBackend(_ provider: String) async throws {
    let client = try client(provider)
    _ = try await signIn(client)
    let deletion = AccountDeletion(at: .backend(try backend("/me")))
    do throws(AuthError) {
      let result = try await client.deleteAccount(deletion)
      #expect(result.isComplete)
      #expect(try await client.storedSession() == nil)
      #expect(try await isClean(provider))
    } catch  where error.code == .providerError {
      // The sandbox's servers of this vendor let no backend delete a user: the user stays, and is still signed in.
      #expect(provider == "hawcx")
      #expect(try await client.storedSession() != nil)
      #expect(try await client.resumeAccountDeletions().isEmpty)
    }
  }

  @Test func refusesWhereTheVendorDeletesNothing() async throws {
    let client = try client("privy")
    _ = try await signIn(client)
    await #expect(throws: AuthError(.unsupported, "")) { try await client.deleteAccount(AccountDeletion(at: .vendor)) }
    #expect(try await client.storedSession() != nil)
    #expect(try await client.resumeAccountDeletions().isEmpty)
  }

  @Test func sendsNoCredentialToAStrangersBackend() async throws {
    let client = try client("privy")
    _ = try await signIn(client)
    let stranger = try #require(URL(string: "https://stranger.example/me"))
    await #expect(throws: AuthError(.originNotAllowed, "")) {
      try await client.deleteAccount(AccountDeletion(at: .backend(stranger)))
    }
    #expect(try await client.storedSession() != nil)
  }

  @Test func revokesApplesTokensFirst() async throws {
    let client = try client("privy")
    _ = try await signIn(client)
    // The sandbox's backend has no such route, so the revocation fails, and nothing is deleted.
    let apple = AccountDeletion.AppleRevocation(url: try backend("/apple/revoke"), code: Secret("code"))
    await #expect(throws: AuthError(.providerError, "")) {
      try await client.deleteAccount(AccountDeletion(at: .backend(try backend("/me")), revoking: apple))
    }
    #expect(try await client.storedSession() != nil)
    #expect(try sandbox.requestCount("/backend/apple/revoke") == 1 && sandbox.requestCount("/backend/me") == 0)
  }

  @Test(arguments: ["turnkey", "authsignal"])
  func finishesAfterALostAnswer(_ provider: String) async throws {
    let client = try client(provider)
    _ = try await signIn(client)
    let deletion = AccountDeletion(at: provider == "turnkey" ? .vendor : .backend(try backend("/me")))
    let path = provider == "turnkey" ? "delete_sub_organization" : "/backend/me"
    // The server deletes the account, and its answer is lost, as often as the request is repeated.
    transport.add(Fault(.dropAnswer, path: path))
    let error = await #expect(throws: AuthError.self) { try await client.deleteAccount(deletion) }
    #expect(error?.isTransient == true, "\(String(describing: error))")
    #expect(try await client.storedSession() != nil)
    transport.heal()
    // The app starts again.
    let next = try self.client(provider)
    let results = try await next.resumeAccountDeletions()
    #expect(results.count == 1 && results.allSatisfy(\.isComplete))
    #expect(try await next.storedSession() == nil)
    #expect(try await isClean(provider))
    #expect(try await next.resumeAccountDeletions().isEmpty)
  }

  @Test func finishesAfterAnErrorOfTheStore() async throws {
    let stubborn = StubbornSessionStore(inner: sessions)
    let client = try client("turnkey", sessions: stubborn)
    let session = try await signIn(client)
    let result = try await client.deleteAccount(AccountDeletion(at: .vendor))
    #expect(!result.isComplete && result.remaining.map(\.code) == [.storePermissions])
    #expect(try await sessions.list().map(\.id) == [session.id])
    let next = try self.client("turnkey")
    #expect(try await next.resumeAccountDeletions().map(\.isComplete) == [true])
    #expect(try await isClean("turnkey"))
  }

  @Test func deletesEverySessionOfTheUserAndNoOther() async throws {
    let client = try client("authsignal")
    _ = try await signIn(client, "max@example.com")
    let max = try await client.session()
    _ = try await signIn(client)
    _ = try await client.deleteAccount(AccountDeletion(at: .backend(try backend("/me"))))
    #expect(try await client.sessions().map(\.id) == [max.id])
    #expect(try await client.resumeAccountDeletions().isEmpty)
  }
}

/// A session store that deletes nothing.
private struct StubbornSessionStore: SessionStore {
  let inner: MemorySessionStore

  func load(_ id: SessionID) async throws(AuthError) -> Session? { try await inner.load(id) }
  func list() async throws(AuthError) -> [Session] { try await inner.list() }
  func save(_ session: Session, replacing generation: UInt64?) async throws(AuthError) -> Bool {
    try await inner.save(session, replacing: generation)
  }
  func delete(_ id: SessionID) async throws(AuthError) { throw Self.failure }
  func deleteIfUnchanged(_ session: Session) async throws(AuthError) -> Session? { throw Self.failure }
  func take(
    _ id: SessionID, noting note: @Sendable (Session?) async throws(AuthError) -> Void
  ) async throws(AuthError) -> Session? { throw Self.failure }
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

  private static let failure = AuthError(.storePermissions, "The store refuses.")
}
