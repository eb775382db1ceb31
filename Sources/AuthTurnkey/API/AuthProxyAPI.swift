import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The vendor's auth proxy: the backend for apps that have none. Nothing is stamped; the app names itself by a header
/// (Turnkey protocol notes §4).
struct AuthProxyAPI: Sendable {
  let baseURL: URL
  let configID: String
  let transport: any HTTPTransport
  let clock: any AuthClock

  /// Sends a code.
  func sendCode(to contact: Contact) async throws(AuthError) -> JSONValue {
    try await post(
      "otp_init_v2", ["otpType": .string(contact.otpType), "contact": .string(contact.value)], in: .sendCode)
  }

  /// Gives a code back, encrypted, for a verification token. At most once: every try counts.
  func verify(_ bundle: OTPCodeBundle, otpID: String) async throws(AuthError) -> Secret {
    let body: JSONObject = ["otpId": .string(otpID), "encryptedOtpBundle": .string(bundle.text)]
    return try await post("otp_verify_v2", body, in: .verifyCode).requiredSecret("verificationToken")
  }

  /// The organisation of the user with a contact; nil when there is no such user.
  func organization(of contact: Contact, _ token: VerificationToken) async throws(AuthError) -> String? {
    let body: JSONObject = [
      "filterType": .string(contact.filterType), "filterValue": .string(contact.value),
      "verificationToken": .string(token.token.revealText()),
    ]
    let found = try await post("account", body, in: .account, retry: .safe)["organizationId"]?.stringValue
    return found?.isEmpty == false ? found : nil
  }

  /// Makes a user and an organisation for it, and gives the organisation.
  func signUp(
    _ user: NewUser, _ token: VerificationToken, _ signature: ClientSignature
  ) async throws(AuthError) -> String {
    var body = user.body(now: clock.now())
    body["verificationToken"] = .string(token.token.revealText())
    body["clientSignature"] = signature.json
    return try await post("signup_v2", body, in: .signUp).requiredString("organizationId")
  }

  /// Opens a session for a key, and gives its token.
  func logIn(
    publicKey: [UInt8], organizationID: String, _ token: VerificationToken, _ signature: ClientSignature
  ) async throws(AuthError) -> Secret {
    let body: JSONObject = [
      "verificationToken": .string(token.token.revealText()), "publicKey": .string(Hex.encode(publicKey)),
      "clientSignature": signature.json, "organizationId": .string(organizationID),
    ]
    return try await post("otp_login_v2", body, in: .logIn).requiredSecret("session")
  }

  private func post(
    _ name: String, _ body: JSONObject, in context: TurnkeyErrors.Context, retry: RetryIntent = .never
  ) async throws(AuthError) -> JSONValue {
    var request = TransportRequest.json(
      "POST", baseURL.appending(path: "v1/\(name)"), .object(body), retry: retry)
    request.headers["X-Auth-Proxy-Config-ID"] = configID
    request.headers[TurnkeyAPI.clientVersion.name] = TurnkeyAPI.clientVersion.value
    let response = try await transport.send(request)
    guard response.isSuccess else { throw TurnkeyErrors.error(response, in: context, now: clock.now()) }
    return try response.json()
  }
}
