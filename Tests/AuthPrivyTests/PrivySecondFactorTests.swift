import AuthCore
import AuthCrypto
import AuthPasskey
import AuthSandbox
import AuthStorage
import AuthTesting
import Testing

@testable import AuthPrivy

/// Adding and proving second factors.
@Suite struct PrivySecondFactorTests {
  @Test func addsAndProvesAnAuthenticatorApp() async throws {
    let app = try SandboxedApp()
    try await app.signIn()
    let enrolling = app.client.start(FlowRequest(purpose: .enroll(.totp)))
    guard case .setupTOTP(let setup)? = await enrolling.nextPrompt()?.prompt else {
      Issue.record("no secret")
      return
    }
    let generator = try TOTP(secret: Secret(try #require(Base32.decode(setup.secret.revealText()))))
    let code = generator.code(at: app.clock.now())
    let wrong = try #require(
      try await enrolling.prompt {
        try await enrolling.submit(code: (code.hasPrefix("1") ? "2" : "1") + code.dropFirst())
      })
    #expect(wrong.context.lastError?.code == .invalidCode)
    try await enrolling.submit(code: code)
    guard case .credential(let credential) = try await enrolling.result() else {
      Issue.record("no credential")
      return
    }
    #expect(credential.method == .totp)

    app.clock.advance(by: .seconds(60))
    let proving = app.client.start(FlowRequest(purpose: .stepUp(action: "transfer"), method: .totp))
    #expect(try #require(await proving.nextPrompt()).prompt == .enterTOTP(TOTPPrompt()))
    try await proving.submit(code: generator.code(at: app.clock.now()))
    guard case .proof(let proof) = try await proving.result() else {
      Issue.record("no proof")
      return
    }
    #expect(proof.action == "transfer")
    let user = try await app.provider().user(of: try await app.client.session())
    #expect(user.mfaMethods == ["totp"])
  }

  @Test("L19: a user may take longer for a QR code or a code than the lifetime of an access token")
  func flowOutlivesAnAccessToken() async throws {
    let app = try SandboxedApp()
    try app.control("/policy", ["provider": "privy", "accessTokenSeconds": 60])
    try await app.signIn()
    let enrolling = app.client.start(FlowRequest(purpose: .enroll(.totp)))
    guard case .setupTOTP(let setup)? = await enrolling.nextPrompt()?.prompt else {
      Issue.record("no secret")
      return
    }
    let generator = try TOTP(secret: Secret(try #require(Base32.decode(setup.secret.revealText()))))
    app.clock.advance(by: .seconds(65))
    try await enrolling.submit(code: generator.code(at: app.clock.now()))
    #expect(try await credential(enrolling).method == .totp)
    let proving = app.client.start(FlowRequest(purpose: .stepUp(action: "transfer"), method: .totp))
    #expect(try #require(await proving.nextPrompt()).prompt == .enterTOTP(TOTPPrompt()))
    app.clock.advance(by: .seconds(65))
    try await proving.submit(code: generator.code(at: app.clock.now()))
    guard case .proof = try await proving.result() else {
      Issue.record("no proof")
      return
    }
  }

  @Test func addsAndProvesANumber() async throws {
    let app = try SandboxedApp()
    try await app.signIn()
    let number = "+14155550100"
    let enrolling = app.client.start(FlowRequest(identifier: number, purpose: .enroll(.smsOTP)))
    _ = await enrolling.nextPrompt()
    try await enrolling.submit(code: try app.sandbox.lastCode(to: "+14155550100"))
    guard case .credential = try await enrolling.result() else {
      Issue.record("no credential")
      return
    }
    // The session lists the user's only factor, so the flow does not ask the user to choose one.
    #expect(try await app.client.storedSession()?.privyUser?.mfaMethods == ["sms"])
    let proving = app.client.start(FlowRequest(purpose: .stepUp(action: "transfer")))
    guard case .enterCode? = await proving.nextPrompt()?.prompt else {
      Issue.record("the flow does not ask for a code")
      return
    }
    try await proving.submit(code: try app.sandbox.lastCode(to: "+14155550100"))
    guard case .proof(let proof) = try await proving.result() else {
      Issue.record("no proof")
      return
    }
    #expect(proof.action == "transfer")
  }

  private func appWithPasskeys() throws -> SandboxedApp {
    try SandboxedApp(passkeys: { _, _ in
      SoftwarePasskeyAuthenticator(keys: MemoryKeyStore(), records: MemoryRecordStore()) { _ in
        .approve(isVerified: true)
      }
    })
  }

  private func credential(_ flow: AuthFlow) async throws -> Credential {
    guard case .credential(let credential) = try await flow.result() else {
      throw AuthError(.internalError, "no credential")
    }
    return credential
  }

  @Test func createsAddsAndProvesAPasskey() async throws {
    let app = try appWithPasskeys()
    try await app.signIn()
    let added = try await credential(app.client.start(FlowRequest(purpose: .enroll(.passkey))))
    #expect(added.method == .passkey)
    let user = try #require(try await app.client.storedSession()?.privyUser)
    #expect(user.mfaMethods == ["passkey"])
    guard case .passkey(let passkey)? = user.linkedAccounts.last?.kind else {
      Issue.record("no passkey")
      return
    }
    #expect(passkey.isSecondFactor && passkey.credentialID == added.id)
    // The session lists the user's only factor, so the flow does not ask the user to choose one.
    guard case .proof(let proof) = try await app.client.start(FlowRequest(purpose: .stepUp(action: "pay"))).result()
    else {
      Issue.record("no proof")
      return
    }
    #expect(proof.action == "pay")
    #expect(!app.observer.dumpedText.contains(proof.token.revealText()))
    // Unlinking a passkey that is a factor needs the factor's token. An unlinked passkey is no longer a factor.
    #expect(await failure { _ = try await app.client.unlinkPrivyAccount(added.id) }?.code == .mfaRequired)
    #expect(try await app.client.unlinkPrivyAccount(added.id, proof: proof).mfaMethods.isEmpty)
    let without = await app.client.start(FlowRequest(purpose: .stepUp(action: "pay"), method: .passkey)).failure()
    #expect(without?.code == .mfaRequired)
  }

  @Test func addsAnExistingPasskey() async throws {
    let app = try appWithPasskeys()
    try await app.signIn()
    let linked = try await credential(app.client.start(FlowRequest(purpose: .link(.passkey))))
    let added = try await credential(app.client.start(FlowRequest(purpose: .enroll(.passkey))))
    #expect(added.id == linked.id)
    #expect(try app.sandbox.requestCount("/passkeys/link/init") == 1)
    #expect(try app.sandbox.requestCount("/mfa/passkeys/enrollment") == 1)
  }

  @Test func refusesAnotherUsersPasskey() async throws {
    let app = try appWithPasskeys()
    try await app.signIn()
    let janes = try await credential(app.client.start(FlowRequest(purpose: .enroll(.passkey))))
    app.identity.change { $0.subject = "user-2" }
    let (joe, _) = try await app.signIn()
    let error = await failure {
      _ = try await app.provider().api.enrollPasskeys([janes.id], bearer: try #require(joe.tokens.access))
    }
    #expect(error?.vendorCode == "linked_account_not_found")
    _ = try await credential(app.client.start(FlowRequest(purpose: .enroll(.passkey))))
    // A challenge for a sign-in is not valid for a second factor.
    let api = try app.provider().api
    let challenge = try await api.passkeyChallenge("authenticate")
    let authenticator = try #require(app.passkeys)
    let assertion = try await authenticator.get(challenge.assertionRequest(PasskeyOptions()))
    let refused = await failure {
      _ = try await api.verify(assertion, challenge, bearer: try #require(joe.tokens.access))
    }
    #expect(refused != nil)
  }

  @Test func offersNoPasskeyWithoutAnAuthenticator() async throws {
    let app = try SandboxedApp()
    try await app.signIn()
    #expect(try app.provider().enrollableMethods == [.totp, .smsOTP, .emailOTP])
    #expect(try appWithPasskeys().provider().stepUpMethods == [.totp, .smsOTP, .emailOTP, .passkey])
    #expect(await app.client.start(FlowRequest(purpose: .enroll(.passkey))).failure()?.code == .unsupported)
  }
}
