import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A sign-out deletes the session locally at once, then revokes it at the server within a time limit, and discards the
/// keys last.
@Suite struct SignOutTests {
  private let clock = ManualClock()
  private let store: MemorySessionStore
  private let auth: AuthClient

  init() throws {
    store = MemorySessionStore(clock: clock)
    auth = try AuthClient(
      configuration: AuthConfiguration(parsing: #"{"provider":"slow","providers":{"slow":{}}}"#.utf8),
      plugins: [ProviderPlugin("slow", product: "Slow", provider: SlowProvider.self)],
      services: ClientServices(provider: .testing(clock: clock), sessionStore: store))
  }

  private func signedIn(_ ids: String...) async throws -> SlowProvider {
    for id in ids { try await store.save(.sample(id, provider: "slow", created: clock.now())) }
    try await auth.select(SessionID(ids[0]))
    return try #require(try auth.provider() as? SlowProvider)
  }

  @Test func theServerIsToldBeforeTheKeysGo() async throws {
    let provider = try await signedIn("a")
    provider.gate.open()
    #expect(try await auth.signOut().unrevoked.isEmpty)
    #expect(provider.log.names == ["prepare", "revoke", "discard"])
  }

  @Test func theSessionIsDeletedBeforeTheServerIsTold() async throws {
    let provider = try await signedIn("a")
    let signOut = Task { try await auth.signOut() }
    await provider.gate.reached()
    #expect(try await store.list().isEmpty)
    #expect(try await auth.storedSession() == nil)
    #expect(try await auth.state() == .signedOut(.requested))
    provider.gate.open()
    _ = try await signOut.value
  }

  @Test func manySessionsTakeOneBoundedTime() async throws {
    let provider = try await signedIn("a", "b", "c")
    let signOut = Task { try await auth.signOut(SignOutOptions(scope: .all)) }
    for _ in 0..<3 { await provider.gate.reached() }
    await clock.waitForSleepers(3)
    clock.advance(by: .seconds(5))
    let result = try await signOut.value
    #expect(Set(result.unrevoked.keys) == [SessionID("a"), SessionID("b"), SessionID("c")])
    #expect(result.unrevoked.values.allSatisfy { $0.code == .timeout })
    #expect(!provider.log.names.contains("discard"), "the keys are kept for the revocation at the next start")
  }
}

/// A provider whose revocation waits until the test opens the gate.
private struct SlowProvider: SessionRevoking {
  typealias Configuration = FakeProvider.Configuration

  let id: ProviderID
  let tenant = "tenant"
  let methods: [MethodID] = [.emailOTP]
  let log = FakeProviderLog()
  let gate = Gate()

  init(id: ProviderID, configuration: Configuration, services: ProviderServices) throws(AuthError) { self.id = id }

  func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow {
    throw AuthError(.unsupported, "No flows here.")
  }

  func revocation(of session: Session) -> Revocation? {
    log.count("prepare")
    return Revocation(session: session)
  }

  func revoke(_ revocation: Revocation) async throws(AuthError) {
    await gate.pass()
    log.count("revoke")
  }

  func discard(_ session: Session) async throws(AuthError) { log.count("discard") }
}
