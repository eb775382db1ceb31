package import AuthCore

extension TurnkeyProvider {
  /// Sends a code. This function is for callers that run the steps of a sign-in one by one.
  ///
  /// - Returns: the vendor's response, with `otpId`.
  package func sendCode(to contact: Contact) async throws(AuthError) -> JSONValue {
    try await proxy().sendCode(to: contact, captcha: try await captcha())
  }

  /// Exchanges a code that `sendCode(to:)` sent.
  ///
  /// - Parameters:
  ///   - sent: the vendor's response to sending the code.
  ///   - publicKeyHex: a key from `createKeyPair()`.
  /// - Returns: the verification token, whose signature and claims have been checked.
  package func verify(
    _ code: Secret, sent: JSONValue, to contact: Contact, publicKeyHex: String
  ) async throws(AuthError) -> Secret {
    guard let publicKey = Hex.decode(publicKeyHex), publicKey.count == 33 else {
      throw AuthError(
        .invalidRequest, "publicKey must be a key from createKeyPair(): a compressed point in 66 hexadecimal digits.",
        provider: id)
    }
    let now = services.clock.now()
    let version = configuration.otpVersion
    let challenge = try OTPChallenge(sent, keys: configuration.keys, version: version, now: now)
    guard OTPChallenge.accepts(code) else {
      throw AuthError(.invalidCode, "A code has six to nine letters or digits. Enter it again.", provider: id)
    }
    let token = try await proxy().verify(code, challenge, publicKey: publicKey)
    return try VerificationToken(
      verifying: token, publicKey: publicKey, contact: contact, keys: configuration.keys, version: version,
      now: services.clock.now()
    ).token
  }

  /// Checks that the auth proxy is configured.
  ///
  /// - Throws: `missing_auth_proxy_configuration`.
  package func requireProxy() throws(AuthError) { _ = try proxy() }
}
