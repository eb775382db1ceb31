import AuthCore

/// Second factors (P34 to P37). If the user already has a factor, a request that adds or removes a factor needs the
/// token that the vendor returned when the user verified an existing factor (P58).
extension PrivyAPI {
  /// The values for setting up an authenticator app.
  struct AuthenticatorSetup: Sendable {
    let secret: Secret
    let uri: Secret
  }

  /// Asks the vendor to send a code. For a new factor, the code goes to the number or address in `factor`. If `factor`
  /// has no contact, the code goes to the contact of the enrolled factor. `mfaToken` is sent only for a new factor.
  func sendFactorCode(_ factor: SecondFactor, bearer: Secret, mfaToken: Secret? = nil) async throws(AuthError) {
    var body: JSONObject = ["action": factor.contact == nil ? "verify" : "enroll"]
    for member in factor.contactMembers.members { body[member.name] = member.value }
    try await postForSuccess(
      factor.route + "/init", .object(body), in: .sendCode, bearer: bearer,
      mfaToken: factor.contact == nil ? nil : mfaToken)
  }

  /// Fetches a new secret for an authenticator app.
  func setUpAuthenticator(bearer: Secret, mfaToken: Secret? = nil) async throws(AuthError) -> AuthenticatorSetup {
    let answer = try await post(
      "mfa/totp/init", ["action": "enroll"], in: .session, bearer: bearer, mfaToken: mfaToken)
    return AuthenticatorSetup(
      secret: try answer.requiredSecret("totpSecret"), uri: try answer.requiredSecret("totpAuthUrl"))
  }

  /// Fetches the options of the ceremony that verifies the user with an enrolled passkey.
  func factorChallenge(bearer: Secret) async throws(AuthError) -> PasskeyChallenge {
    try await challenge(at: "mfa/passkeys/init", bearer: bearer)
  }

  /// Enrols the linked passkeys with these IDs as second factors. The passkeys still sign the user in, because
  /// `remove_for_login` is false (P55). The response is an empty object (P3).
  ///
  /// INFER P81: the list replaces the previous one, so a passkey that is left out stops being a factor. The vendor's
  /// own client removes the factor with an empty list.
  func enrollPasskeys(_ ids: [String], bearer: Secret, mfaToken: Secret? = nil) async throws(AuthError) {
    let body: JSONValue = ["credential_ids": .array(ids.map { .string($0) }), "remove_for_login": false]
    _ = try await post("mfa/passkeys/enrollment", body, in: .session, bearer: bearer, mfaToken: mfaToken)
  }

  /// Submits the assertion of an enrolled passkey, and returns the second factor's token.
  func verify(
    _ assertion: PasskeyAssertion, _ challenge: PasskeyChallenge, bearer: Secret
  ) async throws(AuthError) -> Secret {
    var body: JSONObject = ["authenticator_response": assertion.privyResponse]
    body["relying_party"] = challenge.relyingParty.map { .string($0) }
    return try (try await post("mfa/passkeys/verify", .object(body), in: .session, bearer: bearer))
      .requiredSecret("token")
  }

  /// Submits the first code of a new factor, which enrols the factor, and returns the current user.
  func enroll(_ factor: SecondFactor, code: Secret, bearer: Secret) async throws(AuthError) -> PrivyUser {
    var body: JSONObject = ["code": .string(code.revealText())]
    for member in factor.contactMembers.members { body[member.name] = member.value }
    return try PrivyUser(
      json: try await post(factor.route + "/enroll", .object(body), in: .factorCode, bearer: bearer))
  }

  /// Submits a code of an enrolled factor, and returns the second factor's token.
  func verify(_ factor: SecondFactor, code: Secret, bearer: Secret) async throws(AuthError) -> Secret {
    let body: JSONValue = ["code": .string(code.revealText())]
    return try (try await post(factor.route + "/verify", body, in: .factorCode, bearer: bearer)).requiredSecret("token")
  }

  /// Removes a factor that is verified with codes (P37).
  func unenroll(_ factor: SecondFactor, bearer: Secret, mfaToken: Secret?) async throws(AuthError) {
    try await postForSuccess(factor.route + "/unenroll", [:], in: .session, bearer: bearer, mfaToken: mfaToken)
  }
}
