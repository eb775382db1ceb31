import AuthCore
import AuthCrypto
import AuthSandbox
import AuthTesting
import AuthTurnkeyAPI
import Testing

@testable import AuthTurnkey

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Signing in and up by a wallet, and the dashboard's session lifetime.
@MainActor @Suite struct WalletSignInTests {
  private func wallet(_ key: Curve25519.Signing.PrivateKey) throws -> WalletStamper {
    try WalletStamper(publicKey: Array(key.publicKey.rawRepresentation), scheme: .ed25519) { body in
      Array(try key.signature(for: body))
    }
  }

  @Test("T39: a wallet signs up and then in, its login stamped for the parent organisation")
  func walletSignsUpAndThenIn() async throws {
    let app = try TurnkeyApp()
    let context = try TurnkeyContext(app.auth)
    let wallet = try wallet(Curve25519.Signing.PrivateKey())
    await #expect(throws: AuthError(.userNotFound, "")) { try await context.loginWithWallet(wallet) }
    let made = try await context.signUpWithWallet(wallet, profile: FlowProfile(userName: "Jane"))
    #expect(made.action == .signup)
    #expect(context.user?.name == "Jane")
    await #expect(throws: AuthError(.userExists, "")) { try await context.signUpWithWallet(wallet) }
    let found = try await context.loginWithWallet(wallet)
    #expect(found.action == .login && found.session.subject == made.session.subject)
    let request = try #require(app.wire.requests.last { $0.url.path.hasSuffix("/stamp_login") })
    let body = try JSONValue(parsing: request.body ?? [])
    #expect(try body.text("organizationId") == app.provider.configuration.organizationID)
    let stamp = try JSONValue(parsing: try #require(request.headers["X-Stamp"].flatMap { Base64URL.decode($0) }))
    #expect(try stamp.text("publicKey") == wallet.publicKeyHex)
    #expect(try stamp.text("scheme") == "SIGNATURE_SCHEME_TK_API_ED25519")
  }

  @Test("T19: the dashboard sets the lifetime of passkey logins and sign-ups, even against the configuration")
  func dashboardSetsTheLifetime() async throws {
    let app = try TurnkeyApp(["sessionExpirationSeconds": 120])
    app.sandbox.setTurnkey(["accessTokenSeconds": 7200])
    let context = try TurnkeyContext(app.auth)
    let made = try await context.signUpWithPasskey().session
    #expect(made.expiresAt == app.clock.now().addingTimeInterval(7200))
    let found = try await context.loginWithPasskey().session
    #expect(found.expiresAt == app.clock.now().addingTimeInterval(7200))
    let asked = try app.sent("/submit/stamp_login").map { $0["parameters"]?["expirationSeconds"] }
    #expect(asked == ["7200", "7200"])
  }

  @Test("T19: without an auth proxy the configuration sets the lifetime")
  func configurationSetsTheLifetimeWithoutAProxy() async throws {
    let app = try TurnkeyApp(["sessionExpirationSeconds": 120, "authProxyConfigId": nil])
    #expect(try await app.provider.sessionSeconds() == 120)
  }

  @Test("T32: the sheet's nonce is the hash of the session key, and its token signs up and in")
  func sheetsNonceIsTheHashOfTheKey() async throws {
    let app = try TurnkeyApp(["oauth": ["bundleId": "web", "apple": ["clientId": "service"]]])
    let context = try TurnkeyContext(app.auth)
    let browser = Browser(app.sandbox)
    for action in [AuthResult.Action.signup, .login] {
      let result = try await context.handleNativeAppleOAuth { (nonce) throws(AuthError) in
        #expect(nonce.count == 64 && Hex.decode(nonce)?.count == 32)
        return try browser.token(nonce: nonce)
      }
      #expect(result.action == action)
      let key = try #require(result.session.key)
      #expect(OAuthNonce.of(publicKeyHex: Hex.encode(key.publicKey)).count == 64)
    }
    let bare = try TurnkeyContext(try TurnkeyApp(["oauth": ["apple": ["clientId": "service"]]]).auth)
    await #expect(throws: AuthError(.invalidConfiguration, "")) {
      try await bare.handleNativeAppleOAuth { _ throws(AuthError) in Secret("") }
    }
  }
}

extension Sandbox {
  /// Changes the vendor's dashboard.
  func setTurnkey(_ change: JSONObject) {
    var body = change
    body["provider"] = "turnkey"
    _ = handle(
      SandboxRequest(
        "POST", "/sandbox/policy", headers: ["Content-Type": "application/json"],
        body: JSONValue.object(body).serialized))
  }
}
