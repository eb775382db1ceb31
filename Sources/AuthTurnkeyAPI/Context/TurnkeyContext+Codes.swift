public import AuthCore
import AuthTurnkey

extension TurnkeyContext {
  /// The channel of a code.
  public enum OtpType: String, Sendable, Hashable, Codable {
    /// By e-mail.
    case email = "OTP_TYPE_EMAIL"
    /// By SMS.
    case sms = "OTP_TYPE_SMS"
  }

  /// A code that was sent.
  public struct InitOtpResult: Sendable, Hashable {
    /// The vendor's ID of the code.
    public let otpId: String
    /// The bundle with the key for encrypting the code; nil in the first version of the calls.
    public let otpEncryptionTargetBundle: String?

    /// Creates a sent code from the values in the vendor's response.
    public init(otpId: String, otpEncryptionTargetBundle: String?) {
      self.otpId = otpId
      self.otpEncryptionTargetBundle = otpEncryptionTargetBundle
    }

    var json: JSONObject {
      var object: JSONObject = ["otpId": .string(otpId)]
      object["otpEncryptionTargetBundle"] = otpEncryptionTargetBundle.map { .string($0) }
      return object
    }
  }

  /// Sends a code.
  ///
  /// - Throws: `missing_auth_proxy_configuration`, `invalid_identifier`, `captcha_required`, `rate_limited`,
  ///   `malformed_response`, the vendor's other refusals, and the transport's errors.
  public func initOtp(contact: String, otpType: OtpType) async throws(AuthError) -> InitOtpResult {
    try provider.requireProxy()
    let answer = try await provider.sendCode(to: try known(contact, otpType))
    return InitOtpResult(
      otpId: try answer.requiredString("otpId"),
      otpEncryptionTargetBundle: answer["otpEncryptionTargetBundle"]?.stringValue)
  }

  /// Submits a code for verification.
  ///
  /// - Parameters:
  ///   - sent: the complete result of `initOtp`. The bundle of another attempt does not work.
  ///   - otpCode: the code that the user typed.
  ///   - contact: the address or number that the code was sent to.
  ///   - otpType: the kind of contact.
  ///   - publicKey: a key from `createKeyPair()`; nil makes a new key.
  /// - Returns: the verification token for `loginWithOtp` or `signUpWithOtp`. Its signature and claims have been
  ///   checked.
  /// - Throws: `missing_auth_proxy_configuration`, `invalid_identifier`, `invalid_request` for a malformed `publicKey`,
  ///   `invalid_code`, `code_expired`, `too_many_attempts`, `flow_expired` for a code that was already used,
  ///   `signature_invalid` and `malformed_response` for an invalid bundle or response, `invalid_token` and
  ///   `token_expired` for an invalid verification token, the vendor's other refusals, and the errors of the stores and
  ///   the transport.
  public func verifyOtp(
    _ sent: InitOtpResult, otpCode: String, contact: String, otpType: OtpType, publicKey: String? = nil
  ) async throws(AuthError) -> Secret {
    try provider.requireProxy()
    let contact = try known(contact, otpType)
    let key: String
    if let publicKey { key = publicKey } else { key = try await createKeyPair() }
    return try await provider.verify(
      Secret(otpCode.trimmingBlanks), sent: .object(sent.json), to: contact, publicKeyHex: key)
  }

  /// Signs a known user in with a verification token.
  ///
  /// - Throws: `missing_auth_proxy_configuration`, `user_not_found`, `key_unavailable` if no key waits for the token,
  ///   `invalid_token`, `signature_invalid`, `token_expired`, `invalid_state` if a session with the name `sessionKey`
  ///   is still valid, and the flow's other errors.
  public func loginWithOtp(
    verificationToken: Secret, invalidateExisting: Bool = false, sessionKey: String? = nil
  ) async throws(AuthError) -> AuthResult {
    try provider.requireProxy()
    var request = FlowRequest(token: verificationToken)
    request.profile.turnkeySignsUp = false
    return try await signIn(request, sessionKey: sessionKey, invalidateExisting: invalidateExisting)
  }

  /// Signs a new user up with a verification token.
  ///
  /// - Throws: `missing_auth_proxy_configuration`, `user_exists`, `captcha_required`, `key_unavailable` if no key waits
  ///   for the token, `invalid_token`, `signature_invalid`, `token_expired`, `invalid_state` if a session with the name
  ///   `sessionKey` is still valid, and the flow's other errors.
  public func signUpWithOtp(
    verificationToken: Secret, profile: FlowProfile = FlowProfile(), invalidateExisting: Bool = false,
    sessionKey: String? = nil
  ) async throws(AuthError) -> AuthResult {
    try provider.requireProxy()
    return try await signIn(
      FlowRequest(purpose: .signUp, token: verificationToken, profile: profile), sessionKey: sessionKey,
      invalidateExisting: invalidateExisting)
  }

  /// Verifies a code and signs the user in. If no user has the contact, signs the user up, unless the configuration or
  /// the profile forbids that (`signUp`).
  ///
  /// - Parameters:
  ///   - sent: the complete result of `initOtp`.
  ///   - otpCode: the code that the user typed.
  ///   - contact: the address or number that the code was sent to.
  ///   - otpType: the kind of contact.
  ///   - profile: the names and other values of a new user.
  ///   - invalidateExisting: whether the user's other sessions end.
  ///   - sessionKey: a name for the session.
  /// - Throws: `missing_auth_proxy_configuration`, `invalid_identifier`, `invalid_code` (call the function again with
  ///   another code), `code_expired`, `too_many_attempts`, `flow_expired`, `user_not_found`, `signature_invalid` for a
  ///   bundle that the pinned key did not sign, `invalid_state` if a session with the name `sessionKey` is still valid,
  ///   and the flow's other errors.
  @discardableResult
  public func completeOtp(
    _ sent: InitOtpResult, otpCode: String, contact: String, otpType: OtpType, profile: FlowProfile = FlowProfile(),
    invalidateExisting: Bool = false, sessionKey: String? = nil
  ) async throws(AuthError) -> AuthResult {
    try provider.requireProxy()
    let known = try known(contact, otpType)
    var request = FlowRequest(
      identifier: known.value, method: known.kind == .email ? .emailOTP : .smsOTP, profile: profile)
    request.profile.turnkeySentCode = TurnkeySentCode(id: sent.otpId, targetBundle: sent.otpEncryptionTargetBundle)
    return try await signIn(request, sessionKey: sessionKey, invalidateExisting: invalidateExisting) { _, _ in
      .code(Secret(otpCode.trimmingBlanks))
    }
  }

  private func known(_ contact: String, _ type: OtpType) throws(AuthError) -> Contact {
    guard let known = type == .email ? Contact(email: contact) : Contact(phone: contact) else {
      throw AuthError(
        .invalidIdentifier,
        type == .email
          ? "This is not an e-mail address. Enter one, such as jane@example.com."
          : "This is not a phone number with its country code. Enter one, such as +14155550123.",
        provider: provider.id)
    }
    return known
  }
}
