import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The vendor's auth proxy, for apps without a backend of their own. Requests carry no stamp; a header names the app
/// (T57, T58).
struct AuthProxyAPI: Sendable {
  let baseURL: URL
  let configID: String
  let version: OTPVersion
  let transport: any HTTPTransport
  let clock: any AuthClock

  /// Sends a code.
  ///
  /// - Parameter captcha: the captcha token, if the organisation requires one.
  func sendCode(to contact: Contact, captcha: Secret? = nil) async throws(AuthError) -> JSONValue {
    try await post(
      version.path("otp_init"), ["otpType": .string(contact.otpType), "contact": .string(contact.value)],
      in: .sendCode, captcha: captcha)
  }

  /// Exchanges a code for a verification token that is bound to `publicKey`. Encrypts the code if the challenge has a
  /// key for it; the first version of the calls has none. Sends the request at most once, because the server counts
  /// attempts.
  func verify(_ code: Secret, _ challenge: OTPChallenge, publicKey: [UInt8]) async throws(AuthError) -> Secret {
    let name: String
    var body: JSONObject = ["otpId": .string(challenge.otpID)]
    if let target = challenge.targetKey {
      name = "otp_verify_v2"
      body["encryptedOtpBundle"] = .string(try OTPCodeBundle(code: code, publicKey: publicKey, target: target).text)
    } else {
      name = "otp_verify"
      body["otpCode"] = .string(code.revealText())
      body["publicKey"] = .string(Hex.encode(publicKey))
    }
    return try await post(name, body, in: .verifyCode).requiredSecret("verificationToken")
  }

  /// The ID of a user's organisation; nil if the user does not exist.
  ///
  /// - Parameter token: the proof that the caller may look the user up, if the organisation requires one.
  func organization(
    of account: AccountFilter, _ token: VerificationToken? = nil
  ) async throws(AuthError) -> String? {
    var body: JSONObject = ["filterType": .string(account.type), "filterValue": .string(account.value.revealText())]
    body["verificationToken"] = token.map { .string($0.token.revealText()) }
    let answer = try await post("account", body, in: .account, retry: .safe)
    // An unknown user has no field, or an empty one. Another answer must not lead to a sign-up of a known user.
    guard let found = answer["organizationId"], !found.isNull, found != "" else { return nil }
    return try answer.requiredString("organizationId")
  }

  /// Creates a user and the user's organisation, and returns the organisation's ID.
  func signUp(
    _ user: NewUser, _ token: VerificationToken? = nil, _ signature: ClientSignature? = nil, captcha: Secret? = nil
  ) async throws(AuthError) -> String {
    var body = user.body(now: clock.now())
    body["verificationToken"] = token.map { .string($0.token.revealText()) }
    body["clientSignature"] = signature?.json
    return try await post(version.path("signup"), body, in: .signUp, captcha: captcha).requiredString("organizationId")
  }

  /// Logs the user of a verified contact in: opens a session for a key, and returns the session's token.
  ///
  /// DESIGN T21: the login goes through the proxy, as in the vendor's Swift client. The vendor's JavaScript client
  /// sends an attested stamp to the API instead; `AttestedStamper` makes such stamps.
  func logIn(
    publicKey: [UInt8], organizationID: String, _ token: VerificationToken, _ signature: ClientSignature?,
    invalidatesExisting: Bool
  ) async throws(AuthError) -> Secret {
    var body: JSONObject = [
      "verificationToken": .string(token.token.revealText()), "publicKey": .string(Hex.encode(publicKey)),
    ]
    body["clientSignature"] = signature?.json
    body["organizationId"] = .string(organizationID)
    body["invalidateExisting"] = .bool(invalidatesExisting)
    return try await post(version.path("otp_login"), body, in: .logIn).requiredSecret("session")
  }

  /// Opens a session for a key with an identity token whose nonce is derived from the key, and returns the session's
  /// token.
  func logIn(
    publicKey: [UInt8], organizationID: String, identityToken: Secret, invalidatesExisting: Bool
  ) async throws(AuthError) -> Secret {
    let body: JSONObject = [
      "oidcToken": .string(identityToken.revealText()), "publicKey": .string(Hex.encode(publicKey)),
      "organizationId": .string(organizationID), "invalidateExisting": .bool(invalidatesExisting),
    ]
    return try await post("oauth_login", body, in: .logIn).requiredSecret("session")
  }

  /// Exchanges an authorisation code for an identity token that the vendor issues, for identity providers that issue
  /// none. Sends the request at most once, because it uses up the code.
  func authenticate(_ exchange: OAuthCodeExchange) async throws(AuthError) -> Secret {
    try await post("oauth2_authenticate", exchange.body, in: .codeExchange).requiredSecret("oidcToken")
  }

  /// The app's settings in the vendor's dashboard.
  func walletKitConfiguration() async throws(AuthError) -> WalletKitConfiguration {
    try WalletKitConfiguration(try await post("wallet_kit_config", [:], in: .account, retry: .safe))
  }

  /// The site key of the captcha; nil if the response has none. The vendor then requires no captcha.
  func captchaSiteKey() async throws(AuthError) -> String? {
    try await post("wallet_kit_client_params", [:], in: .account, retry: .safe)["turnstileSiteKey"]?.stringValue
  }

  private func post(
    _ name: String, _ body: JSONObject, in context: TurnkeyErrors.Context, retry: RetryIntent = .never,
    captcha: Secret? = nil
  ) async throws(AuthError) -> JSONValue {
    var request = TransportRequest.json(
      "POST", baseURL.appending(path: "v1/\(name)"), .object(body), retry: retry)
    request.headers["X-Auth-Proxy-Config-ID"] = configID
    request.headers[TurnkeyAPI.clientVersion.name] = TurnkeyAPI.clientVersion.value
    if let captcha { request.headers["X-Captcha-Token"] = captcha.revealText() }
    let response = try await transport.send(request)
    guard response.isSuccess else { throw TurnkeyErrors.error(response, in: context, now: clock.now()) }
    let answer = try response.json()
    guard answer.objectValue != nil else {
      throw AuthError(
        .malformedResponse, "The response to \(name) is not a JSON object. Check authProxyURL, and try again.")
    }
    return answer
  }
}
