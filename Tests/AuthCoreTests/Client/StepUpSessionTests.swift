import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The session that a flow of a signed-in user ends in, beside renewals, sign-outs and a cancellation.
@Suite(.timeLimit(.minutes(5))) struct StepUpSessionTests {
  private static let purposes: [FlowRequest.Purpose] = [
    .stepUp(action: "pay"), .enroll(.totp), .link(.emailOTP), .manage,
  ]
  private static let others = Array(purposes.dropFirst())

  private let clock = ManualClock()
  private let store: PickyStore
  private let auth: AuthClient
  private let provider: SteppingProvider
  private let known: Session

  init() async throws {
    store = PickyStore(MemorySessionStore(clock: clock))
    auth = try AuthClient(
      configuration: AuthConfiguration(["provider": "stepping", "providers": ["stepping": [:]]]),
      plugins: [ProviderPlugin("stepping", product: "Stepping", provider: SteppingProvider.self)],
      services: ClientServices(provider: .testing(clock: clock), sessionStore: store))
    provider = try #require(try auth.provider() as? SteppingProvider)
    known = .sample(provider: "stepping", created: clock.now(), life: 60)
    try await store.save(known)
    try await store.select(known.id, for: "stepping")
  }

  /// Runs a flow whose user needs 65 seconds for the code, longer than the credential is valid.
  private func run(_ purpose: FlowRequest.Purpose) async throws {
    let flow = auth.start(FlowRequest(purpose: purpose))
    for await update in flow {
      if case .prompt = update {
        clock.advance(by: .seconds(65))
        try await flow.submit(code: "123456")
      }
      if case .failed(let error) = update { throw error }
    }
  }

  @Test("a renewed credential that the flow was given does not replace a later one", arguments: purposes)
  func renewedTwice(_ purpose: FlowRequest.Purpose) async throws {
    let store = store
    provider.ending.set { (session) in
      // Another process renews the session once more.
      var later = session
      later.generation = 3
      later.tokens.access = Secret("access-3")
      _ = try? await store.save(later, replacing: 2)
      var ended = session
      ended.claims = ["acr": "high"]
      return ended
    }
    try await run(purpose)
    #expect(provider.given.withLock { $0 } == ["access-2"])
    let stored = try #require(try await store.load(known.id))
    #expect(stored.generation == 3 && stored.tokens.access == Secret("access-3"))
    #expect(stored.claims == ["acr": "high"])
    #expect(provider.revoked.withLock { $0 }.isEmpty)
  }

  @Test("a user who signed out before the flow ended stays signed out", arguments: purposes)
  func signedOut(_ purpose: FlowRequest.Purpose) async throws {
    let auth = auth
    provider.ending.set { (session) in
      _ = try? await auth.signOut()
      var ended = session
      ended.tokens.access = Secret("verified")
      return ended
    }
    let error = await #expect(throws: AuthError(.notSignedIn, "")) { try await run(purpose) }
    #expect(error?.message.contains("has signed out") == true)
    await auth.settle()
    #expect(try await store.list().isEmpty)
    #expect(provider.revoked.withLock { $0 } == ["access-2", "verified"])
  }

  @Test("a step-up that ends in another session is rejected") func anotherSession() async throws {
    provider.ending.set { _ in .sample("s9", provider: "stepping", access: "other") }
    await #expect(throws: AuthError(.malformedResponse, "")) { try await run(.stepUp(action: "pay")) }
    #expect(try await store.list().map(\.id) == [known.id])
  }

  @Test("an enrolment, a link or a management that ends in another session signs in with it", arguments: others)
  func newSession(_ purpose: FlowRequest.Purpose) async throws {
    let created = clock.now() + 65
    provider.ending.set { _ in .sample("s9", provider: "stepping", created: created, access: "other") }
    try await run(purpose)
    #expect(try await auth.session().id == SessionID("s9"))
  }

  @Test("a step-up that is cancelled while its session is written is stored") func cancelled() async throws {
    provider.ending.set { (session) in
      var ended = session
      ended.tokens.access = Secret("verified")
      return ended
    }
    let (gate, wasCancelled) = (Gate(), SharedValue<Bool?>(nil))
    store.beforeSave.withLock {
      $0 = { (session) in
        guard session.tokens.access == Secret("verified") else { return }
        await gate.pass()
        wasCancelled.withLock { $0 = Task.isCancelled }
      }
    }
    let flow = auth.start(FlowRequest(purpose: .stepUp(action: "pay")))
    for await update in flow {
      if case .prompt = update { break }
    }
    try await flow.submit(code: "123456")
    await gate.reached()
    flow.reset()
    gate.open()
    while try await store.load(known.id)?.tokens.access != Secret("verified") {
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(wasCancelled.withLock { $0 } == false)
  }
}
