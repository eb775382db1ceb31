import AuthCore
import AuthTesting
import AuthTurnkey
import AuthTurnkeyAPI
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The parameters of `refreshSession` and `storeSession`.
@MainActor @Suite struct RefreshParameterTests {
  private let app: TurnkeyApp
  private let context: TurnkeyContext

  init() throws {
    app = try TurnkeyApp()
    context = try TurnkeyContext(app.auth)
  }

  private func expiry(_ session: Session) -> Double? { session.expiresAt?.timeIntervalSince(app.clock.now()) }

  private func logins() throws -> [JSONValue?] {
    try app.sent("/submit/stamp_login").map { $0["parameters"]?["invalidateExisting"] }
  }

  @Test("T16: a renewal requests the lifetime that the call names, and the next one the session's own")
  func lifetimeIsForOneRenewal() async throws {
    let made = try await context.signUpWithPasskey().session
    #expect(expiry(made) == 900)
    let long = try await context.refreshSession(expirationSeconds: 3600)
    #expect(long.id == made.id && expiry(long) == 3600)
    app.clock.advance(by: .seconds(1))
    let usual = try await context.refreshSession()
    #expect(expiry(usual) == 900)
    #expect(usual.tags == made.tags)
    await #expect(throws: AuthError(.invalidRequest, "")) { try await context.refreshSession(expirationSeconds: 0) }
  }

  @Test("A sign-in can choose the lifetime of its session, and renewals keep it")
  func signInsChooseALifetime() async throws {
    var profile = FlowProfile()
    profile.turnkeyExpirationSeconds = 1200
    #expect(expiry(try await context.signUpWithPasskey(profile: profile).session) == 1200)
    let chosen = try await context.loginWithPasskey(expirationSeconds: 3600, sessionKey: "long").session
    #expect(expiry(chosen) == 3600)
    app.clock.advance(by: .seconds(1))
    #expect(expiry(try await context.refreshSession()) == 3600)
    #expect(expiry(try await context.loginWithPasskey(sessionKey: "usual").session) == 900)
    let wallet = try TestWallet.stamper(.ed25519)
    #expect(expiry(try await context.signUpWithWallet(wallet, profile: profile, sessionKey: "w1").session) == 1200)
    let byWallet = try await context.loginWithWallet(wallet, expirationSeconds: 60, sessionKey: "w2").session
    #expect(expiry(byWallet) == 60)
    for seconds in [0, 59, 2_592_001] {
      await #expect(throws: AuthError(.invalidRequest, "")) {
        try await context.loginWithPasskey(expirationSeconds: seconds, sessionKey: "x")
      }
    }
  }

  @Test("The auth proxy determines the lifetime of other sessions, so their flows refuse a chosen one")
  func otherSignInsRefuseALifetime() async throws {
    var request = FlowRequest(identifier: "jane@example.com", method: .emailOTP)
    request.profile.turnkeyExpirationSeconds = 1200
    await #expect(throws: AuthError(.invalidRequest, "")) { try await app.auth.start(request).result() }
    request.method = .passkey
    request.profile.parameters["expirationSeconds"] = "1200"
    await #expect(throws: AuthError(.invalidRequest, "")) { try await app.auth.start(request).result() }
  }

  @Test("The lifetime is no label: a sign-in with another one replaces the user's session, and keeps its labels")
  func lifetimeIsNoLabel() async throws {
    let made = try await context.signUpWithPasskey().session
    #expect(made.tags == [:])
    try await app.auth.account(made.id).label(["place": "work"])
    let long = try await context.loginWithPasskey(expirationSeconds: 3600).session
    #expect(long.tags == ["place": "work"] && expiry(long) == 3600)
    #expect(try await app.auth.accounts().map(\.id) == [long.id])
  }

  @Test("Every session is renewed before it expires, as long as the context exists", .timeLimit(.minutes(5)))
  func allSessionsAreRenewed() async throws {
    let names = ["first", "second", "third"]
    for name in names {
      if name == "first" {
        try await context.signUpWithPasskey(sessionKey: name)
      } else {
        try await context.loginWithPasskey(sessionKey: name)
      }
      app.clock.advance(by: .seconds(1))
    }
    let sent = try logins().count
    func generations() async throws -> [UInt64] {
      try await app.auth.sessions().filter { names.contains($0.sessionKey ?? "") }.map(\.generation)
    }
    // Each engine sets its timer when it has read the store.
    await app.clock.waitForSleepers(3)
    app.clock.advance(by: .seconds(870))
    while try await generations() != [2, 2, 2] { try await Task.sleep(for: .milliseconds(5)) }
    #expect(try logins().count == sent + 3)
    #expect(context.session?.sessionKey == "third")
  }

  @Test("A renewal ends the user's other sessions if the call says so, and renews the session that it names")
  func otherSessionsEnd() async throws {
    try await context.signUpWithPasskey(sessionKey: "first")
    app.clock.advance(by: .seconds(1))
    let second = try await context.loginWithPasskey(sessionKey: "second").session
    app.clock.advance(by: .seconds(1))
    let renewed = try await context.refreshSession(sessionKey: "first", invalidateExisting: true)
    #expect(renewed.tags["sessionKey"] == "first" && renewed.tags.count == second.tags.count)
    #expect(context.session?.id == second.id)
    #expect(try logins().last == .some(true))
    // The server has ended the second session.
    await #expect(throws: AuthError(.sessionRevoked, "")) { try await context.client().whoAmI() }
    try await context.setActiveSession(sessionKey: "first")
    app.clock.advance(by: .seconds(1))
    try await context.refreshSession(invalidateExisting: false)
    #expect(try logins().last == .some(nil))
    await #expect(throws: AuthError(.notSignedIn, "")) { try await context.refreshSession(sessionKey: "none") }
  }

  @Test("After a failed renewal, the next one requests its parameters")
  func parametersSurviveAFailure() async throws {
    try await context.signUpWithPasskey()
    app.sandbox.setTurnkey(["activities": "rejected"])
    await #expect(throws: AuthError(.forbidden, "")) { try await context.refreshSession(expirationSeconds: 3600) }
    app.sandbox.setTurnkey(["activities": "completed"])
    app.clock.advance(by: .seconds(1))
    #expect(expiry(try await app.auth.refresh()) == 3600)
  }

  @Test("A stored session is renewed with the lifetime that the app set for renewals")
  func storedSessionHasALifetimeForRenewals() async throws {
    let wallet = try TestWallet.stamper(.ed25519)
    let token = try await app.provider.signUpToken(by: wallet)
    let stored = try await context.storeSession(jwt: token.revealText(), refreshedSessionTTLSeconds: 1800)
    #expect(expiry(stored) == 900 && context.session == stored)
    for _ in 0..<2 {
      app.clock.advance(by: .seconds(1))
      #expect(expiry(try await context.refreshSession()) == 1800)
    }
    await #expect(throws: AuthError(.invalidRequest, "")) {
      try await context.storeSession(jwt: "", refreshedSessionTTLSeconds: 0)
    }
  }
}
