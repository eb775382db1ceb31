import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Requests tokens, and makes sessions from them.
struct TokenGrants: Sendable {
  let providerID: ProviderID
  let api: OIDCAPI

  private var configuration: OIDCConfiguration { api.configuration }
  private var services: ProviderServices { api.services }
  private var pendingKeys: PendingKeys { PendingKeys(providerID: providerID, services: services) }

  /// Who a session is for.
  enum Owner: Sendable {
    /// A user whose ID token has this nonce (nil: none), and meets the requirement since the time.
    case user(nonce: String?, OIDCRequirement, since: Date)
    /// The user of a token that was exchanged.
    case exchange
    /// The service itself.
    case service
  }

  /// The claim with the grant that opened a session without a page.
  static let grantClaim = "grant_type"

  /// Requests tokens.
  ///
  /// - Parameters:
  ///   - fields: the grant.
  ///   - key: the key to which the tokens will be bound; nil for none. It is deleted if no token is bound to it, unless
  ///     it is the key of `session`.
  ///   - owner: who the session is for.
  ///   - session: the session of a step-up; nil for a new session.
  ///   - identifier: the user's identifier, if known.
  /// - Returns: the session; or an error that occurred after the issuer had accepted the grant, which is then used up.
  /// - Throws: the errors of the request. The grant may then be unused, and the key is kept.
  func session(
    _ fields: [(name: String, value: String)], key: KeyReference?, owner: Owner, amending session: Session? = nil,
    identifier: String? = nil
  ) async throws(AuthError) -> Result<Session, AuthError> {
    let known = try await api.issuer.known()
    try await known.prepareKeys()
    let response = try await api.post(known.metadata.tokenEndpoint, fields + api.resourceFields, key: key)
    try OIDCErrors.check(response, now: services.clock.now())
    let own = session?.key
    do throws(AuthError) {
      let opened = try await opened(try response.json(), known, key: key, owner: owner, session, identifier)
      if let key, key != own {
        if opened.key == key { try await pendingKeys.settle(key) } else { await pendingKeys.discard(key) }
      }
      return .success(opened)
    } catch {
      if let key, key != own { await pendingKeys.discard(key) }
      return .failure(error)
    }
  }

  /// Returns the key for new tokens: that of the session, or a new one if the tokens will be bound to a key.
  ///
  /// - Throws: `invalid_configuration` if `dpop` is `required` and the issuer does not offer it; the errors of the
  ///   stores.
  func key(of session: Session? = nil) async throws(AuthError) -> KeyReference? {
    if let key = session?.key { return key }
    guard try usesDPoP(try await api.issuer.known().metadata) else { return nil }
    return try await pendingKeys.make()
  }

  /// Deletes a key to which no token was bound.
  func discard(_ key: KeyReference?, of session: Session? = nil) async {
    if let key, key != session?.key { await pendingKeys.discard(key) }
  }

  private func opened(
    _ answer: JSONValue, _ known: OIDCIssuer.Known, key: KeyReference?, owner: Owner, _ session: Session?,
    _ identifier: String?
  ) async throws(AuthError) -> Session {
    let now = services.clock.now()
    let tokens = try OIDCTokens(
      answer, requested: configuration.scopes, isBound: key != nil, allowsBearer: configuration.allowsBearerDowngrade,
      scopeRule: configuration.scopeRule, now: now)
    let bound = OIDCProvider.isBound(answer) ? key : nil
    let user: OIDCUser
    switch owner {
    case .user(let nonce, let requirement, let start):
      user = try await OIDCUser(tokens, known, nonce: nonce, key: bound, api: api)
      if user.token != nil { try requirement.check(user.claims, since: start, leeway: configuration.leeway) }
    case .exchange:
      try OIDCExchange.check(answer)
      // The response need not have an ID token.
      user =
        tokens.identity == nil && configuration.endpoints == nil
        ? try await OIDCUser(exchanged: tokens, known, key: bound, api: api)
        : try await OIDCUser(tokens, known, nonce: nil, key: bound, api: api)
    case .service: user = OIDCUser(client: try await api.clients.current().id)
    }
    var claims = user.claims
    claims["scope"] = .string(tokens.scopes.joined(separator: " "))
    claims[EndSessionRequest.endpointClaim] = known.metadata.endSessionEndpoint.map { .string($0.absoluteString) }
    claims[Self.grantClaim] = owner.grant.map { .string($0.rawValue) }
    if var amended = session {
      // A step-up: the same session of the same user, with the new credential.
      guard user.subject == session?.subject else {
        throw AuthError(
          .invalidToken,
          "Another user signed in at the issuer. The session is kept. Sign in there as the "
            + "session's user.")
      }
      amended.tokens = SessionTokens(access: tokens.access, refresh: tokens.refresh, identity: user.token)
      (amended.key, amended.createdAt, amended.expiresAt, amended.claims) = (bound, now, tokens.expiresAt, claims)
      return amended
    }
    return Session(
      id: SessionID(services.random.token()), providerID: providerID, tenant: configuration.issuer,
      subject: user.subject, identifier: identifier ?? user.identifier, displayName: user.displayName,
      tokens: SessionTokens(access: tokens.access, refresh: tokens.refresh, identity: user.token), key: bound,
      createdAt: now, expiresAt: tokens.expiresAt, claims: claims)
  }

  private func usesDPoP(_ metadata: OIDCMetadata) throws(AuthError) -> Bool {
    switch configuration.dpop {
    case .off: return false
    case .automatic: return metadata.offersDPoP
    case .required:
      guard metadata.offersDPoP else {
        throw AuthError(
          .invalidConfiguration,
          "The issuer's 'dpop_signing_alg_values_supported' does not contain ES256, but 'dpop' is 'required'. Remove "
            + "'dpop'.")
      }
      return true
    }
  }
}

extension TokenGrants.Owner {
  /// The method of a session without a page; nil for a user's sign-in.
  fileprivate var grant: MethodID? {
    switch self {
    case .user: nil
    case .exchange: .tokenExchange
    case .service: .clientCredentials
    }
  }
}
