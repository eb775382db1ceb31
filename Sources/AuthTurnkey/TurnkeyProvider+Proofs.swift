public import AuthCore

/// Proofs for apps whose own backend calls the vendor (T77).
extension TurnkeyProvider {
  /// Encrypts a code for the vendor's enclave, together with the public key that the verification is to be bound to.
  /// The backend sends the result to the vendor as `encryptedOtpBundle`.
  ///
  /// - Parameters:
  ///   - code: the code that the user typed.
  ///   - bundle: the `otpEncryptionTargetBundle`, as the backend received it.
  ///   - publicKey: a key from `createKeyPair()`.
  /// - Throws: `invalid_code` for a string that cannot be a code, `signature_invalid` unless the pinned key signed the
  ///   bundle, `invalid_request` unless `publicKey` is 33 bytes in hex, `malformed_response` for a malformed bundle,
  ///   `internal` if the encryption fails.
  public func encryptOtpCode(_ code: Secret, to bundle: String, publicKey: String) throws(AuthError) -> String {
    guard let key = Hex.decode(publicKey), key.count == 33 else {
      throw AuthError(
        .invalidRequest, "publicKey must be a key from createKeyPair(): a compressed point in 66 hexadecimal digits.",
        provider: id)
    }
    guard OTPChallenge.accepts(code) else {
      throw AuthError(.invalidCode, "A code has six to nine letters or digits. Enter it again.", provider: id)
    }
    let sent: JSONValue = ["otpId": "", "otpEncryptionTargetBundle": .string(bundle)]
    let challenge = try OTPChallenge(sent, keys: configuration.keys, now: services.clock.now())
    guard let target = challenge.targetKey else {
      throw AuthError(
        .malformedResponse,
        "The enclave's bundle has no key for encrypting the code. Request a new code, and pass its "
          + "otpEncryptionTargetBundle unchanged.", provider: id)
    }
    return try OTPCodeBundle(code: code, publicKey: key, target: target).text
  }

  /// Returns the `clientSignature` with which the backend uses a verification token to log in. The key that the token
  /// is bound to makes the signature (T77).
  ///
  /// - Throws: `invalid_token` unless the token is a verification token of the vendor, `signature_invalid` unless the
  ///   pinned key signed it, `token_expired`, `key_unavailable` if the key is not one that `createKeyPair()` made
  ///   within the last hour, and the errors of the stores.
  public func loginSignature(for verificationToken: Secret) async throws(AuthError) -> JSONValue {
    let verified = try await verification(verificationToken)
    return try await sign(
      ClientSignature.loginMessage(tokenID: verified.token.tokenID, publicKey: verified.key.publicKey), verified)
  }

  /// Returns the `clientSignature` with which the backend uses a verification token to sign a user up with exactly
  /// these credentials. The key that the token is bound to makes the signature (T77).
  ///
  /// - Throws: the errors of `loginSignature(for:)`.
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
      throw AuthError(
        .invalidToken, "The token is not a verification token. Pass the verificationToken of the vendor.", provider: id)
    }
    return verified
  }

  private func sign(_ message: String, _ verified: VerifiedContact) async throws(AuthError) -> JSONValue {
    let signature = try await services.keys.sign(Array(message.utf8), with: verified.key)
    return ClientSignature(message: message, publicKey: verified.key.publicKey, signature: signature).json
  }
}
