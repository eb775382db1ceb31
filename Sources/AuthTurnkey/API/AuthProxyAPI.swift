import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The vendor's auth proxy: the backend for apps that have none. Nothing is stamped; the app names itself by a header
/// (T57, T58).
struct AuthProxyAPI: Sendable {
  let baseURL: URL
  let configID: String
  let version: OTPVersion
  let transport: any HTTPTransport
  let clock: any AuthClock

  /// Sends a code.
  ///
  /// - Parameter captcha: the proof of a person, where the organisation asks for one.
  func sendCode(to contact: Contact, captcha: Secret? = nil) async throws(AuthError) -> JSONValue {
    try await post(
      version.path("otp_init"), ["otpType": .string(contact.otpType), "contact": .string(contact.value)],
      in: .sendCode, captcha: captcha)
  }

  /// Gives a code back, encrypted, for a verification token. At most once: every try counts.
  func verify(_ bundle: OTPCodeBundle, otpID: String) async throws(AuthError) -> Secret {
    let body: JSONObject = ["otpId": .string(otpID), "encryptedOtpBundle": .string(bundle.text)]
    return try await post("otp_verify_v2", body, in: .verifyCode).requiredSecret("verificationToken")
  }

  /// Gives a code back as it is: the first version.
  func verify(_ code: Secret, otpID: String, publicKey: [UInt8]) async throws(AuthError) -> Secret {
    let body: JSONObject = [
      "otpId": .string(otpID), "otpCode": .string(code.revealText()), "publicKey": .string(Hex.encode(publicKey)),
    ]
    return try await post("otp_verify", body, in: .verifyCode).requiredSecret("verificationToken")
  }

  /// The organisation of a user; nil when there is no such user.
  ///
  /// - Parameter token: the proof that the caller may know it, where the organisation asks for one.
  func organization(
    of account: AccountFilter, _ token: VerificationToken? = nil
  ) async throws(AuthError) -> String? {
    var body: JSONObject = ["filterType": .string(account.type), "filterValue": .string(account.value.revealText())]
    body["verificationToken"] = token.map { .string($0.token.revealText()) }
    let found = try await post("account", body, in: .account, retry: .safe)["organizationId"]?.stringValue
    return found?.isEmpty == false ? found : nil
  }

  /// Makes a user and an organisation for it, and gives the organisation.
  func signUp(
    _ user: NewUser, _ token: VerificationToken? = nil, _ signature: ClientSignature? = nil, captcha: Secret? = nil
  ) async throws(AuthError) -> String {
    var body = user.body(now: clock.now())
    body["verificationToken"] = token.map { .string($0.token.revealText()) }
    body["clientSignature"] = signature?.json
    return try await post(version.path("signup"), body, in: .signUp, captcha: captcha).requiredString("organizationId")
  }

  /// Opens a session for a key of a verified contact, and gives its token.
  ///
  /// DESIGN T21: through the proxy, as the vendor's Swift client does; its JavaScript client sends an attested stamp to
  /// the API instead, which `AttestedStamper` can do.
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

  /// Opens a session for a key by an identity token whose nonce is the key's.
  func logIn(
    publicKey: [UInt8], organizationID: String, identityToken: Secret, invalidatesExisting: Bool
  ) async throws(AuthError) -> Secret {
    let body: JSONObject = [
      "oidcToken": .string(identityToken.revealText()), "publicKey": .string(Hex.encode(publicKey)),
      "organizationId": .string(organizationID), "invalidateExisting": .bool(invalidatesExisting),
    ]
    return try await post("oauth_login", body, in: .logIn).requiredSecret("session")
  }

  /// Exchanges a code of an identity provider that gives no identity tokens for one of the vendor's; at most once,
  /// since the code is spent by it.
  func authenticate(_ exchange: OAuthCodeExchange) async throws(AuthError) -> Secret {
    try await post("oauth2_authenticate", exchange.body, in: .codeExchange).requiredSecret("oidcToken")
  }

  /// How the app is set up in the vendor's dashboard.
  func walletKitConfiguration() async throws(AuthError) -> WalletKitConfiguration {
    try WalletKitConfiguration(try await post("wallet_kit_config", [:], in: .account, retry: .safe))
  }

  /// The site key of the captcha; nil where none is asked for.
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
    return try response.json()
  }
}
