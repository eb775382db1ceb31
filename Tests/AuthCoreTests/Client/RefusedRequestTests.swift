import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A server that refuses a valid credential: the engine renews once, and sends the request once more.
@Suite struct RefusedRequestTests {
  private let clock = ManualClock()
  private let store = MemorySessionStore()
  private let answers = SharedValue<[Int]>([])
  private let transport: ScriptedTransport
  private let auth: AuthClient

  init() throws {
    let answers = answers
    transport = ScriptedTransport { (_) async throws(AuthError) in
      TransportResponse(status: answers.withLock { $0.isEmpty ? 200 : $0.removeFirst() })
    }
    auth = try AuthClient(
      configuration: AuthConfiguration(parsing: #"{"provider":"fake","providers":{"fake":{}}}"#.utf8),
      plugins: [ProviderPlugin("fake", product: "Fake", provider: FakeProvider.self)],
      services: ClientServices(provider: .testing(transport: transport, clock: clock), sessionStore: store))
  }

  private func engine(_ refreshing: @escaping FakeProvider.Refresh) async throws -> ProviderSessions {
    let engine = ProviderSessions(
      provider: FakeProvider(refreshing: refreshing), store: store,
      services: .testing(transport: transport, clock: clock))
    try await engine.adopt(.sample(created: clock.now()))
    return engine
  }

  private func send(_ engine: ProviderSessions) async throws -> TransportResponse {
    try await auth.send(try TransportRequest("GET", "https://api.example.com/me"), by: engine)
  }

  @Test func aRenewedCredentialIsSentOnce() async throws {
    answers.withLock { $0 = [401, 200] }
    let engine = try await engine { session, _ in .refreshed(session) }
    #expect(try await send(engine).status == 200)
    #expect(transport.requests.count == 2)
    answers.withLock { $0 = [401, 401, 200] }
    #expect(try await send(engine).status == 401, "a credential that was just renewed is not renewed again")
    #expect(transport.requests.count == 4)
  }

  @Test func theRefusalIsTheAnswerWhileTheRenewalCannotBeTried() async throws {
    answers.withLock { $0 = [401] }
    let engine = try await engine { (_, _) async throws(AuthError) in throw AuthError(.network, "Down.") }
    #expect(try await send(engine).status == 401)
    #expect(transport.requests.count == 1)
    #expect(try await engine.stored() != nil, "the session is kept")
  }

  @Test func aRefusedRenewalIsThrown() async throws {
    answers.withLock { $0 = [401] }
    let engine = try await engine { _, _ in .refused(AuthError(.sessionRevoked, "Revoked.")) }
    await #expect(throws: AuthError(.sessionRevoked, "")) { _ = try await send(engine) }
    #expect(try await engine.stored() == nil)
  }
}
