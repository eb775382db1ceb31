public import AuthCore

extension TurnkeyClient {
  /// Logs the stamper's user in with another key (`stamp_login`), and returns the session's token.
  ///
  /// - Parameters:
  ///   - publicKey: the new session's key, as a compressed point in hex.
  ///   - parameters: the session's lifetime and profile, and whether the user's other sessions end.
  public func stampLogIn(
    publicKey: String, _ parameters: SessionParameters = SessionParameters()
  ) async throws(AuthError) -> Secret {
    try await session("stamp_login", parameters.json(publicKey: publicKey))
  }

  /// Logs a user in by a verified contact (`otp_login`), and returns the session's token. A key of the parent
  /// organisation must stamp the request. The client's `organizationID` must be that of the user's organisation.
  ///
  /// - Parameters:
  ///   - publicKey: the new session's key, as a compressed point in hex.
  ///   - verificationToken: the token that the code was exchanged for.
  ///   - clientSignature: the app's signature with the key that the verification token is bound to (v1ClientSignature).
  ///   - parameters: the session's lifetime and profile, and whether the user's other sessions end.
  public func otpLogIn(
    publicKey: String, verificationToken: Secret, clientSignature: JSONValue,
    _ parameters: SessionParameters = SessionParameters()
  ) async throws(AuthError) -> Secret {
    var fields = parameters.json(publicKey: publicKey)
    fields["verificationToken"] = .string(verificationToken.revealText())
    fields["clientSignature"] = clientSignature
    return try await session(
      "otp_login", fields)
  }

  /// Logs a user in by an account at an identity provider (`oauth_login`), and returns the session's token.
  ///
  /// - Parameters:
  ///   - publicKey: the new session's key, as a compressed point in hex.
  ///   - identityToken: the account's identity token, whose nonce is `OAuthNonce.of(publicKeyHex:)` for `publicKey`.
  ///   - parameters: the session's lifetime and profile, and whether the user's other sessions end.
  public func oauthLogIn(
    publicKey: String, identityToken: Secret, _ parameters: SessionParameters = SessionParameters()
  ) async throws(AuthError) -> Secret {
    var fields = parameters.json(publicKey: publicKey)
    fields["oidcToken"] = .string(identityToken.revealText())
    return try await session("oauth_login", fields)
  }

  /// Opens a read-only session (`create_read_only_session`), and returns the session's token, which works for one hour.
  /// Send it in the header field `X-Session` of a query, in place of a stamp (T74).
  public func createReadOnlySession() async throws(AuthError) -> Secret {
    try await session("create_read_only_session", [:])
  }

  private func session(
    _ name: String, _ parameters: JSONObject
  ) async throws(AuthError) -> Secret {
    let opened: JSONValue = try await submit(name, parameters)
    return try opened.requiredSecret("session")
  }
}
