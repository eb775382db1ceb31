public import AuthCore

extension TurnkeyClient {
  /// Sends a code (`init_otp`).
  ///
  /// - Throws: `invalid_identifier` unless the contact is an e-mail address or a phone number with its country code.
  public func sendCode(to contact: String, _ parameters: CodeParameters) async throws(AuthError) -> SentCode {
    guard let known = Contact(contact, method: nil) else {
      throw AuthError(
        .invalidIdentifier,
        "The contact is not an e-mail address or a phone number with its country code. Pass one, such as "
          + "jane@example.com or +14155550123.")
    }
    var fields: JSONObject = [
      "otpType": known.kind == .email ? "OTP_TYPE_EMAIL" : "OTP_TYPE_SMS", "contact": .string(known.value),
      "appName": .string(parameters.appName),
    ]
    fields["otpLength"] = parameters.length.map { .integer(Int64($0)) }
    fields["alphanumeric"] = parameters.isAlphanumeric.map { .bool($0) }
    fields["expirationSeconds"] = parameters.expirationSeconds.map { .string(String($0)) }
    fields["userIdentifier"] = parameters.userIdentifier.map { .string($0) }
    return try await submit(
      "init_otp", fields)
  }

  /// Exchanges an encrypted code for a verification token (`verify_otp`).
  ///
  /// - Parameters:
  ///   - bundle: the encrypted code from the app (`encryptedOtpBundle`).
  ///   - otpID: the ID of the code (`SentCode.otpID`).
  /// - Throws: `invalid_code`, `code_expired`, `too_many_attempts`, `flow_expired` for a code that was already used.
  public func verifyCode(_ bundle: String, otpID: String) async throws(AuthError) -> Secret {
    let result: JSONValue = try await submit(
      "verify_otp", ["otpId": .string(otpID), "encryptedOtpBundle": .string(bundle)])
    return try result.requiredSecret("verificationToken")
  }
}
