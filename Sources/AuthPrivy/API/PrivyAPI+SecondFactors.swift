import AuthCore

/// Second factors (Privy protocol notes §3). Bodies are the vendor's types'; INFER: the TOTP routes, by the SMS ones.
extension PrivyAPI {
  /// What an authenticator app is set up with.
  struct AuthenticatorSetup: Sendable {
    let secret: Secret
    let uri: Secret
  }

  /// Has a code sent: to a new number, or, for nil, to the one that is set up.
  func sendFactorCode(to number: Contact?, bearer: Secret) async throws(AuthError) {
    var body: JSONObject = ["action": number == nil ? "verify" : "enroll"]
    body["phoneNumber"] = number.map { .string($0.value) }
    _ = try await post("mfa/passwordless_sms/init", .object(body), in: .sendCode, bearer: bearer)
  }

  /// A new secret for an authenticator app.
  func setUpAuthenticator(bearer: Secret) async throws(AuthError) -> AuthenticatorSetup {
    let answer = try await post("mfa/totp/init", [:], in: .session, bearer: bearer)
    return AuthenticatorSetup(
      secret: try answer.requiredSecret("totpSecret"), uri: try answer.requiredSecret("totpAuthUrl"))
  }

  /// Adds a factor by its first code.
  func enroll(_ factor: SecondFactor, code: Secret, bearer: Secret) async throws(AuthError) -> PrivyUser {
    var body: JSONObject = ["code": .string(code.revealText())]
    if case .sms(let number?) = factor { body["phoneNumber"] = .string(number.value) }
    return try user(try await post(factor.route + "/enroll", .object(body), in: .factorCode, bearer: bearer))
  }

  /// The token that a code of a known factor gives.
  func verify(_ factor: SecondFactor, code: Secret, bearer: Secret) async throws(AuthError) -> Secret {
    let body: JSONValue = ["code": .string(code.revealText())]
    return try (try await post(factor.route + "/verify", body, in: .factorCode, bearer: bearer)).requiredSecret("token")
  }
}

/// A second factor.
enum SecondFactor: Sendable, Hashable {
  /// Codes by SMS; with the number where it is a new one.
  case sms(Contact?)
  /// An authenticator app.
  case totp

  /// The routes' common part.
  var route: String {
    switch self {
    case .sms: "mfa/passwordless_sms"
    case .totp: "mfa/totp"
    }
  }

  /// The method that it is.
  var method: MethodID {
    switch self {
    case .sms: .smsOTP
    case .totp: .totp
    }
  }
}
