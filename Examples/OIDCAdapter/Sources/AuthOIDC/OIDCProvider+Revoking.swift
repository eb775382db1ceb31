public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension OIDCProvider: SessionRevoking {
  /// What it takes to end a session: its tokens for the issuer's revocation endpoint, and the issuer's sign-out page
  /// (OpenID Connect RP-Initiated Logout §2) where its metadata, as far as they are known, name one.
  public func revocation(of session: Session) -> Revocation? {
    Revocation(session: session, redirect: signOutPage(session))
  }

  /// Takes the tokens back (RFC 7009): the refresh token, else the access token.
  ///
  /// - Throws: what the issuer or the network says; the session is gone here all the same.
  public func revoke(_ revocation: Revocation) async throws(AuthError) {
    let tokens = revocation.session.tokens
    guard let endpoint = try await api.issuer.known().metadata.revocationEndpoint else { return }
    let named: (token: Secret, hint: String)? =
      tokens.refresh.map { ($0, "refresh_token") } ?? tokens.access.map { ($0, "access_token") }
    guard let named else { return }
    let response = try await api.post(
      endpoint, [("token", named.token.revealText()), ("token_type_hint", named.hint)],
      bearer: configuration.revokesWithAccessToken ? tokens.access : nil)
    guard response.isSuccess else { throw OIDCErrors.error(response, now: services.clock.now()) }
  }

  private func signOutPage(_ session: Session) -> SignOutRedirect? {
    // The endpoint stands in the session, too: at sign-out there is no time to ask, and the process may be a new one.
    let endpoint =
      api.issuer.remembered?.endSessionEndpoint
      ?? session.claims[Self.endSessionClaim]?.stringValue.flatMap(OIDCMetadata.page)
    guard let endpoint else { return nil }
    var query: [(name: String, value: String)] = [("client_id", configuration.clientID)]
    if let identity = session.tokens.identity { query.append(("id_token_hint", identity.revealText())) }
    if let back = configuration.postLogoutRedirectURL {
      query.append(("post_logout_redirect_uri", back.absoluteString))
      query.append(("state", services.random.token()))
    }
    let text = endpoint.absoluteString
    guard let url = URL(string: text + (text.contains("?") ? "&" : "?") + PercentEncoding.encodeForm(query)) else {
      return nil
    }
    return SignOutRedirect(
      url: url, callbackScheme: configuration.postLogoutRedirectURL.flatMap(OIDCRedirect.callbackScheme),
      providerID: id)
  }

  /// Where a session keeps the issuer's sign-out page.
  static let endSessionClaim = "end_session_endpoint"
}
