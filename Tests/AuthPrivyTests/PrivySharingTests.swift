import AuthCore
import AuthSandbox
import AuthStorage
import AuthTesting
import Testing

@testable import AuthPrivy

/// Sign-ins at the same time (Privy protocol notes §5.1, §5.2).
@Suite struct PrivySharingTests {
  private let path = "/custom_jwt_account/authenticate"

  @Test func concurrentSignInsShareTheTokenAndTheSession() async throws {
    let app = try SandboxedApp()
    app.transport.add(Fault(.delay(.seconds(5)), path: path))
    let flows = (0..<8).map { _ in app.client.signIn() }
    await app.requestIsDelayed()
    app.clock.advance(by: .seconds(5))
    var sessions: Set<SessionID> = []
    for flow in flows {
      guard case .session(let session, true) = try await flow.result() else {
        Issue.record("no new user")
        return
      }
      sessions.insert(session.id)
    }
    #expect(sessions.count == 1)
    #expect(app.identity.requests.count == 1)
    #expect(try app.sandbox.requestCount(path) == 1)
    #expect(try await app.store.list().count == 1)
    // A finished sign-in is not shared: the next one is separate.
    app.transport.heal()
    try await app.signIn()
    #expect(app.identity.requests.count == 2)
    #expect(try app.sandbox.requestCount(path) == 2)
  }

  @Test func cancellationEndsOnlyItsOwnSignIn() async throws {
    let app = try SandboxedApp()
    app.transport.add(Fault(.delay(.seconds(5)), path: path))
    let (first, second) = (app.client.signIn(), app.client.signIn())
    await app.requestIsDelayed()
    await first.cancel()
    app.clock.advance(by: .seconds(5))
    #expect(await first.failure()?.code == .cancelled)
    guard case .session = try await second.result() else {
      Issue.record("no session")
      return
    }
    #expect(app.identity.requests.count == 1)
  }

  @Test func otherUsersSignInsAreSeparate() async throws {
    let app = try SandboxedApp()
    let flows = ["jane@example.com", "joe@example.com"].map { app.client.signIn(identifier: $0) }
    for flow in flows { _ = try await flow.result() }
    #expect(app.identity.requests.count == 2)
    #expect(Set(app.identity.requests.compactMap(\.identifier)).count == 2)
  }

  @Test func signInAndReauthenticationAskInTurn() async throws {
    let app = try SandboxedApp(["reauth": "providerOnly"])
    let (old, _) = try await app.signIn()
    app.clock.advance(by: .seconds(3600))
    app.identity.change { $0.isHeld = true }
    let client = app.client
    let renewal = Task { try await client.session() }
    while app.identity.requests.count < 2 { await Task.yield() }
    let flow = app.client.signIn()
    // No event shows that the flow waits, so the test yields often enough for a second request to appear.
    for _ in 0..<1000 { await Task.yield() }
    #expect(app.identity.requests.count == 2)
    app.identity.change { $0.isHeld = false }
    #expect(try await renewal.value.subject == old.subject)
    _ = try await flow.result()
    #expect(app.identity.requests.count == 3)
    #expect(app.identity.mostAtOnce == 1)
  }

  @Test func sharesAFailureAndDoesNotRememberIt() async throws {
    let app = try SandboxedApp()
    app.identity.change { $0.failure = AuthError(.network, "offline") }
    #expect(await app.client.signIn().failure()?.code == .network)
    app.identity.change { $0.failure = nil }
    try await app.signIn()
  }
}

extension SandboxedApp {
  /// Waits until a request is delayed by five seconds. The deadline of the token provider sleeps, too, but for longer.
  func requestIsDelayed() async {
    while !clock.sleeps.contains(.seconds(5)) || clock.sleeperCount == 0 { await Task.yield() }
  }

  @Test("a sign-in that is cancelled does not wait for the others of its step")
  func cancelledSignInEndsAtOnce() async throws {
    let shared = SharedSignIn()
    let (released, release) = AsyncStream<Void>.makeStream()
    let (begun, begin) = AsyncStream<Void>.makeStream()
    let body = FlowStepBody { () throws(AuthError) in
      begin.yield()
      for await _ in released { break }
      return .codeSent
    }
    let hasLeft = Locked(false)
    let first = Task {
      _ = try? await shared.outcome(of: .fetchToken(rejected: nil), body)
      hasLeft.withLock { $0 = true }
    }
    for await _ in begun { break }
    let second = Task { try await shared.outcome(of: .fetchToken(rejected: nil), body) }
    for _ in 0..<1000 { await Task.yield() }
    first.cancel()
    for _ in 0..<10_000 where !hasLeft.withLock({ $0 }) { await Task.yield() }
    #expect(hasLeft.withLock { $0 })
    release.yield()
    guard case .codeSent = try await second.value else {
      Issue.record("no outcome")
      return
    }
    await first.value
  }
}
