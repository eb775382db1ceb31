import AuthCore
import AuthPrivy
import AuthPrivyWallets
import AuthSandbox
import AuthTesting
import Testing

/// The vendor's guide "Login with custom auth", step by step.
@Suite struct PrivyGuideTests {
  /// "Define a callback to get the user's access token", "authenticate your user": the state is unauthenticated until
  /// the first call, which reads the callback; the object is a session with the state authenticated.
  @Test func theCallbackSignsTheUserIn() async throws {
    let app = try await WalletApp(signingIn: nil)
    let calls = Locked(0)
    let token = Locked<Secret?>(nil)
    try app.auth.setTokenProvider(
      ClosureTokenProvider { _ in
        calls.withLock { $0 += 1 }
        return token.withLock { $0 }
      })
    guard case .signedOut = try await app.auth.state() else {
      Issue.record("signed in before the first call")
      return
    }
    #expect(calls.withLock { $0 } == 0)

    // "If the user is not authenticated, this callback should return null."
    var error = await #expect(throws: AuthError.self) { try await app.auth.loginWithCustomAccessToken() }
    #expect(error?.code == .tokenRequired)
    #expect(calls.withLock { $0 } == 1)

    // "If the provided access or identity token is invalid, loginWithCustomAccessToken will throw an error."
    let bad = try app.control("/idp/token", ["sub": "jane", "alg": "ES256", "ttl": 600, "tamper": "bad-signature"])
      .requiredSecret("token")
    token.withLock { $0 = bad }
    error = await #expect(throws: AuthError.self) { try await app.auth.loginWithCustomAccessToken() }
    #expect(error?.code == .invalidToken)

    let good = try app.control("/idp/token", ["sub": "jane", "alg": "ES256", "ttl": 600]).requiredSecret("token")
    token.withLock { $0 = good }
    let session = try await app.auth.loginWithCustomAccessToken()
    // "the unique ID that your auth provider has assigned the user, which is stored as the sub claim"
    #expect(session.privyUser?.customUserID == "jane")
    guard case .signedIn = try await app.auth.state() else {
      Issue.record("not signed in")
      return
    }
    // "in order to provision embedded wallets for that user"
    let wallet = try await app.wallets.create(.ethereum)
    #expect(try await app.wallets.list().map(\.id) == [wallet.id])
  }

  /// "If the user's authentication tokens expires in the same SDK session, Privy will call the tokenProvider callback
  /// to re-authenticate the user." A returning user is the same user.
  @Test func anExpiredSessionAsksTheCallback() async throws {
    let app = try await WalletApp(signingIn: nil)
    let calls = Locked(0)
    try app.auth.setTokenProvider(
      ClosureTokenProvider { _ in
        calls.withLock { $0 += 1 }
        return try app.control("/idp/token", ["sub": "jane", "alg": "ES256", "ttl": 600]).requiredSecret("token")
      })
    let first = try await app.auth.loginWithCustomAccessToken()
    // The access token and the refresh token have expired.
    app.clock.advance(by: .seconds(60 * 86_400))
    let second = try await app.auth.session()
    #expect(calls.withLock { $0 } == 2)
    #expect(second.subject == first.subject)
  }
}
