import AuthCore
import AuthCrypto
import AuthSandboxChains
import AuthTesting
import AuthTurnkey
import AuthTurnkeyAPI
import Testing

/// Credentials that the user adds and removes, each tried in a sign-in.
@MainActor @Suite struct CredentialTests {
  private let app: TurnkeyApp
  private let context: TurnkeyContext

  init() throws {
    app = try TurnkeyApp(["oauth": ["appScheme": "app", "google": ["clientId": "web"]]])
    context = try TurnkeyContext(app.auth)
  }

  private func signUp() async throws -> Session {
    let sent = try await context.initOtp(contact: "jane@example.org", otpType: .email)
    return try await context.completeOtp(
      sent, otpCode: try app.lastCode(), contact: "jane@example.org", otpType: .email
    ).session
  }

  @Test("T80: a passkey that the user adds signs in, and no longer after its removal")
  func passkeyIsAddedAndRemoved() async throws {
    let session = try await signUp()
    await #expect(throws: AuthError(.noCredential, "")) { try await context.loginWithPasskey() }
    let id = try await context.addPasskey(name: "Jane's phone")
    #expect(context.user?.authenticators.map(\.id) == [id])
    #expect(context.user?.authenticators.map(\.name) == ["Jane's phone"])
    #expect(try await context.loginWithPasskey().session.subject == session.subject)
    // The authenticator learns which passkeys the user has, so that it does not make a second one.
    let creation = try #require(app.passkeys.creations.last)
    #expect(creation.excludedCredentials.isEmpty && creation.userName == "jane@example.org")
    await #expect(throws: AuthError(.credentialExcluded, "")) { try await context.addPasskey() }
    try await context.removePasskey(id)
    #expect(context.user?.authenticators == [])
    await #expect(throws: AuthError(.noCredential, "")) { try await context.loginWithPasskey() }
  }

  @Test("An account at an identity provider that the user adds signs in, and no longer after its removal")
  func accountIsAddedAndRemoved() async throws {
    let session = try await signUp()
    func token() async throws -> Secret {
      let key = try await context.createKeyPair()
      return try Browser(app.sandbox).token(nonce: OAuthNonce.of(publicKeyHex: key))
    }
    let id = try await context.addOAuthProvider(oidcToken: try await token(), providerName: "google")
    #expect(context.user?.oauthProviders.map(\.id) == [id])
    let found = try await context.completeOAuth(oidcToken: try await token(), provider: "google")
    #expect(found.action == .login && found.session.subject == session.subject)
    try await context.removeOAuthProvider(id)
    #expect(context.user?.oauthProviders == [])
    #expect(try await context.completeOAuth(oidcToken: try await token(), provider: "google").action == .signup)
  }

  @Test(
    "T39: a wallet that the user adds signs in, with either scheme",
    arguments: [StampScheme.ed25519, .secp256k1EIP191])
  func walletIsAddedAndRemoved(scheme: StampScheme) async throws {
    let session = try await signUp()
    let wallet = try TestWallet.stamper(scheme)
    await #expect(throws: AuthError(.userNotFound, "")) { try await context.loginWithWallet(wallet) }
    let id = try await context.addWallet(wallet)
    #expect(try await context.loginWithWallet(wallet).session.subject == session.subject)
    try await context.removeAPIKey(id)
    await #expect(throws: AuthError(.userNotFound, "")) { try await context.loginWithWallet(wallet) }
  }
}

/// External wallets.
enum TestWallet {
  static func stamper(_ scheme: StampScheme) throws -> WalletStamper {
    if scheme == .ed25519 {
      let key = Curve25519.Signing.PrivateKey()
      return try WalletStamper(publicKey: Array(key.publicKey.rawRepresentation), scheme: scheme) { body in
        Array(try key.signature(for: body))
      }
    }
    let key = try #require(Secp256k1.PrivateKey([UInt8](repeating: 7, count: 32)))
    return try WalletStamper(publicKey: key.publicKey.compressed, scheme: scheme) { body in
      let signature = try #require(key.sign(digest: PersonalMessage.digest(body)))
      return signature.r.bytes + signature.s.bytes + [signature.isOdd ? 28 : 27]
    }
  }
}
