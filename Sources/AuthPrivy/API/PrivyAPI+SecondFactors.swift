import AuthCore

/// Second factors (Privy protocol notes §3). Routes and bodies are those of the vendor's types and web client.
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
    let answer = try await post("mfa/totp/init", ["action": "enroll"], in: .session, bearer: bearer)
    return AuthenticatorSetup(
      secret: try answer.requiredSecret("totpSecret"), uri: try answer.requiredSecret("totpAuthUrl"))
  }

  /// The options of the ceremony that proves an enrolled passkey.
  func factorChallenge(bearer: Secret) async throws(AuthError) -> PasskeyChallenge {
    let relyingParty = configuration.relyingParty
    var body = JSONObject()
    body["relying_party"] = relyingParty.map { .string($0) }
    let answer = try await post("mfa/passkeys/init", .object(body), in: .session, bearer: bearer)
    return try PasskeyChallenge(answer, relyingParty: relyingParty)
  }

  /// Makes linked passkeys second factors, by their ids.
  ///
  /// GUESS: the list is the whole of them, so that one that is left out is none any more.
  func enrollPasskeys(_ ids: [String], bearer: Secret) async throws(AuthError) -> PrivyUser {
    let body: JSONValue = ["credential_ids": .array(ids.map { .string($0) })]
    return try user(try await post("mfa/passkeys/enrollment", body, in: .session, bearer: bearer))
  }

  /// The token that an enrolled passkey gives.
  func verify(
    _ assertion: PasskeyAssertion, _ challenge: PasskeyChallenge, bearer: Secret
  ) async throws(AuthError) -> Secret {
    var body: JSONObject = ["authenticator_response": assertion.privyResponse]
    body["relying_party"] = challenge.relyingParty.map { .string($0) }
    return try (try await post("mfa/passkeys/verify", .object(body), in: .session, bearer: bearer))
      .requiredSecret("token")
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
