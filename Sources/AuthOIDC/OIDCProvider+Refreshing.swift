public import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension OIDCProvider: SessionRefreshing {
  /// Renews a session with its refresh token (RFC 6749 §6), and with a proof of the session's key if there is one. If
  /// the issuer rotates the refresh token, the returned session contains the new token. The client stores the session
  /// before a caller receives it.
  ///
  /// A session of a service itself is renewed by its credentials, and one of an exchanged token by another exchange, if
  /// they have no refresh token.
  ///
  /// - Returns: `.refused` for `invalid_grant`, and for the response that `refusedRefresh` adds.
  /// - Throws: `reauthentication_required` for a user's session without a refresh token; otherwise errors of the
  ///   issuer, the network, the key store and the verification of the response. Every error keeps the session.
  public func refresh(_ session: Session, token: Secret?) async throws(AuthError) -> RefreshOutcome {
    let grant: [(name: String, value: String)]
    if let refreshToken = session.tokens.refresh {
      grant = [("grant_type", "refresh_token"), ("refresh_token", refreshToken.revealText())]
    } else {
      switch (session.claims[TokenGrants.grantClaim]?.stringValue, configuration.method) {
      case ("client_credentials", .clientCredentials?):
        grant = [("grant_type", "client_credentials")] + api.scopeFields
      case ("token_exchange", .tokenExchange?):
        guard let token, let exchange = configuration.exchange else {
          return .tokenRequired(
            TokenRequest(.appIdentity, providerID: id, identifier: session.identifier, session: session))
        }
        grant = exchange.fields(token) + api.scopeFields
      default:
        throw AuthError(.reauthenticationRequired, "The session has no refresh token. Sign in again.", provider: id)
      }
    }
    let known = try await api.issuer.known()
    try await known.prepareKeys()
    let now = services.clock.now()
    let response = try await api.post(
      known.metadata.tokenEndpoint,
      grant + api.resourceFields,
      key: session.key)
    if let refusal = refusal(response) { return .refused(refusal) }
    if response.status == 400, OIDCErrors.code(of: response) == "invalid_request" {
      throw AuthError(
        .providerError,
        "The issuer rejected the renewal as an invalid request. Try again later; if it fails again, sign in. If the "
          + "issuer refuses an ended refresh token in this way, set 'refusedRefresh' to 'invalidRequest'.",
        provider: id, vendorCode: "invalid_request")
    }
    try OIDCErrors.check(response, now: services.clock.now())
    return .refreshed(try await renewed(session, try response.json(), known, now: now))
  }

  /// Returns the error of a response that ends the session; nil for any other response, for example of a failing proxy.
  private func refusal(_ response: TransportResponse) -> AuthError? {
    let isEmptyRefusal =
      configuration.refusedRefresh == .emptyAnswer && response.status == 400 && response.body.isEmpty
    let code = OIDCErrors.code(of: response)
    let isRefusal =
      code.map(configuration.differences.refusals.contains) ?? false
      || (configuration.refusedRefresh == .invalidRequest && response.status == 400 && code == "invalid_request")
    guard isEmptyRefusal || (response.status < 500 && isRefusal) else { return nil }
    return AuthError(
      .sessionRevoked, "The issuer no longer renews this session. Sign in again.", provider: id,
      vendorCode: isEmptyRefusal ? nil : code)
  }

  private func renewed(
    _ session: Session, _ answer: JSONValue, _ known: OIDCIssuer.Known, now: Date
  ) async throws(AuthError) -> Session {
    let granted = session.claims["scope"]?.stringValue.map { $0.split(separator: " ").map(String.init) }
    let tokens = try OIDCTokens(
      answer, requested: granted ?? configuration.scopes, isBound: session.key != nil,
      allowsBearer: configuration.allowsBearerDowngrade, scopeRule: configuration.scopeRule, now: now)
    var renewed = session
    renewed.tokens.access = tokens.access
    // An issuer that does not rotate refresh tokens returns none; the one that was sent stays valid.
    renewed.tokens.refresh = tokens.refresh ?? session.tokens.refresh
    renewed.createdAt = now
    renewed.expiresAt = tokens.expiresAt
    guard let identity = tokens.identity, known.keys != nil else { return renewed }
    let verified = try await VerifiedIDToken(
      identity, access: tokens.access, issuer: known,
      expecting: .init(
        clientID: try await api.clients.current().id, issuer: configuration.issuer,
        aliases: configuration.differences.aliases, leeway: configuration.leeway, nonce: nil,
        ignoresNonce: true, subject: session.subject))
    renewed.tokens.identity = verified.token
    // These claims come from the token response, so an ID token does not change them.
    let kept = ["scope", EndSessionRequest.endpointClaim, TokenGrants.grantClaim]
    for member in verified.claims.members where !kept.contains(member.name) {
      renewed.claims[member.name] = member.value
    }
    return renewed
  }
}
