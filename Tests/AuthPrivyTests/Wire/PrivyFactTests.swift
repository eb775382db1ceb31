import AuthCore
import AuthPasskey
import AuthSandbox
import AuthStorage
import AuthTesting
import Testing

@testable import AuthPrivy

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The wire facts that the first version of this package got wrong. `Documentation/Protocols/Privy.md` lists them.
@Suite struct PrivyFactTests {
  private let user: JSONValue = ["id": "did:privy:c", "linked_accounts": []]

  /// A client that gets this response to every request.
  private func client(
    _ answer: JSONValue, status: Int = 200, _ changes: JSONObject = [:]
  ) throws -> PrivyWireClient {
    let response = TransportResponse(
      status: status, headers: ["Content-Type": "application/json"], body: answer.serialized)
    return try PrivyWireClient(changes) { _ throws(AuthError) in response }
  }

  private func body(_ client: PrivyWireClient) throws -> JSONObject {
    let bytes = try #require(client.transport.requests.last?.body)
    return try #require(try JSONValue(parsing: bytes).objectValue)
  }

  private var signedIn: JSONValue {
    ["user": user, "token": .string(PrivyWireClient.token), "refresh_token": "r", "session_update_action": "set"]
  }

  private func challenge() throws -> PasskeyChallenge {
    try PasskeyChallenge(
      ["options": ["challenge": .string(String(repeating: "A", count: 43)), "rp_id": "example.com"]],
      relyingParty: "https://example.com")
  }

  private func appWithPasskeys(_ changes: JSONObject = [:]) throws -> SandboxedApp {
    try SandboxedApp(
      changes,
      passkeys: { _, _ in
        SoftwarePasskeyAuthenticator(keys: MemoryKeyStore(), records: MemoryRecordStore()) { _ in
          .approve(isVerified: true)
        }
      })
  }

  private func added(_ flow: AuthFlow) async throws -> Credential {
    guard case .credential(let credential) = try await flow.result() else {
      throw AuthError(.internalError, "no credential")
    }
    return credential
  }

  @Test("P3: enrolling passkeys returns an empty object")
  func emptyEnrollment() async throws {
    let client = try client([:])
    try await client.api.enrollPasskeys(["AAAA"], bearer: client.bearer)
    #expect(try body(client)["credential_ids"] == ["AAAA"])
  }

  @Test("P4: an account at Farcaster is unlinked by its number")
  func farcaster() async throws {
    let client = try client(user)
    let account = try #require(PrivyLinkedAccount(["type": "farcaster", "fid": 7]))
    _ = try await client.api.unlink(account, removesSecondFactor: true, bearer: client.bearer)
    #expect(client.transport.requests.last?.url.path == "/api/v1/farcaster/unlink")
    #expect(try body(client) == ["fid": 7])
  }

  @Test("P20: a guest's request has only the secret")
  func guestGoesAlone() async throws {
    let client = try client(signedIn)
    _ = try await client.api.authenticate(.guest(Secret(String(repeating: "g", count: 43))), mode: .loginOrSignUp)
    #expect(try body(client).names == ["guest_credential"])
  }

  @Test("P21: a passkey signs in without a mode")
  func passkeyWithoutMode() async throws {
    let client = try client(signedIn)
    let assertion = PasskeyAssertion(
      credentialID: [1], clientDataJSON: [2], authenticatorData: [3], signature: [4], userHandle: nil)
    _ = try await client.api.authenticate(.passkey(assertion, try challenge()), mode: .noSignUp)
    #expect(Set(try body(client).names) == ["authenticator_response", "challenge", "relying_party"])
  }

  @Test("P22: the registration of a passkey has neither challenge nor mode")
  func registrationWithoutChallenge() async throws {
    let registration = PasskeyRegistration(
      credentialID: [1], clientDataJSON: [2], attestationObject: [3], transports: [])
    let signingUp = try client(signedIn)
    _ = try await signingUp.api.authenticate(.newPasskey(registration, try challenge()), mode: .loginOrSignUp)
    #expect(Set(try body(signingUp).names) == ["authenticator_response", "relying_party"])
    let linking = try client(user)
    _ = try await linking.api.link(.newPasskey(registration, try challenge()), bearer: linking.bearer)
    #expect(Set(try body(linking).names) == ["authenticator_response", "relying_party"])
  }

  @Test("P24: a relying party is a URL, and its host the id")
  func relyingParty() throws {
    for wrong in ["example.com", "app://example.com", "https://"] {
      let error = #expect(throws: AuthError.self) { try client([:], ["relyingParty": .string(wrong)]) }
      #expect(error?.code == .invalidConfiguration && error?.message.contains("relyingParty") == true)
    }
    let challenge = try PasskeyChallenge(
      ["options": ["challenge": .string(String(repeating: "A", count: 43))]], relyingParty: "https://example.com:8443")
    #expect(challenge.relyingPartyID == "example.com")
  }

  @Test("P28: Apple's own sheet gets the page's state, and its code is sent unchanged")
  func nativeApple() async throws {
    let app = try SandboxedApp(["oauth": ["apple"], "redirectURL": "exampleapp://back", "nativeApple": true])
    let flow = app.client.start(FlowRequest(method: .oauth("apple")))
    let shown = try #require(await flow.nextPrompt())
    let state = try #require(shown.context.nativeSignInState)
    guard case .input(let fields) = shown.prompt else { throw AuthError(.internalError, "no input") }
    #expect(fields.map(\.name) == ["authorizationCode"])
    let wrong = try await flow.prompt {
      try await flow.submit(fields: ["authorizationCode": "apple-code", "state": "other"])
    }
    #expect(wrong?.context.lastError?.code == .redirectMismatch)
    try await flow.submit(fields: ["authorizationCode": "apple-code", "state": state])
    guard case .session(let session, true) = try await flow.result() else {
      throw AuthError(.internalError, "no session")
    }
    #expect(session.privyUser?.linkedAccounts.map(\.type) == ["apple_oauth"])
  }

  @Test("P31: a SIWE message has the vendor's statement and its resource")
  func ethereumMessage() async throws {
    let client = try client(["nonce": "0123456789abcdef0123456789abcdef"], ["wallet": ["domain": "example.com"]])
    let address = "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2"
    let message = try await client.api.walletMessage(for: address, chain: .ethereum)
    let lines = message.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0] == "example.com wants you to sign in with your Ethereum account:")
    #expect(
      lines[3] == "By signing, you are proving you own this wallet and logging in. This does not initiate a "
        + "transaction or cost any fees.")
    #expect(lines[5...8] == ["URI: https://example.com", "Version: 1", "Chain ID: 1", "Nonce: \(message.nonce)"])
    #expect(lines.suffix(2) == ["Resources:", "- https://privy.io"])
    #expect(message.issuedAt.utf8.count == 24 && message.issuedAt.hasSuffix("Z"))
  }

  @Test("P31: the site that a wallet shows is the app's own, and must be configured")
  func siteOfTheMessage() {
    let error = #expect(throws: AuthError.self) { try client([:], ["wallet": ["statement": "I agree."]]) }
    #expect(error?.code == .invalidConfiguration && error?.message.contains("wallet.domain") == true)
  }

  @Test("P30: a nonce that no message can contain is the server's fault, a wrong domain is the configuration's")
  func malformedMessage() async throws {
    let address = "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2"
    for nonce in ["1234567", "0123456789-abcdef", ""] {
      let client = try client(["nonce": .string(nonce)], ["wallet": ["domain": "example.com"]])
      await #expect(throws: AuthError(.malformedResponse, "")) {
        try await client.api.walletMessage(for: address, chain: .ethereum)
      }
    }
    let client = try client(["nonce": "12345678"], ["wallet": ["domain": "example.com", "statement": "one\ntwo"]])
    await #expect(throws: AuthError(.invalidConfiguration, "")) {
      try await client.api.walletMessage(for: address, chain: .ethereum)
    }
  }

  @Test("P32: a SIWS message contains the address, mainnet, and the same resource")
  func solanaMessage() async throws {
    let client = try client(["nonce": "0123456789abcdef0123456789abcdef"], ["wallet": ["domain": "example.com"]])
    let address = "So11111111111111111111111111111111111111112"
    let message = try await client.api.walletMessage(for: address, chain: .solana)
    let text =
      "example.com wants you to sign in with your Solana account:\n\(address)\n\nYou are proving you own \(address).\n\n"
      + "URI: https://example.com\nVersion: 1\nChain ID: mainnet\nNonce: \(message.nonce)\n"
      + "Issued At: \(message.issuedAt)\nResources:\n- https://privy.io"
    #expect(message.text == text)
  }

  @Test("P37: second factors can be removed, and codes can be sent by e-mail")
  func unenrolling() async throws {
    let app = try SandboxedApp()
    try await app.signIn()
    let enrolling = app.client.start(FlowRequest(identifier: "jane@example.com", purpose: .enroll(.emailOTP)))
    _ = await enrolling.nextPrompt()
    try await enrolling.submit(code: try app.sandbox.lastCode(to: "jane@example.com"))
    #expect(try await added(enrolling).method == .emailOTP)
    #expect(try await app.client.storedSession()?.privyUser?.mfaMethods == ["email"])
    let refused = await failure { _ = try await app.client.removePrivySecondFactor(.emailOTP, proof: nil) }
    #expect(refused?.code == .mfaRequired)
    let proving = app.client.start(FlowRequest(purpose: .stepUp(action: "remove")))
    _ = await proving.nextPrompt()
    try await proving.submit(code: try app.sandbox.lastCode(to: "jane@example.com"))
    guard case .proof(let proof) = try await proving.result() else { throw AuthError(.internalError, "no proof") }
    #expect(try await app.client.removePrivySecondFactor(.emailOTP, proof: proof).mfaMethods.isEmpty)
    #expect(try app.sandbox.requestCount("/mfa/email/unenroll") == 2)
  }

  @Test("P41: every request has the running app's identifier unless another is configured")
  func nativeAppIdentifier() async throws {
    func identifier(_ block: JSONObject, runningApp: String?) throws(AuthError) -> String? {
      var block = block
      block["appId"] = "a"
      block["appClientId"] = "c"
      var reader = ConfigurationReader(block, path: "$", sources: ConfigurationSources())
      return try PrivyConfiguration(reading: &reader, runningApp: runningApp).nativeAppIdentifier
    }
    #expect(try identifier([:], runningApp: "com.example.app") == "com.example.app")
    #expect(
      try identifier(["nativeAppIdentifier": "com.example.other"], runningApp: "com.example.app")
        == "com.example.other")
    #expect(try identifier([:], runningApp: nil) == nil)
    let missing = try client(
      ["error": "Missing native app ID from mobile client", "code": "invalid_native_app_id"], status: 403)
    let error = await thrown { () throws(AuthError) in try await missing.api.passkeyChallenge("register") }
    #expect(error?.code == .invalidConfiguration && error?.message.contains("not listed") == true)
  }

  @Test("P54: linking and unlinking an account renews the identity token")
  func identityToken() async throws {
    let app = try SandboxedApp()
    let (session, _) = try await app.signIn()
    func accounts() async throws -> [String] {
      let token = try #require(try await app.client.storedSession()?.tokens.identity).revealText()
      let payload = try #require(Base64URL.decode(String(token.split(separator: ".")[1])))
      let text = try #require(try JSONValue(parsing: payload)["linked_accounts"]?.stringValue)
      return try JSONValue(parsing: Array(text.utf8)).arrayValue?.compactMap { $0["type"]?.stringValue } ?? []
    }
    #expect(try await accounts() == ["custom_auth"])
    let linking = app.client.start(FlowRequest(identifier: "jane@example.com", purpose: .link(.emailOTP)))
    _ = await linking.nextPrompt()
    try await linking.submit(code: try app.sandbox.lastCode(to: "jane@example.com"))
    _ = try await linking.result()
    #expect(try await accounts() == ["custom_auth", "email"])
    _ = try await app.client.unlinkPrivyAccount("jane@example.com")
    #expect(try await accounts() == ["custom_auth"])
    #expect(try await app.client.storedSession()?.tokens.refresh == session.tokens.refresh)
  }

  @Test("P55: a passkey that becomes a second factor still signs in, and stays linked if the caller asks for it")
  func passkeyKeepsSigningIn() async throws {
    let app = try appWithPasskeys()
    try await app.signIn()
    let credential = try await added(app.client.start(FlowRequest(purpose: .enroll(.passkey))))
    guard case .session = try await app.client.start(FlowRequest(method: .passkey)).result() else {
      throw AuthError(.internalError, "no session")
    }
    guard case .proof(let proof) = try await app.client.start(FlowRequest(purpose: .stepUp(action: "x"))).result()
    else { throw AuthError(.internalError, "no proof") }
    let kept = try await app.client.unlinkPrivyAccount(credential.id, removesSecondFactor: false, proof: proof)
    #expect(kept.mfaMethods == ["passkey"] && kept.linkedAccounts.map(\.type) == ["custom_auth"])
    #expect(await app.client.start(FlowRequest(method: .passkey)).failure() != nil)
  }

  @Test("P56: a required or missing second factor has its own error and does not end the session")
  func secondFactorErrors() async throws {
    let cases: [(String, AuthError.Code)] = [
      ("mfa_required", .mfaRequired), ("missing_mfa_enrollment", .mfaEnrollmentRequired),
      ("missing_or_invalid_mfa", .mfaRequired), ("expired_or_invalid_mfa_token", .mfaRequired),
    ]
    for (code, expected) in cases {
      let client = try client(["error": "text", "code": .string(code)], status: 401)
      let error = await thrown { () throws(AuthError) in try await client.api.currentUser(client.bearer) }
      #expect(error?.code == expected && error?.vendorCode == code)
      let answer = TransportResponse(
        status: 401, headers: [:], body: JSONValue.object(["error": "text", "code": .string(code)]).serialized)
      let url = try #require(URL(string: "https://auth.privy.io/api/v1/wallets"))
      #expect(!client.provider.refusesCredential(answer, to: TransportRequest("POST", url)))
    }
  }

  @Test("P58: requests that change second factors carry the factor's token")
  func factorTokenGoesAlong() async throws {
    let client = try client(["success": true, "totpSecret": "s", "totpAuthUrl": "u", "id": "did:privy:c"])
    let (api, bearer, token) = (client.api, client.bearer, client.mfaToken)
    let number = try #require(Contact(phone: "+14155550100"))
    let passkey = try #require(PrivyLinkedAccount(["type": "passkey", "credential_id": "AAAA"]))
    _ = try await api.setUpAuthenticator(bearer: bearer, mfaToken: token)
    try await api.sendFactorCode(.sms(number), bearer: bearer, mfaToken: token)
    try await api.unenroll(.totp, bearer: bearer, mfaToken: token)
    try await api.unenroll(.sms(nil), bearer: bearer, mfaToken: token)
    try await api.enrollPasskeys([], bearer: bearer, mfaToken: token)
    _ = try await api.unlink(passkey, removesSecondFactor: false, bearer: bearer, mfaToken: token)
    #expect(client.transport.requests.count == 6)
    #expect(client.transport.requests.allSatisfy { $0.headers["privy-mfa-token"] == token.revealText() })
    // A flow that adds a factor accepts the factor's token as its request's token.
    let flow = try client.provider.flow(
      FlowRequest(purpose: .enroll(.totp), token: token, session: client.session()))
    _ = await flow.nextPrompt()
    #expect(client.transport.requests.last?.headers["privy-mfa-token"] == token.revealText())
  }

  @Test("P65: an identity token's wallet without a connector is the vendor's")
  func identityWallet() throws {
    let account: JSONValue = [
      "type": "wallet", "id": "w", "address": "0xab", "chain_type": "ethereum", "wallet_client_type": "privy", "lv": 1,
    ]
    guard case .wallet(let wallet)? = PrivyLinkedAccount(account)?.kind else {
      throw AuthError(.internalError, "no wallet")
    }
    #expect(wallet.isEmbedded)
    let own: JSONValue = [
      "type": "wallet", "address": "0xab", "chain_type": "ethereum", "wallet_client_type": "metamask",
    ]
    guard case .wallet(let other)? = PrivyLinkedAccount(own)?.kind else {
      throw AuthError(.internalError, "no wallet")
    }
    #expect(!other.isEmbedded)
  }

  @Test("P66: lv is when an account was last verified")
  func lastVerified() throws {
    let account = try #require(PrivyLinkedAccount(["type": "email", "address": "j@e.com", "lv": 1_750_000_000]))
    #expect(account.latestVerifiedAt == Date(timeIntervalSince1970: 1_750_000_000))
  }

  @Test("P77: every code of the vendor is mapped")
  func codes() async throws {
    let cases: [(Int, String, AuthError.Code)] = [
      (403, "signup_disabled", .userNotFound), (400, "invalid_request", .invalidRequest),
      (409, "resource_conflict", .invalidState), (401, "device_revoked", .sessionRevoked),
      (400, "insufficient_funds", .forbidden), (403, "policy_violation", .forbidden),
      (400, "transaction_broadcast_failure", .providerError),
      (400, "transaction_anything_else", .providerError),
      (400, "missing_or_invalid_privy_account_id", .invalidRequest), (403, "max_apps_reached", .forbidden),
      (403, "disallowed_recovery_method", .forbidden),
      (400, "invalid_app_url_scheme_configuration", .invalidConfiguration),
      (400, "user_has_not_delegated_wallet", .forbidden),
    ]
    for (status, code, expected) in cases {
      let client = try client(["error": "text", "code": .string(code)], status: status)
      let error = await thrown { () throws(AuthError) in try await client.api.currentUser(client.bearer) }
      #expect(error?.code == expected && error?.vendorCode == code, "\(code)")
      #expect(error?.message.contains("without a known error") == false, "\(code)")
    }
  }

  @Test("P80: a response with success false is an error")
  func unsuccessful() async throws {
    let client = try client(["success": false])
    let contact = try #require(Contact(email: "jane@example.com"))
    #expect(await thrown { () throws(AuthError) in try await client.api.sendCode(to: contact) }?.code == .providerError)
    let error = await thrown { () throws(AuthError) in
      try await client.api.sendFactorCode(.sms(nil), bearer: client.bearer)
    }
    #expect(error?.code == .providerError)
  }
}
