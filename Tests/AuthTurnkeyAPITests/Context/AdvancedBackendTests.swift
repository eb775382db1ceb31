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

/// An app whose own backend talks to the vendor: no auth proxy.
@MainActor @Suite struct AdvancedBackendTests {
  private let app: TurnkeyApp
  private let context: TurnkeyContext

  init() throws {
    app = try TurnkeyApp(["authProxyConfigId": nil])
    context = try TurnkeyContext(app.auth)
  }

  /// The backend's part of a sign-in: a code, its verification, a user, a session.
  private func session(_ contact: String) async throws -> String {
    let publicKey = try await context.createKeyPair()
    // The same body at the same moment would be the same activity, its code used up.
    app.clock.advance(by: .seconds(1))
    let sent = try await app.backend.sendCode(to: contact, CodeParameters(appName: "App", length: 6))
    let code = Secret(try app.lastCode())
    let bundle = try app.provider.encryptOtpCode(code, to: sent.encryptionTargetBundle, publicKey: publicKey)
    let verification = try await app.backend.verifyCode(bundle, otpID: sent.otpID)
    let known = try await app.backend.verifiedSubOrganizations(.email(contact))
    let organization: String
    if let first = known.first {
      organization = first
    } else {
      organization = try await app.backend.createSubOrganization(
        NewSubOrganization(
          name: "sub",
          rootUsers: [NewTurnkeyUser(name: contact, email: contact)], verificationToken: verification,
          clientSignature: try await app.provider.signUpSignature(for: verification))
      ).id
    }
    return try await app.backend.naming(organizationID: organization).otpLogIn(
      publicKey: publicKey, verificationToken: verification,
      clientSignature: try await app.provider.loginSignature(for: verification)
    ).revealText()
  }

  @Test func backendsSessionIsStoredShownAndStamps() async throws {
    #expect(try await context.getActiveSession() == nil)
    let stored = try await context.storeSession(jwt: try await session("jane@example.org"), sessionKey: "phone")
    #expect(context.authState == .authenticated)
    #expect(context.session == stored)
    #expect(context.selectedSessionKey == "phone")
    #expect(context.user?.id == stored.subject)
    #expect(context.user?.email == "jane@example.org")
    #expect(context.managedStateError == nil)
    let client = try await context.client()
    #expect(try await client.whoAmI().userID == stored.subject)
    #expect(try await client.apiKeys(of: stored.subject).contains { $0.credentialType == "CREDENTIAL_TYPE_LOGIN" })

    let made = try await client.createWallet(NewWallet(name: "w", accounts: [.ethereum(), .solana()]))
    #expect(made.addresses.count == 2)
    try await context.refreshWallets()
    #expect(context.wallets.map(\.id) == [made.id])
    #expect(try await client.walletAccounts(of: made.id).map(\.address).sorted() == made.addresses.sorted())
    let signature = try await client.signMessage(
      Array("hi".utf8), with: made.addresses[0], addressFormat: .ethereum)
    #expect(signature.bytes.count == 64)
    let words = try await client.exportWallet(made.id).revealText().split(separator: " ")
    #expect(words.count >= 12)

    let renewed = try await context.refreshSession()
    #expect(renewed.id == stored.id && renewed.key != stored.key)
    #expect(context.session == renewed)
    #expect(try await context.fetchUser().id == stored.subject)
    let message = try await context.signWithSession(message: [1, 2, 3])
    #expect(message.count == 64)

    try await context.clearSession()
    #expect(context.authState == .unauthenticated)
    #expect(context.session == nil && context.user == nil && context.wallets.isEmpty)
  }

  @Test func keepsSeveralSessionsByName() async throws {
    let first = try await context.storeSession(jwt: try await session("jane@example.org"), sessionKey: "a")
    let second = try await context.storeSession(jwt: try await session("john@example.org"), sessionKey: "b")
    #expect(context.session?.id == second.id)
    try await context.setActiveSession(sessionKey: "a")
    #expect(context.session?.id == first.id)
    #expect(context.user?.email == "jane@example.org")
    let again = try await session("jane@example.org")
    await #expect(throws: AuthError(.invalidState, "")) { try await context.storeSession(jwt: again, sessionKey: "b") }
    await #expect(throws: AuthError(.notSignedIn, "")) { try await context.setActiveSession(sessionKey: "c") }
    try await context.clearSession(for: "b")
    #expect(context.session?.id == first.id)
    try await context.storeSession(jwt: again, sessionKey: "b")
    // An expired session releases its name.
    app.clock.advance(by: .seconds(10_000))
    await #expect(throws: AuthError(.sessionExpired, "")) { try await context.setActiveSession(sessionKey: "a") }
    let fresh = try await context.storeSession(jwt: try await session("jane@example.org"), sessionKey: "a")
    #expect(try await context.session(for: "a")?.id == fresh.id)
    try await context.clearAllSessions()
    #expect(try await app.auth.sessions().isEmpty)
    #expect(context.authState == .unauthenticated)
  }

  @Test func callsThatNeedTheAuthProxyReportItMissing() async throws {
    let sent = TurnkeyContext.InitOtpResult(otpId: "o", otpEncryptionTargetBundle: "b")
    let page: TurnkeyContext.Presenting = { _ throws(AuthError) in throw .cancelled }
    let calls: [(String, () async throws -> Void)] = [
      ("initOtp", { _ = try await context.initOtp(contact: "a@b.cd", otpType: .email) }),
      (
        "verifyOtp",
        { _ = try await context.verifyOtp(sent, otpCode: "123456", contact: "a@b.cd", otpType: .email) }
      ),
      (
        "completeOtp",
        { _ = try await context.completeOtp(sent, otpCode: "123456", contact: "a@b.cd", otpType: .email) }
      ),
      ("loginWithOtp", { _ = try await context.loginWithOtp(verificationToken: Secret("v")) }),
      ("signUpWithOtp", { _ = try await context.signUpWithOtp(verificationToken: Secret("v")) }),
      ("handleGoogleOAuth", { try await context.handleGoogleOAuth(present: page) }),
      ("handleAppleOAuth", { try await context.handleAppleOAuth(present: page) }),
      ("handleDiscordOAuth", { try await context.handleDiscordOAuth(present: page) }),
      ("handleXOauth", { try await context.handleXOauth(present: page) }),
      ("handleFacebookOAuth", { try await context.handleFacebookOAuth(present: page) }),
      ("completeOAuth", { try await context.completeOAuth(oidcToken: Secret("t"), provider: "google") }),
      ("signUpWithPasskey", { try await context.signUpWithPasskey() }),
    ]
    for (name, call) in calls {
      do {
        try await call()
        Issue.record("\(name) threw nothing")
      } catch let error as AuthError {
        #expect(error.code == .missingAuthProxyConfiguration, "\(name)")
      }
    }
    // A login by passkey needs no auth proxy.
    await #expect(throws: AuthError(.noCredential, "")) { try await context.loginWithPasskey() }
  }
}
