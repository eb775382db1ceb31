import AuthCore
import AuthSandbox
import AuthTesting
import Testing

@testable import AuthPrivy

/// The contract of a token provider (Privy protocol notes §5.1). `PrivySignInTests` tests its tokens, and
/// `PrivySharingTests` tests that it gets one request at a time.
@Suite struct PrivyTokenContractTests {
  private static let path = "/custom_jwt_account/authenticate"

  private struct Canary: Error { let secret = "canary-4711" }

  @Test func providerHasThirtySeconds() async throws {
    let app = try SandboxedApp()
    app.identity.change { $0.isHeld = true }
    let flow = app.client.signIn()
    while app.identity.requests.isEmpty || app.clock.sleeperCount == 0 { await Task.yield() }
    #expect(app.clock.sleeps.contains(.seconds(30)))
    app.clock.advance(by: .seconds(30))
    #expect(await flow.failure()?.code == .timeout)
    #expect(try app.sandbox.requestCount(Self.path) == 0)
    app.identity.change { $0.isHeld = false }
    try await app.signIn()
  }

  @Test func providerMayCancel() async throws {
    let app = try SandboxedApp()
    try app.client.setTokenProvider(ClosureTokenProvider { _ in throw CancellationError() })
    #expect(await app.client.signIn().failure()?.code == .cancelled)
  }

  @Test func providersErrorTextIsNotShown() async throws {
    let app = try SandboxedApp()
    try app.client.setTokenProvider(ClosureTokenProvider { _ in throw Canary() })
    let error = try #require(await app.client.signIn().failure())
    #expect(error.code == .providerError)
    #expect(!String(reflecting: error).contains("canary-4711"))
    #expect(!app.observer.dumpedText.contains("canary-4711"))
    try app.client.setTokenProvider(ClosureTokenProvider { _ in throw AuthError(.rateLimited, "later") })
    #expect(await app.client.signIn().failure()?.code == .rateLimited)
    try app.client.setTokenProvider(ClosureTokenProvider { _ in throw TokenProviderUnavailable("no command") })
    #expect(await app.client.signIn().failure()?.code == .tokenRequired)
  }

  @Test func onlySignInsAndReauthenticationsAskTheProvider() async throws {
    let app = try SandboxedApp()
    try await app.signIn()
    let client = app.client
    _ = try await client.storedSession()
    _ = try await client.state()
    _ = try await client.session()
    _ = try await app.me()
    _ = try await client.reloadPrivyUser()
    _ = try await client.refresh()
    try await client.onNetworkRestored()
    app.clock.advance(by: .seconds(3600))
    _ = try await client.session()
    _ = try await client.signOut()
    _ = try app.startedAnew()
    #expect(app.identity.requests.count == 1)
  }

  @Test func neverSendsATextThatIsNotAJWT() async throws {
    let app = try SandboxedApp()
    let head = Base64URL.encode(#"{"alg":"ES256"}"#.utf8)
    for text in [
      "x", "a.b", "a.b.c.d", "..", head + ".rubbish.c2ln", head + "." + head, "\(head).\(head).\(head).c2ln",
    ] {
      app.identity.change { $0.queue = [Secret(text)] }
      #expect(await app.client.signIn().failure()?.code == .invalidToken, "\(text)")
    }
    #expect(try app.sandbox.requestCount(Self.path) == 0)
  }

  /// The app has no key to verify the token's signature. The vendor verifies it.
  @Test func leavesSignatureVerificationToTheVendor() async throws {
    let app = try SandboxedApp()
    app.identity.change { $0.tamper = "bad-signature" }
    #expect(await app.client.signIn().failure()?.code == .invalidToken)
    #expect(try app.sandbox.requestCount(Self.path) == 1)
  }
}
