import AuthCore
import AuthSandbox
import AuthStorage
import AuthTesting
import Testing

@testable import AuthPrivy

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Renewing a session, through the engine and against the sandbox (Privy protocol notes §5.3 to §5.5).
@Suite struct PrivyRefreshTests {
  private let path = "/api/v1/sessions"

  @Test func renewsAnExpiredTokenByTheRefreshToken() async throws {
    let app = try SandboxedApp()
    let (old, _) = try await app.signIn()
    app.clock.advance(by: .seconds(3600))
    let renewed = try await app.client.session()
    #expect(renewed.id == old.id)
    #expect(renewed.subject == old.subject)
    #expect(renewed.tokens.access != old.tokens.access)
    #expect(renewed.tokens.refresh != old.tokens.refresh)
    #expect(renewed.tokens.other["privy_access_token"] != old.tokens.other["privy_access_token"])
    #expect(renewed.generation == old.generation + 1)
    #expect(app.identity.requests.count == 1)
    #expect(try await app.me().status == 200)
  }

  @Test func keepsAValidToken() async throws {
    let app = try SandboxedApp()
    let (old, _) = try await app.signIn()
    let same = try await app.client.refresh()
    #expect(try app.sandbox.requestCount(path) == 1)
    #expect(same.tokens.access == old.tokens.access)
    // The response still contains a new refresh token for the next renewal.
    #expect(same.tokens.refresh != old.tokens.refresh)
    #expect(same.expiresAt == old.expiresAt)
  }

  @Test func manyCallersShareOneRenewal() async throws {
    let app = try SandboxedApp()
    try await app.signIn()
    app.clock.advance(by: .seconds(3600))
    let client = app.client
    let tokens = try await withThrowingTaskGroup(of: Secret?.self) { group in
      for _ in 0..<50 { group.addTask { try await client.session().tokens.access } }
      var tokens: [Secret?] = []
      for try await token in group { tokens.append(token) }
      return tokens
    }
    #expect(tokens.count == 50)
    #expect(tokens.allSatisfy { $0 == tokens[0] })
    #expect(try app.sandbox.requestCount(path) == 1)
  }

  @Test func replayedRefreshTokenFallsBackToTheAppsToken() async throws {
    let app = try SandboxedApp()
    let (old, _) = try await app.signIn()
    app.clock.advance(by: .seconds(3600))
    _ = try await app.client.session()
    // After the grace period the server treats the old refresh token as stolen and revokes the token family.
    app.clock.advance(by: .seconds(60))
    let provider = try app.provider()
    guard case .tokenRequired(let request) = try await provider.refresh(old, token: nil) else {
      Issue.record("the provider did not request the app's token")
      return
    }
    #expect(request.purpose == .appIdentity)
    #expect(request.session?.id == old.id)
    let token = try #require(try await app.identity.token(for: request))
    guard case .refreshed(let renewed) = try await provider.refresh(old, token: token) else {
      Issue.record("the app's token did not renew the session")
      return
    }
    #expect(renewed.subject == old.subject)
    #expect(renewed.id == old.id)
  }

  @Test func lostResponseKeepsTheSessionUntilTheNextRenewal() async throws {
    let app = try SandboxedApp()
    let (old, _) = try await app.signIn()
    app.clock.advance(by: .seconds(3600))
    app.transport.add(Fault(.dropAnswer, times: 1, path: path))
    #expect(await failure { _ = try await app.client.session() }?.code == .network)
    // The client sends the request once and does not repeat it after a lost response.
    #expect(try app.sandbox.requestCount(path) == 1)
    #expect(try await app.client.storedSession()?.tokens.refresh == old.tokens.refresh)
    // Within the grace period the server returns the same token pair again. After it, the app's token renews the
    // session.
    let renewed = try await app.client.session()
    #expect(renewed.tokens.refresh != old.tokens.refresh)
    app.clock.advance(by: .seconds(3600))
    app.transport.add(Fault(.dropAnswer, times: 1, path: path))
    _ = await failure { _ = try await app.client.session() }
    app.clock.advance(by: .seconds(60))
    let asked = app.identity.requests.count
    #expect(try await app.client.session().subject == old.subject)
    #expect(app.identity.requests.count == asked + 1)
  }

  @Test func networkFailureKeepsTheSession() async throws {
    let app = try SandboxedApp()
    let (old, _) = try await app.signIn()
    app.clock.advance(by: .seconds(3600))
    for (fault, expected) in [
      (Fault.Kind.dropRequest, AuthError.Code.network), (.status(503), .serverError), (.status(429), .rateLimited),
      (.garbage, .malformedResponse), (.status(400), .providerError),
    ] {
      app.transport.add(Fault(fault, path: path))
      #expect(await failure { _ = try await app.client.session() }?.code == expected)
      app.transport.heal()
      #expect(try await app.client.storedSession()?.id == old.id)
    }
    #expect(app.identity.requests.count == 1)
  }

  @Test func revokedSessionEndsWithoutTheAppsToken() async throws {
    let alone = try SandboxedApp(hasTokenProvider: false)
    let token = try alone.identity.sign("user-1")
    _ = try await alone.client.start(FlowRequest(token: token)).result()
    let subject = try #require(try await alone.client.storedSession()?.subject)
    try alone.control("/revoke", ["provider": "privy", "subject": .string(subject)])
    alone.clock.advance(by: .seconds(3600))
    #expect(await failure { _ = try await alone.client.session() }?.code == .sessionRevoked)
    #expect(try await alone.client.storedSession() == nil)
    // Only the first call reports the revocation. Later calls find no session.
    #expect(await failure { _ = try await alone.client.session() }?.code == .notSignedIn)

    let vouched = try SandboxedApp()
    let (session, _) = try await vouched.signIn()
    try vouched.control("/revoke", ["provider": "privy", "subject": .string(session.subject)])
    vouched.clock.advance(by: .seconds(3600))
    let renewed = try await vouched.client.session()
    #expect(renewed.id == session.id)
    #expect(try await vouched.me().status == 200)
  }

  @Test func signOutAtTheAppEndsTheSession() async throws {
    let app = try SandboxedApp(["reauth": "providerOnly"])
    try await app.signIn()
    app.clock.advance(by: .seconds(3600))
    app.identity.change { $0.subject = nil }
    #expect(await failure { _ = try await app.client.session() }?.code == .sessionExpired)
    #expect(try await app.client.storedSession() == nil)
    #expect(try app.sandbox.requestCount(path) == 0)
  }

  @Test func failingTokenProviderKeepsTheSession() async throws {
    let app = try SandboxedApp(["reauth": "providerOnly"])
    let (old, _) = try await app.signIn()
    app.clock.advance(by: .seconds(3600))
    app.identity.change { $0.failure = AuthError(.timeout, "late") }
    #expect(await failure { _ = try await app.client.session() }?.code == .timeout)
    app.identity.change {
      $0.failure = nil
      $0.queue = [Secret("rubbish")]
    }
    #expect(await failure { _ = try await app.client.session() }?.code == .invalidToken)
    app.identity.change { $0.tamper = "bad-signature" }
    #expect(await failure { _ = try await app.client.session() }?.code == .invalidToken)
    app.identity.change { $0.tamper = nil }
    let renewed = try await app.client.session()
    #expect(renewed.id == old.id)
    #expect(renewed.subject == old.subject)
  }

  @Test func asksForAStaleTokenOnceMore() async throws {
    let app = try SandboxedApp(["reauth": "providerOnly"])
    try await app.signIn()
    app.clock.advance(by: .seconds(3600))
    let stale = try app.identity.sign("user-1", tamper: "expired")
    app.identity.change { $0.queue = [stale] }
    _ = try await app.client.session()
    #expect(app.identity.requests.count == 3)
    #expect(app.identity.requests.last?.rejected == stale)
    app.clock.advance(by: .seconds(3600))
    app.identity.change { $0.queue = [stale, stale] }
    #expect(await failure { _ = try await app.client.session() }?.code == .tokenRequired)
    #expect(try await app.client.storedSession() != nil)
  }

  @Test func refusesAnotherUsersToken() async throws {
    let app = try SandboxedApp(["reauth": "providerOnly"])
    let (session, _) = try await app.signIn()
    app.identity.change { $0.subject = "user-2" }
    // A renewal with an unknown user's token does not sign that user up.
    app.clock.advance(by: .seconds(3600))
    #expect(await failure { _ = try await app.client.session() }?.code == .userNotFound)
    #expect(try await app.client.storedSession() == nil)

    app.identity.change { $0.subject = "user-1" }
    try await app.signIn()
    _ = try await app.client.start(FlowRequest(token: try app.identity.sign("user-2"))).result()
    let sessions = try await app.client.sessions().filter { $0.subject == session.subject }
    try await app.client.select(try #require(sessions.first?.id))
    app.identity.change { $0.subject = "user-2" }
    app.clock.advance(by: .seconds(3600))
    let error = try #require(await failure { _ = try await app.client.session() })
    #expect(error.code == .invalidToken)
    #expect(error.vendorCode == "user_mismatch")
    #expect(try await app.client.storedSession() == nil)
    // The client revoked the other user's new session at the server.
    #expect(try app.sandbox.requestCount("/sessions/logout") == 1)
  }

  @Test func renewsOnceAfterARefusedRequest() async throws {
    let app = try SandboxedApp()
    let (old, _) = try await app.signIn()
    app.clock.advance(by: .seconds(3600))
    // Only the server's clock has advanced: locally the session still looks valid.
    var early = old
    early.expiresAt = app.clock.now().addingTimeInterval(3600)
    early.createdAt = app.clock.now()
    early.generation = old.generation + 1
    #expect(try await app.store.save(early, replacing: old.generation))
    try await app.client.select(early.id)
    #expect(try await app.me().status == 200)
    #expect(try app.sandbox.requestCount(path) == 1)
  }
}
