public import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension OIDCProvider: SessionRefreshing {
  /// Renews a session with its refresh token (RFC 6749 §6), and with a proof of the session's key if there is a key. If
  /// the issuer rotates the refresh token, the returned session contains the new token. The client stores the session
  /// before a caller receives it.
  ///
  /// - Returns: `.refused` for `invalid_grant`, and for the response that `refusedRefresh` adds.
  /// - Throws: `reauthentication_required` for a session without a refresh token; otherwise errors of the issuer, the
  ///   network, the key store and the verification of the response. Every error keeps the session.
  public func refresh(_ session: Session, token: Secret?) async throws(AuthError) -> RefreshOutcome {
    guard let refreshToken = session.tokens.refresh else {
      throw AuthError(
        .reauthenticationRequired, "The session has no refresh token. Sign in again.", provider: id)
    }
    let known = try await api.issuer.known()
    // The keys that verify the response are fetched before the refresh token is used, so that a failure does not waste
    // the token.
    _ = try await known.keys.keys(holding: nil)
    let now = services.clock.now()
    let response = try await api.post(
      known.metadata.tokenEndpoint,
      [("grant_type", "refresh_token"), ("refresh_token", refreshToken.revealText())], key: session.key)
    guard response.isSuccess else {
      if let refusal = refusal(response) { return .refused(refusal) }
      throw OIDCErrors.error(response, now: services.clock.now())
    }
    return .refreshed(try await renewed(session, try response.json(), known, now: now))
  }

  /// Returns the error of a response that ends the session; nil for any other response, for example of a failing proxy.
  private func refusal(_ response: TransportResponse) -> AuthError? {
    let isEmptyRefusal =
      configuration.refusedRefresh == .emptyAnswer && response.status == 400 && response.body.isEmpty
    guard isEmptyRefusal || (response.status < 500 && OIDCErrors.code(of: response) == "invalid_grant") else {
      return nil
    }
    return AuthError(
      .sessionRevoked, "The issuer no longer renews this session. Sign in again.", provider: id,
      vendorCode: isEmptyRefusal ? nil : "invalid_grant")
  }

  private func renewed(
    _ session: Session, _ answer: JSONValue, _ known: OIDCIssuer.Known, now: Date
  ) async throws(AuthError) -> Session {
    let granted = session.claims["scope"]?.stringValue.map { $0.split(separator: " ").map(String.init) }
    let tokens = try OIDCTokens(
      answer, requested: granted ?? configuration.scopes, isBound: session.key != nil,
      allowsBearer: configuration.allowsBearerDowngrade, now: now)
    var renewed = session
    renewed.tokens.access = tokens.access
    // An issuer that does not rotate refresh tokens returns none; the one that was sent stays valid.
    renewed.tokens.refresh = tokens.refresh ?? session.tokens.refresh
    renewed.createdAt = now
    renewed.expiresAt = tokens.expiresAt
    guard let identity = tokens.identity else { return renewed }
    let verified = try await OIDCIdentity(
      identity, access: tokens.access, issuer: known,
      expecting: .init(
        clientID: configuration.clientID, leeway: configuration.leeway, nonce: nil, ignoresNonce: true,
        subject: session.subject))
    renewed.tokens.identity = verified.token
    for member in verified.claims.members { renewed.claims[member.name] = member.value }
    return renewed
  }
}
