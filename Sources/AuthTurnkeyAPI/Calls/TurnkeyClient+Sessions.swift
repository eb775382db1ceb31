public import AuthCore

extension TurnkeyClient {
  /// Opens a session of the stamper's user for another key (`stamp_login`), and gives its token.
  ///
  /// - Parameters:
  ///   - publicKey: the session key to come: the compressed point in hex.
  ///   - parameters: how long it lasts, and what becomes of others.
  public func stampLogIn(
    publicKey: String, _ parameters: SessionParameters = SessionParameters()
  ) async throws(AuthError) -> Secret {
    try await session("stamp_login", parameters.json(publicKey: publicKey))
  }

  /// Opens a session of the user with a verified contact (`otp_login`), and gives its token. The parent organisation's
  /// key stamps; the client names the user's organisation.
  ///
  /// - Parameters:
  ///   - publicKey: the session key to come: the compressed point in hex.
  ///   - verificationToken: what the code was verified for.
  ///   - clientSignature: what the app signed by the key of the verification (v1ClientSignature).
  ///   - parameters: how long it lasts, and what becomes of others.
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

  /// Opens a session of the user with an account elsewhere (`oauth_login`), and gives its token.
  public func oauthLogIn(
    publicKey: String, identityToken: Secret, _ parameters: SessionParameters = SessionParameters()
  ) async throws(AuthError) -> Secret {
    var fields = parameters.json(publicKey: publicKey)
    fields["oidcToken"] = .string(identityToken.revealText())
    return try await session("oauth_login", fields)
  }

  /// Opens a read-only session (`create_read_only_session`): its text goes into the header `X-Session` of queries, and
  /// works for an hour.
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
