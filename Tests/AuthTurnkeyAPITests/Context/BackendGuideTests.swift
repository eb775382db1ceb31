import AuthCore
import AuthCrypto
import AuthTesting
import AuthTurnkey
import AuthTurnkeyAPI
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The vendor's guide "Advanced backend authentication" in its order: what the app calls, and what its backend submits.
/// `AdvancedBackendTests` has the guide's sign-in by a code, and its list of calls that need the auth proxy.
@MainActor @Suite struct BackendGuideTests {
  private let app: TurnkeyApp
  private let context: TurnkeyContext

  init() throws {
    app = try TurnkeyApp(["authProxyConfigId": nil])
    context = try TurnkeyContext(app.auth)
  }

  /// The guide's `POST /signup`: creates the user with the credentials that the app sends.
  private func signUp(
    authenticators: [NewAuthenticator] = [], oauthProviders: [NewOAuthAccount] = [], apiKeys: [NewAPIKey] = []
  ) async throws -> String {
    try await app.backend.createSubOrganization(
      NewSubOrganization(
        name: "Sub Org",
        rootUsers: [
          NewTurnkeyUser(
            name: "jane@example.org", email: "jane@example.org", apiKeys: apiKeys, authenticators: authenticators,
            oauthProviders: oauthProviders)
        ])
    ).id
  }

  @Test("Passkey: the app makes it, the backend signs the user up, and the login takes place on the device")
  func passkeyIsRegisteredByTheBackend() async throws {
    #expect(try await app.auth.state().session == nil)
    let challenge = [UInt8](repeating: 3, count: 32)
    let registration = try await app.passkeys.create(
      PasskeyCreationRequest(
        relyingPartyID: "localhost", relyingPartyName: "App", userHandle: [1], userName: "jane@example.org",
        displayName: "Jane", challenge: challenge))
    let organization = try await signUp(authenticators: [
      NewAuthenticator(name: "Phone", challenge: challenge, registration: registration)
    ])
    let result = try await context.loginWithPasskey()
    #expect(result.action == .login && context.authState == .authenticated)
    #expect(app.provider.organization(of: result.session) == organization)
    #expect(context.user?.authenticators.map(\.name) == ["Phone"])
  }

  @Test("OAuth: the backend logs in for the app's key, and the app stores the session")
  func accountIsLoggedInByTheBackend() async throws {
    let key = try await context.createKeyPair()
    let token = try Browser(app.sandbox).token(nonce: OAuthNonce.of(publicKeyHex: key))
    let organization = try await signUp(oauthProviders: [NewOAuthAccount(name: "google", identity: .token(token))])
    let jwt = try await app.backend.naming(organizationID: organization).oauthLogIn(
      publicKey: key, identityToken: token)
    try await context.storeSession(jwt: jwt.revealText())
    #expect(context.authState == .authenticated && context.user?.oauthProviders.map(\.name) == ["google"])
    #expect(try await context.client().whoAmI().organizationID == organization)
  }

  @Test("Wallet: the backend registers its key, and the login takes place on the device")
  func walletIsRegisteredByTheBackend() async throws {
    let wallet = try TestWallet.stamper(.secp256k1EIP191)
    let organization = try await signUp(apiKeys: [
      NewAPIKey(name: "wallet", publicKey: wallet.publicKeyHex, curve: .secp256k1)
    ])
    let result = try await context.loginWithWallet(wallet)
    #expect(app.provider.organization(of: result.session) == organization)
  }

  @Test("With autoRefreshSession, the session is renewed when it is due, and the context shows the new one")
  func sessionIsRenewedWhenItIsDue() async throws {
    let wallet = try TestWallet.stamper(.ed25519)
    _ = try await signUp(apiKeys: [NewAPIKey(name: "wallet", publicKey: wallet.publicKeyHex, curve: .ed25519)])
    let first = try await context.loginWithWallet(wallet).session
    app.clock.advance(by: .seconds(890))
    #expect(try await context.client().whoAmI().userID == first.subject)
    let shown = try #require(try await context.getActiveSession())
    #expect(shown.id == first.id && shown.key != first.key)
    #expect(try #require(shown.expiresAt) > app.clock.now().addingTimeInterval(600))
  }
}
