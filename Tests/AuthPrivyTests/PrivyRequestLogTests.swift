import AuthCore
import AuthSandbox
import AuthStorage
import AuthTesting
import Testing

@testable import AuthPrivy

/// Checks in the sandbox's request log how often a session is renewed under each fault, and with which token (Privy
/// protocol notes §5.3 to §5.5).
@Suite struct PrivyRequestLogTests {
  private static let renewal = "/api/v1/sessions"
  private static let signIn = "/custom_jwt_account/authenticate"

  private func isSignedOut(_ event: AuthEvent) -> Bool { if case .sessionEnded = event { true } else { false } }

  @Test func thousandCallersShareOneRenewal() async throws {
    let app = try SandboxedApp()
    let (old, _) = try await app.signIn()
    app.clock.advance(by: .seconds(3600))
    let client = app.client
    let sessions = try await withThrowingTaskGroup(of: Session.self) { group in
      for _ in 0..<1000 { group.addTask { try await client.session() } }
      return try await group.reduce(into: [Session]()) { $0.append($1) }
    }
    #expect(sessions.count == 1000)
    let first = try #require(sessions.first)
    #expect(first.tokens.refresh != old.tokens.refresh)
    #expect(sessions.allSatisfy { $0 == first })
    #expect(try app.log(Self.renewal) == ["200"])
    #expect(try app.log(Self.signIn) == ["200"])
  }

  @Test func signOutDuringARenewalDropsTheLateResponse() async throws {
    let app = try SandboxedApp()
    try await app.signIn()
    app.clock.advance(by: .seconds(3600))
    app.transport.add(Fault(.delay(.seconds(5)), path: Self.renewal))
    let client = app.client
    let caller = Task { try await client.session() }
    await app.requestIsDelayed()
    _ = try await client.signOut()
    #expect(try await client.state() == .signedOut(.requested))
    app.clock.advance(by: .seconds(5))
    #expect(await failure { _ = try await caller.value } != nil)
    await client.settle()
    // The late response does not change the state.
    #expect(try app.log(Self.renewal).count == 1)
    #expect(try await client.storedSession() == nil)
    #expect(try await app.store.list().isEmpty)
    #expect(try await client.state() == .signedOut(.requested))
    #expect(await failure { _ = try await client.session() }?.code == .notSignedIn)
    #expect(try app.log(Self.renewal).count == 1)
    #expect(app.observer.events.count(where: isSignedOut) == 1)
  }

  @Test func clearSignsOutOnceWithOneEvent() async throws {
    let app = try SandboxedApp(hasTokenProvider: false)
    let token = try app.identity.sign("user-1")
    _ = try await app.client.start(FlowRequest(token: token)).result()
    let session = try #require(try await app.client.storedSession())
    try app.sandbox.endSessions(of: session, at: "privy")
    app.clock.advance(by: .seconds(3600))
    let client = app.client
    let callers = (0..<100).map { _ in Task { try await client.session() } }
    for caller in callers { #expect(await failure { _ = try await caller.value } != nil) }
    #expect(try app.log(Self.renewal) == ["200 clear"])
    #expect(app.observer.events.count(where: isSignedOut) == 1)
    #expect(try await client.state() == .signedOut(.refused(.sessionRevoked)))
    #expect(try await app.store.list().isEmpty)
    // The session has ended, so no further request is sent.
    #expect(await failure { _ = try await client.session() }?.code == .notSignedIn)
    #expect(try app.log(Self.renewal).count == 1)
  }

  @Test func networkFailureAtExpiryLeavesTheUserUnverified() async throws {
    let app = try SandboxedApp()
    let (session, _) = try await app.signIn()
    app.transport.add(Fault(.dropRequest))
    app.clock.advance(by: .seconds(3600))
    for _ in 0..<3 { #expect(await failure { _ = try await app.client.session() }?.code == .network) }
    #expect(try app.log(Self.renewal).isEmpty)
    #expect(try await app.client.state() == .unverified(session))
    #expect(try await app.client.storedSession() == session)
    #expect(!app.observer.events.contains(where: isSignedOut))
    app.transport.heal()
    try await app.client.onNetworkRestored()
    #expect(try app.log(Self.renewal) == ["200"])
    #expect(try await app.client.state().name == "signedIn")
    #expect(try app.log(Self.signIn) == ["200"])
  }

  @Test func recoversALostResponseWithinTheGrace() async throws {
    let app = try SandboxedApp()
    let (session, _) = try await app.signIn()
    app.clock.advance(by: .seconds(3600))
    app.transport.add(Fault(.dropAnswer, times: 1, path: Self.renewal))
    #expect(await failure { _ = try await app.client.session() }?.code == .network)
    #expect(try await app.client.state() == .unverified(session))
    app.clock.advance(by: .seconds(10))
    let renewed = try await app.client.session()
    #expect(renewed.id == session.id)
    #expect(try app.log(Self.renewal) == ["200", "200 same answer again"])
    #expect(try app.log(Self.signIn) == ["200"], "the app's own token is not needed")
  }

  @Test func usesTheAppsTokenAfterTheGrace() async throws {
    let app = try SandboxedApp()
    let (session, _) = try await app.signIn()
    app.clock.advance(by: .seconds(3600))
    app.transport.add(Fault(.dropAnswer, times: 1, path: Self.renewal))
    _ = await failure { _ = try await app.client.session() }
    app.clock.advance(by: .seconds(11))
    let renewed = try await app.client.session()
    #expect(renewed.id == session.id)
    #expect(renewed.subject == session.subject)
    #expect(try app.log(Self.renewal) == ["200", "401 session revoked"])
    #expect(try app.log(Self.signIn) == ["200", "200"])
    #expect(!app.observer.events.contains(where: isSignedOut))
  }
}

extension SandboxedApp {
  /// The request log of a path, one line per request: the status and the note.
  fileprivate func log(_ path: String) throws -> [String] {
    let answer = sandbox.handle(SandboxRequest("GET", "/sandbox/requests"))
    let requests = try #require(try JSONValue(parsing: answer.body)["requests"]?.arrayValue)
    return requests.filter { $0["path"]?.stringValue?.hasSuffix(path) == true }.map { line in
      let status = line["status"]?.integerValue.map(String.init) ?? ""
      return status + (line["note"]?.stringValue.map { " " + $0 } ?? "")
    }
  }
}
