public import AuthCore

extension TurnkeyClient {
  /// Opens a session of the stamper's user for another key (`stamp_login`), and returns its token.
  ///
  /// - Parameters:
  ///   - publicKey: the new session's key: the compressed point in hex.
  ///   - parameters: the session's lifetime, and what happens to the user's other sessions.
  public func stampLogIn(
    publicKey: String, _ parameters: SessionParameters = SessionParameters()
  ) async throws(AuthError) -> Secret {
    try await session("stamp_login", parameters.json(publicKey: publicKey))
  }

  /// Opens a session of the user with a verified contact (`otp_login`), and returns its token. The parent
  /// organisation's key stamps the request. The client names the user's organisation.
  ///
  /// - Parameters:
  ///   - publicKey: the new session's key: the compressed point in hex.
  ///   - verificationToken: the token that the code was exchanged for.
  ///   - clientSignature: the app's signature by the verification's key (v1ClientSignature).
  ///   - parameters: the session's lifetime, and what happens to the user's other sessions.
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

  /// Opens a session of the user with an account at an identity provider (`oauth_login`), and returns its token.
  public func oauthLogIn(
    publicKey: String, identityToken: Secret, _ parameters: SessionParameters = SessionParameters()
  ) async throws(AuthError) -> Secret {
    var fields = parameters.json(publicKey: publicKey)
    fields["oidcToken"] = .string(identityToken.revealText())
    return try await session("oauth_login", fields)
  }

  /// Opens a read-only session (`create_read_only_session`). Queries send its text in the header `X-Session`. It works
  /// for one hour.
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
