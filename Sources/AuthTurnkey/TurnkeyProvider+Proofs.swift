public import AuthCore

/// What an app gives its own backend, where that talks to the vendor (T77).
extension TurnkeyProvider {
  /// Encrypts a code for the vendor's enclave, bound to a key: what the backend passes on as `encryptedOtpBundle`.
  ///
  /// - Parameters:
  ///   - code: what the user typed.
  ///   - bundle: `otpEncryptionTargetBundle`, as the backend got it.
  ///   - publicKey: a key of `createKeyPair()`.
  /// - Throws: `invalid_code` for what cannot be a code, `signature_invalid` unless the pinned key signed the bundle,
  ///   `invalid_request` for what is no key, `malformed_response`.
  public func encryptOtpCode(_ code: Secret, to bundle: String, publicKey: String) throws(AuthError) -> String {
    guard let key = Hex.decode(publicKey), key.count == 33 else {
      throw AuthError(.invalidRequest, "publicKey must be what createKeyPair() gave.", provider: id)
    }
    guard OTPChallenge.accepts(code) else {
      throw AuthError(.invalidCode, "A code has six to nine letters or digits.", provider: id)
    }
    let sent: JSONValue = ["otpId": "", "otpEncryptionTargetBundle": .string(bundle)]
    let challenge = try OTPChallenge(sent, keys: configuration.keys, now: services.clock.now())
    guard let target = challenge.targetKey else {
      throw AuthError(.malformedResponse, "The enclave's bundle has no key.", provider: id)
    }
    return try OTPCodeBundle(code: code, publicKey: key, target: target).text
  }

  /// What lets the backend log in by a verification: `clientSignature`, signed by the key that the verification is
  /// bound to (T77).
  ///
  /// - Throws: `invalid_token` for what is no verification of the vendor's, `signature_invalid`, `token_expired`, and
  ///   `key_unavailable` when the key is not one of `createKeyPair()`.
  public func loginSignature(for verificationToken: Secret) async throws(AuthError) -> JSONValue {
    let verified = try await verification(verificationToken)
    return try await sign(
      ClientSignature.loginMessage(tokenID: verified.token.tokenID, publicKey: verified.key.publicKey), verified)
  }

  /// What lets the backend sign up by a verification, with these credentials and no others.
  public func signUpSignature(
    for verificationToken: Secret, credentials: SignUpCredentials = SignUpCredentials()
  ) async throws(AuthError) -> JSONValue {
    let verified = try await verification(verificationToken)
    let message = ClientSignature.signUpMessage(
      tokenID: verified.token.tokenID, contact: verified.contact, credentials: credentials)
    return try await sign(message, verified)
  }

  private func verification(_ token: Secret) async throws(AuthError) -> VerifiedContact {
    guard case .contact(let verified) = try await take(token, nil, sessionKey: nil) else {
      throw AuthError(.invalidToken, "The token is no verification of a contact.", provider: id)
    }
    return verified
  }

  private func sign(_ message: String, _ verified: VerifiedContact) async throws(AuthError) -> JSONValue {
    let signature = try await services.keys.sign(Array(message.utf8), with: verified.key)
    return ClientSignature(message: message, publicKey: verified.key.publicKey, signature: signature).json
  }
}
