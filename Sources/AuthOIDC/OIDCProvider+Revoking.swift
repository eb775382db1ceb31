public import AuthCore

extension OIDCProvider: SessionRevoking {
  /// Returns the data that is needed to end a session: its tokens for the issuer's revocation endpoint, and the
  /// issuer's sign-out page (OpenID Connect RP-Initiated Logout §2) if the metadata or the session contain its URL.
  public func revocation(of session: Session) -> Revocation? {
    Revocation(session: session, redirect: signOutPage(session))
  }

  /// Revokes the refresh token, or the access token if there is no refresh token (RFC 7009). Does nothing if the issuer
  /// has no revocation endpoint.
  ///
  /// - Throws: errors of the issuer or the network; the session is deleted locally anyway.
  public func revoke(_ revocation: Revocation) async throws(AuthError) {
    let tokens = revocation.session.tokens
    guard let endpoint = try await api.issuer.known().metadata.revocationEndpoint else { return }
    let named: (token: Secret, hint: String)? =
      tokens.refresh.map { ($0, "refresh_token") } ?? tokens.access.map { ($0, "access_token") }
    guard let named else { return }
    let response = try await api.post(
      endpoint, [("token", named.token.revealText()), ("token_type_hint", named.hint)],
      bearer: configuration.revokesWithAccessToken ? tokens.access : nil)
    try OIDCErrors.check(response, now: services.clock.now())
    // A success has no body to check (RFC 7009 §2.2), and a captive portal returns the same status with a web page.
    if response.isWebPage {
      throw AuthError(
        .malformedResponse, "The response to the sign-out is a web page. Check the network for a captive portal.")
    }
  }

  private func signOutPage(_ session: Session) -> SignOutRedirect? {
    // Uses the metadata that were already fetched, because this function cannot fetch them.
    EndSessionRequest(session, configuration, api.issuer.remembered, random: services.random).map { request in
      SignOutRedirect(
        url: request.url, callbackScheme: request.redirectURL.flatMap(OIDCRedirect.callbackScheme), providerID: id)
    }
  }
}
