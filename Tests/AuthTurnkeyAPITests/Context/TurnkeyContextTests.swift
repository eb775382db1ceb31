import AuthCore
import AuthSandbox
import AuthTurnkey
import AuthTurnkeyAPI
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The steps of a sign-in one by one, through the auth proxy.
@MainActor @Suite struct TurnkeyContextTests {
  private let app: TurnkeyApp
  private let context: TurnkeyContext
  private let contact = "jane@example.org"

  init() throws {
    app = try TurnkeyApp(["oauth": ["appScheme": "app", "google": ["clientId": "web"]]])
    context = try TurnkeyContext(app.auth)
  }

  @Test func completesACodeInOneStep() async throws {
    for expected in [AuthResult.Action.signup, .login] {
      let sent = try await context.initOtp(contact: contact, otpType: .email)
      let code = try app.lastCode()
      let wrong = (code.hasPrefix("1") ? "2" : "1") + code.dropFirst()
      await #expect(throws: AuthError(.invalidCode, "")) {
        try await context.completeOtp(sent, otpCode: wrong, contact: contact, otpType: .email)
      }
      let result = try await context.completeOtp(sent, otpCode: code, contact: contact, otpType: .email)
      #expect(result.action == expected)
      #expect(context.user?.email == contact)
      #expect(context.session == result.session)
    }
    await #expect(throws: AuthError(.invalidIdentifier, "")) {
      try await context.initOtp(contact: "jane", otpType: .email)
    }
  }

  @Test func completesACodeStepByStep() async throws {
    let first = try await context.initOtp(contact: contact, otpType: .email)
    let verification = try await context.verifyOtp(
      first, otpCode: try app.lastCode(), contact: contact, otpType: .email)
    await #expect(throws: AuthError(.userNotFound, "")) {
      try await context.loginWithOtp(verificationToken: verification)
    }
    let second = try await context.initOtp(contact: contact, otpType: .email)
    let key = try await context.createKeyPair()
    let again = try await context.verifyOtp(
      second, otpCode: try app.lastCode(), contact: contact, otpType: .email, publicKey: key)
    let result = try await context.signUpWithOtp(verificationToken: again, sessionKey: "a")
    #expect(result.action == .signup)
    #expect(result.session.key.map { Hex.encode($0.publicKey) } == key)
    #expect(context.selectedSessionKey == "a")
    let third = try await context.initOtp(contact: contact, otpType: .email)
    let last = try await context.verifyOtp(third, otpCode: try app.lastCode(), contact: contact, otpType: .email)
    #expect(try await context.loginWithOtp(verificationToken: last).action == .login)
  }

  @Test func signsInByPasskeyOrPageInOneCall() async throws {
    let made = try await context.signUpWithPasskey(sessionKey: "passkey")
    #expect(made.action == .signup && context.selectedSessionKey == "passkey")
    let found = try await context.loginWithPasskey(sessionKey: "again")
    #expect(found.session.subject == made.session.subject && context.selectedSessionKey == "again")

    let sandbox = app.sandbox
    let google = try await context.handleGoogleOAuth(sessionKey: "google") { prompt throws(AuthError) in
      try Browser(sandbox).visit(prompt.url)
    }
    #expect(google.action == .signup && context.selectedSessionKey == "google")
    await #expect(throws: AuthError(.redirectDenied, "")) {
      try await context.handleGoogleOAuth { prompt throws(AuthError) in try Browser(sandbox).refuse(prompt.url) }
    }
    #expect(context.session == google.session)
    // A token that the app obtained itself, for a key that it made before.
    let key = try await context.createKeyPair()
    let token = try Browser(sandbox).token(nonce: OAuthNonce.of(publicKeyHex: key))
    #expect(try await context.completeOAuth(oidcToken: token, provider: "google").action == .login)
  }
}
