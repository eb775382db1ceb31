package import AuthCore

extension TurnkeyProvider {
  /// Exchanges a code for a verification token that is bound to `publicKey`. Encrypts the code if the challenge has a
  /// key for it.
  func verify(_ code: Secret, _ challenge: OTPChallenge, publicKey: [UInt8]) async throws(AuthError) -> Secret {
    guard let target = challenge.targetKey else {
      return try await proxy().verify(code, otpID: challenge.otpID, publicKey: publicKey)
    }
    let bundle = try OTPCodeBundle(code: code, publicKey: publicKey, target: target)
    return try await proxy().verify(bundle, otpID: challenge.otpID)
  }

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
    let token = try await verify(code, challenge, publicKey: publicKey)
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
