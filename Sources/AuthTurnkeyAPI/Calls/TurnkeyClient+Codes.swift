public import AuthCore

/// A code that was sent (v1InitOtpResultV2).
public struct SentCode: TurnkeyValue, Hashable {
  /// The vendor's name of the attempt.
  public let otpID: String
  /// What the code is to be encrypted to, signed by the vendor's enclave.
  public let encryptionTargetBundle: String

  /// - Throws: `malformed_response`.
  public init(json: JSONValue) throws(AuthError) {
    otpID = try json.requiredString("otpId")
    encryptionTargetBundle = try json.requiredString("otpEncryptionTargetBundle")
  }
}

/// How a code is sent (v1InitOtpIntentV3).
public struct CodeParameters: Sendable, Hashable {
  /// What the message calls the app.
  public var appName: String
  /// How many characters: 6 to 9; nil for the vendor's default.
  public var length: Int?
  /// Whether it has letters; nil for the vendor's default.
  public var isAlphanumeric: Bool?
  /// How long it works; nil for the vendor's default.
  public var expirationSeconds: Int?
  /// Who asks, for the vendor's limits: an address of the user's, not their name.
  public var userIdentifier: String?

  /// Parameters.
  public init(
    appName: String, length: Int? = nil, isAlphanumeric: Bool? = nil, expirationSeconds: Int? = nil,
    userIdentifier: String? = nil
  ) {
    self.appName = appName
    self.length = length
    self.isAlphanumeric = isAlphanumeric
    self.expirationSeconds = expirationSeconds
    self.userIdentifier = userIdentifier
  }
}

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
      "init_otp", type: "ACTIVITY_TYPE_INIT_OTP_V3", fields, result: "initOtpResultV2")
  }

  /// Gives an encrypted code back for a verification token (`verify_otp`).
  ///
  /// - Parameters:
  ///   - bundle: what the app made of the code: `encryptedOtpBundle`.
  ///   - otpID: which code it answers.
  public func verifyCode(_ bundle: String, otpID: String) async throws(AuthError) -> Secret {
    let result: JSONValue = try await submit(
      "verify_otp", type: "ACTIVITY_TYPE_VERIFY_OTP_V2",
      ["otpId": .string(otpID), "encryptedOtpBundle": .string(bundle)])
    return try result.requiredSecret("verificationToken")
  }
}
