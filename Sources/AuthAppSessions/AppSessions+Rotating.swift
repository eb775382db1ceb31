public import AuthCore

extension AppSessions {
  /// Renews a session: spends the refresh token and returns new tokens. If several hosts present one token at the same
  /// time, exactly one of them spends it.
  ///
  /// A token that was spent before ends its session, because an attacker may have one of the two copies (RFC 9700
  /// §4.14.2). The exception is the policy's `retryWindow`: during it, and until the new refresh token is used, a spent
  /// token returns the same new tokens again.
  ///
  /// - Parameters:
  ///   - refreshToken: the token.
  ///   - dpopKeyThumbprint: the thumbprint of the key of the request's DPoP proof, which the caller has checked; nil if
  ///     the request has none. It must match the session's, if the session is bound to a key.
  /// - Throws: `invalid_token` for a token that is malformed, unknown, expired or spent, or whose session was ended;
  ///   a storage code. After `store_unavailable` it is unknown whether the token is spent.
  public func rotate(
    _ refreshToken: Secret, dpopKeyThumbprint: String? = nil
  ) async throws(AuthError) -> IssuedAppSession {
    guard let token = PresentedToken(refreshToken, as: .refresh) else { throw refusal(.malformed, nil) }
    let salt = random.bytes(AppSessionTokenKind.secretByteCount)
    return try await records.repeating { () async throws(AuthError) -> AppSessionRecords.Attempt<IssuedAppSession> in
      let now = clock.now().inMilliseconds
      guard let (stored, version) = try await records.session(token.id) else { throw refusal(.unknown, nil) }
      guard case .live(let session) = stored else { throw refusal(.ended, token.id) }
      switch session.rotation(token, thumbprint: dpopKeyThumbprint, salt: salt, policy: policy, at: now) {
      case .refused(let reason): throw refusal(reason, token.id)
      case .repeated(let tokens):
        observe(.repeated(token.id))
        return .done(IssuedAppSession(tokens, session, at: now))
      case .renewed(let next, let tokens):
        guard try await records.write(.live(next), token.id, expecting: version) else { return .conflict }
        observe(.renewed(token.id))
        return .done(IssuedAppSession(tokens, next, at: now))
      case .reused:
        try await end(token.id, .reuse)
        throw refusal(.reused, token.id)
      }
    }
  }
}
