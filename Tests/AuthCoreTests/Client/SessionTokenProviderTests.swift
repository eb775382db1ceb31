import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A provider that takes its tokens from the session of another provider.
@Suite struct SessionTokenProviderTests {
  private let clock = ManualClock()
  private let store: PickyStore

  init() { store = PickyStore(MemorySessionStore(clock: clock)) }

  /// Returns a client in which `plain` takes the tokens of `fake` through this source.
  private func client(_ source: String) throws -> AuthClient {
    try AuthClient(
      configuration: AuthConfiguration(
        parsing: #"{"provider":"plain","providers":{"fake":{},"plain":{"tokenProvider":\#(source)}}}"#.utf8),
      plugins: [
        ProviderPlugin("fake", product: "Fake", provider: IssuingProvider.self),
        ProviderPlugin("plain", product: "Plain", provider: PlainProvider.self),
      ],
      services: ClientServices(
        provider: .testing(clock: clock), sessionStore: store,
        makeTokenProvider: { (_) throws(AuthError) in ClosureTokenProvider { _ in Secret("of the environment") } }))
  }

  private func signIn(_ auth: AuthClient, identity: String?) async throws {
    var session = Session.sample("s1", created: clock.now())
    session.tokens.identity = identity.map { Secret($0) }
    try await store.save(session)
    try await auth.select(session.id)
  }

  private func token(_ auth: AuthClient, rejected: String? = nil) async throws -> String? {
    let request = TokenRequest(.appIdentity, providerID: "plain", rejected: rejected.map { Secret($0) })
    return try await auth.instance("plain").services.token(for: request)?.revealText()
  }

  @Test(arguments: [
    ("identity", "identity-1", "identity-1"), ("identity", nil, "access-1"), ("access", "identity-1", "access-1"),
  ])
  func theTokenIsTheOneThatTheConfigurationNames(_ kind: String, _ identity: String?, _ token: String) async throws {
    let auth = try client(#"{"session":"fake","token":"\#(kind)"}"#)
    try await signIn(auth, identity: identity)
    #expect(try await self.token(auth) == token)
  }

  @Test func aTokenThatWasRefusedIsRenewedOnce() async throws {
    let auth = try client(#"{"session":"fake","token":"access"}"#)
    try await signIn(auth, identity: nil)
    #expect(try await token(auth, rejected: "access-1") == "access-2")
    #expect(try await token(auth, rejected: "access-1") == "access-2", "the stored token is no longer the refused one")
    #expect(try await auth.storedSession(provider: "fake")?.generation == 2)
  }

  @Test func aRenewalThatBringsTheRefusedTokenAgainIsAnError() async throws {
    let auth = try client(#"{"session":"fake"}"#)
    try await signIn(auth, identity: "stays")
    let error = await #expect(throws: AuthError.self) { _ = try await token(auth, rejected: "stays") }
    #expect(error?.code == .tokenRequired)
    #expect(error?.message.contains("the session of 'fake' has only the token that was refused") == true)
  }

  @Test func withoutAUserThereIsNoToken() async throws {
    #expect(try await token(client(#"{"session":"fake"}"#)) == nil)
  }

  @Test func anErrorOfTheStoreIsNotASignOut() async throws {
    let auth = try client(#"{"session":"fake"}"#)
    try await signIn(auth, identity: nil)
    store.unreadable.withLock { $0 = [SessionID("s1")] }
    let later = try client(#"{"session":"fake"}"#)
    await #expect(throws: AuthError(.storeCorrupt, "")) { _ = try await token(later) }
  }

  /// If a source is unavailable, the next one is asked. A source without a signed-in user is an answer: no token.
  @Test func aChainAsksItsSourcesInOrder() async throws {
    let auth = try client(#"[{"session":"fake","token":"access"},{"env":"TOKEN"}]"#)
    #expect(try await token(auth) == nil)
    try await signIn(auth, identity: "stays")
    #expect(try await token(auth) == "access-1")
    let fixed = try client(#"[{"session":"fake","token":"identity"},{"env":"TOKEN"}]"#)
    #expect(try await token(fixed, rejected: "stays") == "of the environment")
  }

  @Test func aClientThatIsGoneHasNoToken() async throws {
    func provider() throws -> SessionTokenProvider {
      SessionTokenProvider(client: try client(#"{"session":"fake"}"#), providerID: "fake", kind: .access)
    }
    let orphan = try provider()
    await #expect(throws: TokenProviderUnavailable.self) {
      _ = try await orphan.token(for: TokenRequest(.appIdentity, providerID: "plain"))
    }
  }
}

/// A provider that renews the access token, and keeps the identity token.
private struct IssuingProvider: SessionRefreshing {
  typealias Configuration = FakeProvider.Configuration
  let id: ProviderID
  let tenant = "tenant"
  let methods: [MethodID] = []

  init(id: ProviderID, configuration: Configuration, services: ProviderServices) throws(AuthError) { self.id = id }

  func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow {
    throw AuthError(.unsupported, "No flows here.")
  }

  func refresh(_ session: Session, token: Secret?) async throws(AuthError) -> RefreshOutcome {
    var next = session
    next.tokens.access = Secret("access-\(session.generation + 1)")
    return .refreshed(next)
  }
}
