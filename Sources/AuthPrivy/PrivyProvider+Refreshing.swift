public import AuthCore

extension PrivyProvider: SessionRefreshing {
  /// Renews a session by its refresh token or, if that is refused or `reauth` is `providerOnly`, by the app's own JWT
  /// (P10). With `token`, only that JWT is used.
  ///
  /// The session ends if the vendor refuses it and no token provider is set, if it has no way to be renewed, or if the
  /// vendor's response is for another user. If the network or the token provider fails, the session is kept.
  ///
  /// - Throws: `invalid_token` if `token` is not a JWT, and the errors of the requests that do not refuse the session.
  public func refresh(_ session: Session, token: Secret?) async throws(AuthError) -> RefreshOutcome {
    if let token { return try await reauthenticate(session, with: token) }
    let rejection: AuthError
    if configuration.reauthentication == .refreshThenProvider, let credential = RefreshCredential(session) {
      switch try await renew(session, by: credential) {
      case .refreshed(let renewed): return .refreshed(renewed)
      case .tokenRequired(let request): return .tokenRequired(request)
      case .refused(let error):
        guard PrivyErrors.endsSession(error) else { return .refused(error) }
        rejection = error
      }
    } else {
      rejection = AuthError(
        .sessionExpired,
        "The session cannot be renewed without the app's token. Set a token provider, and sign in again.")
    }
    guard services.tokenProvider.hasSource else { return .refused(rejection) }
    return .tokenRequired(tokenRequest(session))
  }

  /// A used refresh token is refused with `token_already_used` (P10). No public source shows a grace period, so one is
  /// assumed only if the configuration sets one. With a token provider, the app's own JWT renews the session after a
  /// refusal, and opens another session at the vendor.
  public func replay(of session: Session) -> CredentialReplay {
    if configuration.refreshReplay > .zero { return .samePair(within: configuration.refreshReplay) }
    return services.tokenProvider.hasSource ? .newPair(within: .seconds(30 * 86_400)) : .none
  }

  private var sessions: PrivySessions { PrivySessions(providerID: id, tenant: tenant) }

  private func tokenRequest(_ session: Session, rejected: Secret? = nil) -> TokenRequest {
    TokenRequest(
      .appIdentity, providerID: id, identifier: session.identifier, session: session, rejected: rejected)
  }

  /// Renews by the refresh token. After a lost response, the old token is kept: the server either recognises the
  /// repeated request, or returns `token_already_used`. After this rejection, as after any other, the app's token is
  /// used.
  private func renew(_ session: Session, by credential: RefreshCredential) async throws(AuthError) -> RefreshOutcome {
    let bearer = session.tokens.other[PrivySessions.privyAccessToken] ?? session.tokens.access
    let answer: AuthenticatedUser
    do throws(AuthError) {
      answer = try await api.refresh(credential, bearer: bearer)
    } catch where PrivyErrors.endsSession(error) {
      return .refused(error)
    }
    return try await outcome(of: answer, for: session)
  }

  /// Renews by the app's JWT, for the session's own user. This does not sign up an unknown user, and another user's
  /// session does not replace this one.
  private func reauthenticate(_ session: Session, with token: Secret) async throws(AuthError) -> RefreshOutcome {
    guard let known = UnverifiedJWT(token) else { throw Self.malformedToken }
    guard !known.isExpired(at: services.serverNow) else {
      return .tokenRequired(tokenRequest(session, rejected: token))
    }
    let answer: AuthenticatedUser
    do throws(AuthError) {
      answer = try await api.authenticate(.appToken(known.token), mode: .noSignUp)
    } catch where PrivyErrors.barsUser(error) {
      return .refused(error)
    }
    return try await outcome(of: answer, for: session)
  }

  private func outcome(
    of answer: AuthenticatedUser, for session: Session
  ) async throws(AuthError) -> RefreshOutcome {
    switch try sessions.renew(session, by: answer, now: services.serverNow) {
    case .renewed(let renewed): .refreshed(renewed)
    case .rejected(let error): .refused(error)
    case .anotherUser: .refused(await discarding(answer))
    }
  }

  static let malformedToken = AuthError(
    .invalidToken,
    "The app's token is not a JWT, so it was not sent to the vendor. Check FlowRequest.token or the token provider.",
    recovery: .signIn)

  /// Ends the session that was opened for another user, where possible, and returns the error to report.
  private func discarding(_ answer: AuthenticatedUser) async -> AuthError {
    if let user = answer.user, answer.refreshCredential != nil || answer.token != nil {
      var foreign = Session(
        id: SessionID(services.random.uuid()), providerID: id, tenant: tenant, subject: user.id,
        createdAt: services.clock.now())
      foreign.tokens = SessionTokens(access: answer.token)
      switch answer.refreshCredential {
      case .token(let token): foreign.tokens.refresh = token
      case .cookie(let value): foreign.tokens.other[RefreshCredential.cookieToken] = value
      case nil: break
      }
      // The outcome does not matter: the session is not stored, and it expires anyway.
      _ = try? await api.logOut(foreign)
    }
    return AuthError(
      .invalidToken,
      "The vendor renewed the session with the tokens of another user, so the session has ended. Sign in again.",
      recovery: .signIn, vendorCode: "user_mismatch")
  }
}
