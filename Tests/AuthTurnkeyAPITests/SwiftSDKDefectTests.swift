import AuthCore
import AuthCrypto
import AuthStorage
import AuthTesting
import AuthTurnkey
import Testing

@testable import AuthTurnkeyAPI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The defects of the vendor's Swift client (tkhq/swift-sdk a462f3d, 4.0.0). Each test has the name of a defect, and
/// passes because this package does not have the defect.
@MainActor @Suite(.serialized) struct SwiftSDKDefectTests {
  private let contact = "jane@example.org"

  // MARK: Configuration

  @Test func sharedIsASingletonThatEndsTheProcessBeforeConfigure() async throws {
    let (one, two) = (try TurnkeyApp(), try TurnkeyApp())
    let contexts = (try TurnkeyContext(one.auth), try TurnkeyContext(two.auth))
    try await contexts.0.signUpWithPasskey()
    #expect(contexts.0.authState == .authenticated)
    #expect(try await contexts.1.getActiveSession() == nil)
  }

  @Test func passkeyNameAndRelyingPartyNameAreReadAndNeverUsed() async throws {
    let app = try TurnkeyApp(["passkeyName": "My key", "rpName": "My app"])
    try await TurnkeyContext(app.auth).signUpWithPasskey()
    #expect(app.passkeys.creations.first?.relyingPartyName == "My app")
    let body = try #require(try app.sent("/signup_v2").first)
    #expect(try #require(body["authenticators"]?.arrayValue?.first).text("authenticatorName") == "My key")
  }

  @Test func createSubOrgParamsAreReadAndNeverUsed() async throws {
    let parameters: JSONObject = ["organizationName": "Named", "userName": "Called", "userTag": "tag"]
    for method in ["emailOtpAuth", "smsOtpAuth", "passkeyAuth", "oauth"] {
      let app = try TurnkeyApp([
        "createSubOrgParams": .object([method: .object(parameters)]),
        "oauth": ["appScheme": "app", "google": ["clientId": "web"]],
      ])
      let context = try TurnkeyContext(app.auth)
      switch method {
      case "passkeyAuth": try await context.signUpWithPasskey()
      case "oauth":
        let sandbox = app.sandbox
        try await context.handleGoogleOAuth { prompt throws(AuthError) in try Browser(sandbox).visit(prompt.url) }
      default:
        let isEmail = method == "emailOtpAuth"
        let address = isEmail ? contact : "+14155550123"
        let type: TurnkeyContext.OtpType = isEmail ? .email : .sms
        let sent = try await context.initOtp(contact: address, otpType: type)
        _ = try await context.completeOtp(sent, otpCode: try app.lastCode(), contact: address, otpType: type)
      }
      let body = try #require(try app.sent("/signup_v2").first, "\(method)")
      for member in parameters.members { #expect(body[member.name] == member.value, "\(method) \(member.name)") }
    }
  }

  @Test func autoRefreshManagedStateIsReadAndNeverUsed() async throws {
    let app = try TurnkeyApp()
    let context = try TurnkeyContext(app.auth, fetchesManagedState: false)
    try await context.signUpWithPasskey()
    #expect(context.user == nil)
    #expect(try app.sent("/get_user").isEmpty)
    await context.refreshManagedState()
    #expect(context.user != nil && context.managedStateError == nil)
  }

  // MARK: Passkeys

  @Test func loginWithPasskeyIgnoresTheSessionKey() async throws {
    let app = try TurnkeyApp()
    let context = try TurnkeyContext(app.auth)
    try await context.signUpWithPasskey(sessionKey: "first")
    #expect(try await context.session(for: "first") != nil)
    let second = try await context.loginWithPasskey(sessionKey: "second")
    #expect(try await context.session(for: "second")?.id == second.session.id)
    #expect(try await context.session(for: "first") != nil)
  }

  @Test func loginWithPasskeyGivesAnEmptyCredentialID() async throws {
    let app = try TurnkeyApp()
    let context = try TurnkeyContext(app.auth)
    let made = try await context.signUpWithPasskey().session.credentialID
    let used = try await context.loginWithPasskey().session.credentialID
    #expect(made != nil && made == used)
    let registered = try await context.fetchUser().authenticators.map(\.credentialID)
    #expect(registered == [made])
  }

  @Test func loginWithPasskeyCannotInvalidateExistingSessions() async throws {
    let app = try TurnkeyApp()
    let context = try TurnkeyContext(app.auth)
    try await context.signUpWithPasskey(sessionKey: "old")
    try await context.loginWithPasskey(invalidateExisting: true, sessionKey: "new")
    let old = try #require(try await context.session(for: "old"))
    let client = try app.provider.client(for: old)
    await #expect(throws: AuthError(.sessionRevoked, "")) { try await client.whoAmI() }
  }

  @Test func signUpWithPasskeyIgnoresChallengeAndSessionKey() async throws {
    let app = try TurnkeyApp()
    let context = try TurnkeyContext(app.auth)
    for name in ["a", "b"] {
      let made = try await context.signUpWithPasskey(sessionKey: name)
      #expect(made.session.sessionKey == name)
    }
    let challenges = app.passkeys.creations.map(\.challenge)
    #expect(Set(challenges).count == 2 && challenges.allSatisfy { $0.count == 32 })
    // The sent challenge is the one that the passkey was made with.
    for (body, challenge) in zip(try app.sent("/signup_v2"), challenges) {
      let authenticator = try #require(body["authenticators"]?.arrayValue?.first)
      #expect(try authenticator.text("challenge") == Base64URL.encode(challenge))
      let clientData = try #require(authenticator["attestation"]).text("clientDataJson")
      let parsed = try JSONValue(parsing: try #require(Base64URL.decode(clientData)))
      #expect(try parsed.text("challenge") == Base64URL.encode(challenge))
    }
  }

  @Test func everyPasskeyIsSaidToBeHybrid() async throws {
    let app = try TurnkeyApp()
    try await TurnkeyContext(app.auth).signUpWithPasskey()
    let body = try #require(try app.sent("/signup_v2").first)
    let transports = body["authenticators"]?.arrayValue?.first?["attestation"]?["transports"]
    #expect(transports == ["AUTHENTICATOR_TRANSPORT_INTERNAL"])
  }

  // MARK: Sessions

  @Test func signWithSessionNeedsASecureEnclave() async throws {
    let app = try TurnkeyApp()
    let context = try TurnkeyContext(app.auth)
    let session = try await context.signUpWithPasskey().session
    let message = Array("message".utf8)
    let signature = try await context.signWithSession(message: message)
    let key = try P256.Signing.PublicKey(compressedRepresentation: try #require(session.key).publicKey)
    #expect(key.isValidSignature(try P256.Signing.ECDSASignature(rawRepresentation: signature), for: message))
  }

  @Test func thereIsNoWayToClearAllSessionsAndClearingCannotFail() async throws {
    let app = try TurnkeyApp()
    let context = try TurnkeyContext(app.auth)
    for name in ["a", "b", "c"] { try await context.signUpWithPasskey(sessionKey: name) }
    try await context.clearAllSessions()
    #expect(try await app.auth.sessions().isEmpty)
    #expect(context.authState == .unauthenticated)
  }

  @Test func refreshPurgesTheOldSessionBeforeTheNewOneIsStored() async throws {
    let app = try TurnkeyApp()
    let context = try TurnkeyContext(app.auth)
    let session = try await context.signUpWithPasskey().session
    app.network.add(Fault(.dropAnswer, path: "/stamp_login"))
    await #expect(throws: AuthError(.network, "")) { try await context.refreshSession() }
    #expect(try await context.getActiveSession() == session)
    #expect(try await app.provider.client(for: session).whoAmI().userID == session.subject)
    app.network.heal()
    #expect(try await context.refreshSession().subject == session.subject)
  }

  @Test func aFailedRefreshSignsTheUserOut() async throws {
    let app = try TurnkeyApp()
    let context = try TurnkeyContext(app.auth)
    let session = try await context.signUpWithPasskey().session
    for fault in [Fault.Kind.dropRequest, .status(500, headers: [:]), .status(429, headers: [:]), .garbage] {
      app.network.add(Fault(fault, path: "/stamp_login"))
      await #expect(throws: AuthError.self) { try await context.refreshSession() }
      app.network.heal()
      #expect(try await context.getActiveSession()?.id == session.id)
      #expect(context.authState == .authenticated)
    }
    #expect(try await context.refreshSession().id == session.id)
  }

  @Test func refreshNeverPassesTheSessionProfile() async throws {
    let app = try TurnkeyApp()
    let profiled = try TurnkeyApp(["sessionProfileId": "desk"])
    for (app, expected) in [(app, nil), (profiled, "desk")] as [(TurnkeyApp, String?)] {
      let key = KeyReference(storeID: "m", keyID: "k", algorithm: .p256, publicKey: [2])
      let client = TurnkeyClient(
        organizationID: "o", stamper: app.backend.stamper, baseURL: app.provider.configuration.apiBaseURL,
        transport: app.wire, clock: app.clock)
      let parameters = SessionParameters(profileID: app.provider.configuration.sessionProfileID)
      _ = try? await client.stampLogIn(publicKey: Hex.encode(key.publicKey), parameters)
      #expect(try app.sent("/stamp_login").last?["parameters"]?["sessionProfileId"]?.stringValue == expected)
    }
  }

  @Test func aSessionOfASessionProfileCannotBeDecoded() async throws {
    let forge = Enclave()
    let app = try TurnkeyApp(["keys": ["notarizer": .string(forge.signer)]])
    let context = try TurnkeyContext(app.auth, fetchesManagedState: false)
    let key = try await context.createKeyPair()
    let session = try await context.storeSession(jwt: try forge.sessionToken(key, type: "a desk's name", app.clock))
    #expect(session.claims["session_type"]?.stringValue == "a desk's name")
  }

  @Test func theSessionTokenIsNotVerified() async throws {
    let app = try TurnkeyApp()
    let context = try TurnkeyContext(app.auth)
    let key = try await context.createKeyPair()
    let forged = try Enclave().sessionToken(key, type: "SESSION_TYPE_READ_WRITE", app.clock)
    await #expect(throws: AuthError(.signatureInvalid, "")) { try await context.storeSession(jwt: forged) }
    #expect(try await context.getActiveSession() == nil)
  }

  @Test func anExpiredSessionKeepsItsNameFromTheNext() async throws {
    let app = try TurnkeyApp(["autoRefreshSession": false])
    let context = try TurnkeyContext(app.auth)
    try await context.signUpWithPasskey(sessionKey: "phone")
    app.clock.advance(by: .seconds(1_000_000))
    let next = try await context.loginWithPasskey(sessionKey: "phone")
    #expect(try await context.session(for: "phone")?.id == next.session.id)
    #expect(try await app.auth.sessions().count == 1)
  }

  @Test func noWarningComesBeforeASessionExpires() async throws {
    let app = try TurnkeyApp(["autoRefreshSession": false])
    let context = try TurnkeyContext(app.auth)
    let session = try await context.signUpWithPasskey().session
    let left = try #require(session.expiresAt).timeIntervalSince(app.clock.now())
    while !app.observer.events.contains(where: Self.isWarning) {
      app.clock.advance(by: .seconds(max(1, left / 20)))
      await Task.yield()
      if app.clock.now() > session.expiresAt ?? app.clock.now() { break }
    }
    #expect(app.observer.events.contains(where: Self.isWarning))
  }

  private static func isWarning(_ event: AuthEvent) -> Bool {
    if case .sessionExpiring = event { true } else { false }
  }

  @Test func pendingKeysHaveNoBound() async throws {
    let app = try TurnkeyApp()
    let context = try TurnkeyContext(app.auth)
    var keys: [String] = []
    for _ in 0..<25 {
      keys.append(try await context.createKeyPair())
      app.clock.advance(by: .seconds(1))
    }
    var left = 0
    for key in keys {
      let token = try Enclave().sessionToken(key, type: "t", app.clock)
      do throws(AuthError) {
        try await context.storeSession(jwt: token)
      } catch {
        // A token whose key is still stored is refused for its signature; without the key it is refused for that.
        if error.code == .signatureInvalid { left += 1 } else { #expect(error.code == .keyUnavailable) }
      }
    }
    #expect(left == 10)
  }

  @Test func clearUnusedKeyPairsDeletesOthersKeys() async throws {
    let app = try TurnkeyApp()
    let context = try TurnkeyContext(app.auth)
    let session = try await context.signUpWithPasskey().session
    let foreign = try await app.keys.generate(.p256, policy: KeyPolicy(), namespace: "another's")
    _ = try await context.createKeyPair()
    try await context.clearUnusedKeyPairs()
    #expect(try await app.keys.keys(in: "another's") == [foreign])
    #expect(try await app.provider.client(for: session).whoAmI().userID == session.subject)
  }

  // MARK: Users, wallets and signatures

  @Test func thereIsNoUpdateUserName() async throws {
    let app = try TurnkeyApp()
    let context = try TurnkeyContext(app.auth)
    try await context.signUpWithPasskey()
    try await context.updateUserName("Jane Doe")
    #expect(context.user?.name == "Jane Doe")
  }

  @Test func accountsAreCutAtTen() async throws {
    let app = try TurnkeyApp()
    let context = try TurnkeyContext(app.auth)
    try await context.signUpWithPasskey()
    let client = try await context.client()
    let wallet = try await client.createWallet(NewWallet(name: "w", accounts: (0..<13).map { .ethereum($0) }))
    #expect(wallet.addresses.count == 13)
    #expect(Set(try await client.walletAccounts(of: wallet.id).map(\.address)) == Set(wallet.addresses))
  }

  @Test func leadingZerosOfSignaturesAreLost() throws {
    let signature = try RawSignature(json: ["r": "01ff", "s": "02", "v": "01"])
    #expect(signature.r.count == 32 && signature.s.count == 32)
    #expect(Array(signature.r.suffix(2)) == [1, 0xFF] && signature.s.last == 2)
  }

  @Test func solanaExportsAreBase58Check() throws {
    let seed = SystemRandomSource().bytes(32)
    let text = try PrivateKeyFormat.solana.text(of: Secret(seed)).revealText()
    #expect(Base58.decode(text)?.count == 64)
    #expect(Base58Check.decode(text) == nil)
  }

  @Test func privateKeysCannotBeImported() throws {
    let enclave = Enclave()
    let bundle = try enclave.importBundle(organizationID: "o", userID: "u")
    let key = SystemRandomSource().bytes(32)
    let target = try ImportBundle(bundle, organizationID: "o", userID: "u", signer: enclave.signer)
    let sealed = try target.seal(Secret(key))
    #expect(try enclave.open(sealed) == key)
  }

  // MARK: Errors and activities

  @Test func pollingLeavesTheOrganizationOut() async throws {
    let app = try TurnkeyApp()
    let context = try TurnkeyContext(app.auth)
    try await context.signUpWithPasskey()
    let client = try await context.client()
    let made = try await client.activity("create_wallet", ["walletName": "w", "accounts": []])
    #expect(try await client.activity(id: made.id).id == made.id)
    let question = try #require(try app.sent("/get_activity").last?.objectValue)
    #expect(Set(question.names) == ["organizationId", "activityId"])
  }

  @Test func anAnswerThatAsksForAFurtherFactorCannotBeDecoded() throws {
    #expect(TurnkeyActivity.Status("ACTIVITY_STATUS_AUTHENTICATORS_NEEDED") == .authenticatorsNeeded)
  }

  @Test func closedEnumerationsFailOnNewValues() throws {
    #expect(TurnkeyActivity.Status("ACTIVITY_STATUS_OF_TOMORROW") == .unknown("ACTIVITY_STATUS_OF_TOMORROW"))
    let account = try TurnkeyWalletAccount(json: [
      "walletAccountId": "a", "walletId": "w", "curve": "CURVE_NEW", "path": "m", "addressFormat": "ADDRESS_FORMAT_NEW",
      "address": "x",
    ])
    #expect(account.curve.rawValue == "CURVE_NEW" && account.addressFormat.rawValue == "ADDRESS_FORMAT_NEW")
  }

  @Test func theServersCodeIsNeverParsed() async throws {
    let app = try TurnkeyApp()
    let unrelated = P256.Signing.PrivateKey()
    let client = app.backend.stamping(
      with: try APIKeyStamper(
        publicKeyHex: Hex.encode(Array(unrelated.publicKey.compressedRepresentation)),
        privateKeyHex: Secret(Hex.encode(Array(unrelated.rawRepresentation)))))
    do throws(AuthError) {
      _ = try await client.whoAmI()
      Issue.record("nothing was thrown")
    } catch {
      #expect(error.vendorCode == "PUBLIC_KEY_NOT_FOUND")
    }
  }

  @Test func errorsAreWrappedThreeDeep() async throws {
    let app = try TurnkeyApp()
    let context = try TurnkeyContext(app.auth)
    try await context.signUpWithPasskey(sessionKey: "a")
    let sent = try await context.initOtp(contact: contact, otpType: .email)
    let code = try app.lastCode()
    // The innermost reason is the error itself.
    await #expect(throws: AuthError(.invalidState, "")) {
      try await context.completeOtp(sent, otpCode: code, contact: contact, otpType: .email, sessionKey: "a")
    }
  }

  @Test func theTextOfAnErrorIsLostBehindError() async throws {
    let error: any Error = AuthError(.noCredential, "There is no passkey here.")
    #expect("\(error)".contains("There is no passkey here."))
  }

  // MARK: Identity providers

  @Test func aRefusalIsTakenForAMissingToken() async throws {
    let app = try TurnkeyApp(["oauth": ["appScheme": "app", "google": ["clientId": "web"]]])
    let sandbox = app.sandbox
    let context = try TurnkeyContext(app.auth)
    await #expect(throws: AuthError(.redirectDenied, "")) {
      try await context.handleGoogleOAuth { prompt throws(AuthError) in try Browser(sandbox).refuse(prompt.url) }
    }
  }

  @Test func theStateOfGooglesCallbackIsNotChecked() async throws {
    let app = try TurnkeyApp(["oauth": ["appScheme": "app", "google": ["clientId": "web"]]])
    let sandbox = app.sandbox
    let context = try TurnkeyContext(app.auth)
    await #expect(throws: AuthError(.redirectMismatch, "")) {
      try await context.handleGoogleOAuth { prompt throws(AuthError) in
        let callback = try Browser(sandbox).visit(prompt.url).absoluteString
        guard let url = URL(string: callback + "x") else { throw .cancelled }
        return url
      }
    }
  }

  // MARK: Requests of its users

  @Test func itCannotBeUsedWithoutAppleNorWithOnesOwnStoresTransportAndClock() async throws {
    // This test shows it: memory stores, an in-process transport, a manual clock.
    let app = try TurnkeyApp()
    let session = try await TurnkeyContext(app.auth).signUpWithPasskey().session
    #expect(session.createdAt == app.clock.now())
    #expect(!app.wire.requests.isEmpty)
  }

  @Test func whatWentWrongWithAPasskeyIsOpaque() async throws {
    let app = try TurnkeyApp()
    let context = try TurnkeyContext(app.auth)
    for code in [AuthError.Code.cancelled, .noCredential, .unsupported] {
      app.passkeys.refuse(AuthError(code, "x"))
      await #expect(throws: AuthError(code, "")) { try await context.loginWithPasskey() }
    }
    app.passkeys.refuse(nil)
    let unset = try TurnkeyContext(TurnkeyApp(["rpId": nil]).auth)
    await #expect(throws: AuthError(.methodNotAvailable, "")) { try await unset.loginWithPasskey() }
  }

  @Test func theStamperCannotBeUsedAloneOverTheBytesThatAreSent() throws {
    let key = P256.Signing.PrivateKey()
    let stamper = try APIKeyStamper(
      publicKeyHex: Hex.encode(Array(key.publicKey.compressedRepresentation)),
      privateKeyHex: Secret(Hex.encode(Array(key.rawRepresentation))))
    // Blanks, another order, not JSON: the stamp covers exactly the sent bytes.
    for body in [Array(#"{ "b" : 1, "a" : 2 }"#.utf8), [0xFF, 0x00], []] {
      let stamp = try JSONValue(parsing: try #require(Base64URL.decode(try stamper.stamp(body).value)))
      let signature = try P256.Signing.ECDSASignature(derRepresentation: try stamp.bytes("signature"))
      #expect(key.publicKey.isValidSignature(signature, for: body))
    }
  }

  @Test func theStamperCannotBeSwappedAtRunTime() async throws {
    let app = try TurnkeyApp()
    let session = try await TurnkeyContext(app.auth).signUpWithPasskey().session
    let client = try app.provider.client(for: session)
    let swapped = client.stamping(
      with: PasskeyStamper(app.passkeys, relyingPartyID: try #require(app.provider.configuration.relyingPartyID)))
    #expect(try await swapped.whoAmI() == client.whoAmI())
    #expect(app.passkeys.assertions.count == 1)
  }

  @Test func theTemporaryKeyOfASignUpStays() async throws {
    let app = try TurnkeyApp()
    let context = try TurnkeyContext(app.auth)
    let session = try await context.signUpWithPasskey().session
    let body = try #require(try app.sent("/signup_v2").first)
    let temporary = try #require(body["apiKeys"]?.arrayValue?.first)
    #expect(try temporary.text("expirationSeconds") == "60")
    // It is in no store: the device keeps only the session's key.
    #expect(try await app.keys.keys(in: "turnkey/turnkey/\(session.id)") == [try #require(session.key)])
  }

  @Test func thereIsNoCaptchaToken() async throws {
    let token = ClosureTokenProvider { request in request.purpose == .captcha ? Secret("solved") : nil }
    let app = try TurnkeyApp(["captcha": true], tokens: token)
    let context = try TurnkeyContext(app.auth)
    let sent = try await context.initOtp(contact: contact, otpType: .email)
    _ = try await context.completeOtp(sent, otpCode: try app.lastCode(), contact: contact, otpType: .email)
    for path in ["/otp_init_v2", "/signup_v2"] {
      let request = try #require(app.wire.requests.first { $0.url.path.hasSuffix(path) })
      #expect(request.headers["X-Captcha-Token"] == "solved", "\(path)")
    }
    let unsolved = try TurnkeyContext(TurnkeyApp(["captcha": true]).auth)
    await #expect(throws: AuthError(.captchaRequired, "")) {
      try await unsolved.initOtp(contact: contact, otpType: .email)
    }
  }

  @Test func thereAreNoAttestedStamps() async throws {
    let app = try TurnkeyApp()
    let key = try await app.keys.generate(.p256, policy: KeyPolicy(), namespace: "test")
    let stamper = try AttestedStamper(key: key, in: KeyRing(app.keys), attestation: .identityToken(Secret("t")))
    #expect(try await stamper.stamp([1]).name == "X-Stamp-Attested")
  }

  @Test func lookupsLackTheVerificationTokenThatTheyNeed() async throws {
    let app = try TurnkeyApp()
    let context = try TurnkeyContext(app.auth)
    let sent = try await context.initOtp(contact: contact, otpType: .email)
    _ = try await context.completeOtp(sent, otpCode: try app.lastCode(), contact: contact, otpType: .email)
    let lookup = try #require(try app.sent("/v1/account").first)
    #expect(lookup["verificationToken"]?.stringValue?.split(separator: ".").count == 3)
  }
}
