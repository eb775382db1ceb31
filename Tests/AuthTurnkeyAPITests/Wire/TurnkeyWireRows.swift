import AuthCore
import AuthCrypto
import AuthTurnkeyAPI
import Testing

@testable import AuthTurnkey

extension TurnkeyWireTests {
  static let rows: [Row] = proxyRows + loginRows + callRows

  private static let proxyRows: [Row] = [
    Row("TS1") { (app) async throws in
      try await app.signIn()
      app.begin()
      #expect(try await app.signIn().action == .login)
    },
    Row("TS2") { (app) async throws in
      app.begin()
      #expect(try await app.context.signUpWithWallet(try app.wallet()).action == .signup)
    },
    Row("TS3") { (app) async throws in
      app.begin()
      #expect(try await app.context.initOtp(contact: app.contact, otpType: .email).otpEncryptionTargetBundle != nil)
    },
    Row("TS4") { (app) async throws in
      app.begin()
      await app.failure(.rateLimited) { _ = try await app.context.initOtp(contact: app.contact, otpType: .email) }
    },
    Row("TS7") { (app) async throws in
      app.begin()
      #expect(try await app.signIn().action == .signup)
    },
    Row("TS8") { (app) async throws in
      app.begin()
      await app.failure(.invalidCode) { try await app.signIn() }
    },
    Row("TS9") { (app) async throws in
      app.begin()
      #expect(try await app.signIn(invalidates: false).session.identifier == app.contact)
    },
    Row("TS10") { (app) async throws in
      app.begin()
      #expect(try await app.google(invalidates: false).action == .signup)
    },
    Row("TS11") { (app) async throws in
      app.begin()
      await app.failure(.methodNotAvailable) { try await app.google() }
    },
    Row("TS12", exact: ["redirectUri"]) { (app) async throws in
      app.begin()
      let present: TurnkeyContext.Presenting = { (prompt) throws(AuthError) in try app.visit(prompt.url) }
      #expect(try await app.context.handleDiscordOAuth(present: present).action == .signup)
    },
    // A sign-up by a code registers no key: the login after it does.
    Row("TS13", free: ["apiKeys", "organizationName"]) { (app) async throws in
      app.begin()
      #expect(try await app.signIn().action == .signup)
    },
    Row("TS14") { (app) async throws in
      app.begin()
      let found = try await app.app.provider.walletKitConfiguration()
      #expect(found.sessionExpirationSeconds == 900 && found.oauthRedirectURL == "https://oauth-redirect.turnkey.com")
      #expect(found.codeLength == 6 && found.enabledProviders.count == 8)
    },
    Row("TS29") { (app) async throws in
      app.begin()
      await app.failure(.forbidden) { _ = try await app.context.signUpWithWallet(try app.wallet()) }
    },
    Row("TS30") { (app) async throws in
      app.begin()
      await app.failure(.rateLimited) { _ = try await app.context.initOtp(contact: app.contact, otpType: .email) }
    },
  ]

  private static let loginRows: [Row] = [
    Row("TS15") { (app) async throws in
      let first = try await app.signIn().session
      app.begin()
      let renewed = try await app.context.refreshSession()
      #expect(renewed.key != first.key)
    },
    Row("TS16") { (app) async throws in
      try await app.context.signUpWithPasskey()
      app.begin()
      #expect(try await app.context.loginWithPasskey(invalidateExisting: true).action == .login)
    },
    Row("TS17") { (app) async throws in
      app.dashboard(seconds: 1_209_600)
      try await app.context.signUpWithWallet(try app.wallet())
      app.begin()
      let result = try await app.context.loginWithWallet(try app.wallet(), invalidateExisting: true)
      #expect(result.session.adapterValues["expirationSeconds"] == "1209600")
    },
    Row("TS18") { (app) async throws in
      try await app.signIn()
      let publicKey = try await app.context.createKeyPair()
      let sent = try await app.context.initOtp(contact: app.contact, otpType: .email)
      let token = try await app.context.verifyOtp(
        sent, otpCode: try app.app.lastCode(), contact: app.contact, otpType: .email, publicKey: publicKey)
      let pending = try await app.app.provider.sessionKeys.pending()
      let key = try #require(pending.first { Hex.encode($0.key.publicKey) == publicKey }).key
      let stamper = try AttestedStamper(
        key: key, in: app.app.provider.services.keys, attestation: .verificationToken(token))
      app.begin()
      let session = try await app.context.client().stamping(with: stamper).stampLogIn(
        publicKey: publicKey, SessionParameters(expirationSeconds: 900, invalidatesExisting: true))
      #expect(session.revealText().split(separator: ".").count == 3)
    },
    Row("TS19") { (app) async throws in
      let client = try await app.client()
      let publicKey = try await app.context.createKeyPair()
      let sent = try await app.context.initOtp(contact: app.contact, otpType: .email)
      let token = try await app.context.verifyOtp(
        sent, otpCode: try app.app.lastCode(), contact: app.contact, otpType: .email, publicKey: publicKey)
      let signature = try await app.app.provider.loginSignature(for: token)
      app.begin()
      await app.failure(.sessionRevoked) {
        _ = try await client.otpLogIn(publicKey: publicKey, verificationToken: token, clientSignature: signature)
      }
    },
    Row("TS25") { (app) async throws in
      try await app.context.signUpWithPasskey()
      app.begin()
      await app.failure(.noCredential) { try await app.context.loginWithPasskey(invalidateExisting: true) }
    },
  ]

  private static let callRows: [Row] = [
    Row("TS5") { (app) async throws in
      let client = try await app.client()
      app.begin()
      await app.failure(.unsupported) { _ = try await client.whoAmI() }
    },
    Row("TS6") { (app) async throws in
      let client = try await app.client()
      app.begin()
      await app.failure(.providerError) { _ = try await client.whoAmI() }
    },
    Row("TS20") { (app) async throws in
      let client = try await app.client()
      let id = try await client.activity("update_user_name", Self.rename(app)).id
      app.begin()
      let found = try await client.activity(id: id)
      #expect(found.status == .completed && found.id == id)
    },
    Row("TS21", free: ["parameters.payload"]) { (app) async throws in
      let client = try await app.client()
      let address = try await client.walletAccounts().first?.address ?? ""
      app.begin()
      await app.failure(.mfaRequired) {
        _ = try await client.signRawPayload("aa", with: address, encoding: .hexadecimal, hash: .keccak256)
      }
    },
    Row("TS22") { (app) async throws in
      let client = try await app.client()
      let id = try await client.activity("update_user_name", Self.rename(app)).id
      app.begin()
      let statuses = try await client.factorStatuses(of: id)
      #expect(statuses.count == 1 && statuses[0].isSatisfied == false && statuses[0].requiredSteps.count == 1)
    },
    Row("TS23") { (app) async throws in try await refusedTransaction(app) },
    Row("TS24") { (app) async throws in try await refusedTransaction(app) },
    Row("TS26") { (app) async throws in
      try await app.context.signUpWithPasskey()
      let provider = app.app.provider
      let client = try await app.context.client().stamping(
        with: PasskeyStamper(app.app.passkeys, relyingPartyID: try #require(provider.configuration.relyingPartyID)))
      app.begin()
      await app.failure(.sessionRevoked) { _ = try await client.whoAmI() }
    },
    Row("TS27") { (app) async throws in
      let client = try await app.client()
      app.begin()
      await app.failure(.sessionRevoked) { _ = try await client.whoAmI() }
    },
    Row("TS28") { (app) async throws in
      let client = try await app.client()
      app.begin()
      await app.failure(.sessionExpired) { _ = try await client.whoAmI() }
    },
  ]

  @MainActor private static func rename(_ app: WireApp) -> JSONObject {
    ["userId": .string(app.context.session?.subject ?? ""), "userName": "another"]
  }

  @MainActor private static func refusedTransaction(_ app: WireApp) async throws {
    let client = try await app.client()
    app.begin()
    await app.failure(.forbidden) {
      let _: JSONValue = try await client.submit(
        "sign_transaction",
        ["signWith": "0x00", "unsignedTransaction": "02", "type": "TRANSACTION_TYPE_ETHEREUM"])
    }
  }
}
