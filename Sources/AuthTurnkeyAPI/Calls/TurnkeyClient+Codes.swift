public import AuthCore

extension TurnkeyClient {
  /// Sends a code (`init_otp`).
  ///
  /// - Throws: `invalid_identifier` for what is neither an e-mail address nor a phone number with its country code.
  public func sendCode(to contact: String, _ parameters: CodeParameters) async throws(AuthError) -> SentCode {
    guard let known = Contact(contact, method: nil) else {
      throw AuthError(
        .invalidIdentifier, "That is neither an e-mail address nor a phone number with its country code.")
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

  /// Gives an encrypted code back for a verification token (`verify_otp`).
  ///
  /// - Parameters:
  ///   - bundle: what the app made of the code: `encryptedOtpBundle`.
  ///   - otpID: which code it answers.
  public func verifyCode(_ bundle: String, otpID: String) async throws(AuthError) -> Secret {
    let result: JSONValue = try await submit(
      "verify_otp", ["otpId": .string(otpID), "encryptedOtpBundle": .string(bundle)])
    return try result.requiredSecret("verificationToken")
  }
}
