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

/// The rows of the state table (Privy protocol notes §5.7). This package's names of the table's states: `loading` is
/// notReady, `signedOut` is unauthenticated, `signedIn` is authenticated, `unverified` is authenticatedUnverified.
@Suite struct PrivyStateTests {
  private let renewal = "/api/v1/sessions"

  /// Signs in, lets the token expire, and restarts the app.
  private func restarted(
    _ changes: JSONObject = [:], hasTokenProvider: Bool = true
  ) async throws -> (SandboxedApp, AuthClient, Session) {
    let app = try SandboxedApp(changes, hasTokenProvider: hasTokenProvider)
    let token = try app.identity.sign("user-1")
    guard case .session(let session, _) = try await app.client.start(FlowRequest(token: token)).result() else {
      throw AuthError(.internalError, "no session")
    }
    app.clock.advance(by: .seconds(3600))
    return (app, try app.startedAnew(), session)
  }

  @Test("notReady | no stored session | unauthenticated")
  func nothingStored() async throws {
    let app = try SandboxedApp()
    var states = app.client.states().makeAsyncIterator()
    // A reader that starts late receives only the latest state, so `loading` may be missing.
    let first = await states.next()
    if first == .loading {
      #expect(await states.next() == .signedOut(.never))
    } else {
      #expect(first == .signedOut(.never))
    }
    #expect(app.identity.requests.isEmpty)
  }

  /// Our client needs no round trip while the token is valid: the state is `signedIn` at once.
  @Test("notReady | stored, token live | authenticated")
  func liveToken() async throws {
    let app = try SandboxedApp()
    let (session, _) = try await app.signIn()
    let next = try app.startedAnew()
    #expect(try await next.state() == .signedIn(session))
    #expect(try await next.session() == session)
    #expect(try app.sandbox.requestCount(renewal) == 0)
    #expect(app.identity.requests.count == 1)
  }

  @Test("notReady | stored, token expired, offline | authenticatedUnverified")
  func expiredAndOffline() async throws {
    let (app, next, session) = try await restarted()
    app.transport.add(Fault(.dropRequest))
    // Reading the state sends no request, so it is safe in the background.
    #expect(try await next.storedSession() == session)
    #expect(try await next.state() == .unverified(session))
    #expect(await failure { _ = try await next.session() }?.code == .network)
    #expect(try await next.state() == .unverified(session))
  }

  @Test("notReady | stored, rejected, no provider token | unauthenticated", arguments: [true, false])
  func rejected(_ hasTokenProvider: Bool) async throws {
    let (app, next, session) = try await restarted(hasTokenProvider: hasTokenProvider)
    app.identity.change { $0.subject = nil }
    try app.control("/revoke", ["provider": "privy", "subject": .string(session.subject)])
    let code: AuthError.Code = hasTokenProvider ? .sessionExpired : .sessionRevoked
    #expect(await failure { _ = try await next.session() }?.code == code)
    #expect(try await next.state() == .signedOut(.refused(code)))
  }

  @Test("unauthenticated | login ok | authenticated")
  func login() async throws {
    let app = try SandboxedApp()
    #expect(try await app.client.state() == .signedOut(.never))
    let session = try await app.client.loginWithCustomAccessToken()
    #expect(try await app.client.state() == .signedIn(session))
  }

  @Test("authenticatedUnverified | onNetworkRestored | authenticated")
  func networkRestored() async throws {
    let (app, next, session) = try await restarted()
    app.transport.add(Fault(.dropRequest))
    #expect(await failure { try await next.onNetworkRestored() }?.code == .network)
    app.transport.heal()
    try await next.onNetworkRestored()
    let renewed = try #require(try await next.state().session)
    #expect(try await next.state() == .signedIn(renewed))
    #expect(renewed.id == session.id)
    // The session is already restored, so another call sends no request.
    let sent = try app.sandbox.requestCount(renewal)
    try await next.onNetworkRestored()
    #expect(try app.sandbox.requestCount(renewal) == sent)
  }

  @Test("authenticatedUnverified | getAccessToken ok | authenticated")
  func accessToken() async throws {
    let (_, next, session) = try await restarted()
    let renewed = try await next.session()
    #expect(renewed.tokens.access != session.tokens.access)
    #expect(try await next.state() == .signedIn(renewed))
  }

  @Test("authenticated | refresh ok, same user data | (no emission)")
  func sameData() async throws {
    let app = try SandboxedApp()
    try await app.signIn()
    let before = try await app.client.state()
    _ = try await app.client.refresh()
    let after = try await app.client.state()
    #expect(try app.sandbox.requestCount(renewal) == 1)
    #expect(after.session?.tokens.access == before.session?.tokens.access)
    #expect(after.session?.privyUser == before.session?.privyUser)
    #expect(after.name == before.name)
  }

  @Test("authenticated | user data changed | authenticated(new)")
  func changedData() async throws {
    let app = try SandboxedApp()
    let (session, _) = try await app.signIn()
    try app.server("POST", "/users/\(session.subject)/custom_metadata", ["custom_metadata": ["tier": "gold"]])
    app.clock.advance(by: .seconds(3600))
    let renewed = try await app.client.session()
    #expect(renewed.privyUser?.customMetadata == ["tier": "gold"])
    #expect(try await app.client.state() == .signedIn(renewed))
  }

  @Test("authenticated | token expired + offline | authenticatedUnverified")
  func expiresOffline() async throws {
    let app = try SandboxedApp()
    let (session, _) = try await app.signIn()
    app.transport.add(Fault(.dropRequest))
    app.clock.advance(by: .seconds(3600))
    #expect(await failure { _ = try await app.client.session() }?.code == .network)
    #expect(try await app.client.state() == .unverified(session))
  }

  @Test("any signed-in | clear | unauthenticated, once and with one event")
  func clear() async throws {
    let (app, next, session) = try await restarted(hasTokenProvider: false)
    try app.control("/revoke", ["provider": "privy", "subject": .string(session.subject)])
    let callers = (0..<50).map { _ in Task { try await next.session() } }
    for caller in callers { #expect(await failure { _ = try await caller.value } != nil) }
    #expect(try await next.state() == .signedOut(.refused(.sessionRevoked)))
    #expect(try app.sandbox.requestCount(renewal) == 1)
    let endings = app.observer.events.filter { if case .sessionEnded = $0 { true } else { false } }
    #expect(endings.count == 1)
    #expect(try await app.store.list().isEmpty)
  }

  @Test("any signed-in | logout | unauthenticated")
  func logout() async throws {
    let app = try SandboxedApp()
    try await app.signIn()
    _ = try await app.client.signOut()
    #expect(try await app.client.state() == .signedOut(.requested))
  }

  @Test("any signed-in | mismatch | unauthenticated")
  func mismatch() async throws {
    let app = try SandboxedApp(["reauth": "providerOnly"])
    // Both users are known; meanwhile another user has signed in at the app's identity system.
    for user in ["user-2", "user-1"] {
      app.identity.change { $0.subject = user }
      try await app.signIn()
    }
    app.identity.change { $0.subject = "user-2" }
    app.clock.advance(by: .seconds(3600))
    #expect(await failure { _ = try await app.client.session() }?.vendorCode == "user_mismatch")
    #expect(try await app.client.state().name == "signedOut")
  }
}
