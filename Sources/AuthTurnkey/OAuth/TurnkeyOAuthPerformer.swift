import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Performs the effects of `TurnkeyOAuthFlow`.
struct TurnkeyOAuthPerformer: FlowPerformer {
  let provider: TurnkeyProvider
  /// The name that the app gave the session.
  let sessionKey: String?
  let invalidatesExisting: Bool

  func perform(_ effect: TurnkeyOAuthFlow.Effect) async throws(AuthError) -> TurnkeyOAuthFlow.Outcome {
    switch effect {
    case .prepare(let from, let request): try await prepare(from, request)
    case .identify(let attempt, let content): .identified(try await identify(attempt, content))
    case .lookUp(let identity):
      .account(organizationID: try await provider.proxy().organization(of: .identityToken(identity.token)))
    case .signUp(let user, _):
      .signedUp(organizationID: try await provider.proxy().signUp(user, captcha: try await provider.captcha()))
    case .logIn(let identity, let organizationID): .loggedIn(try await logIn(identity, organizationID))
    case .release(let sessionID): try await release(sessionID)
    }
  }

  private var services: ProviderServices { provider.services }
  private var configuration: TurnkeyConfiguration { provider.configuration }

  private func prepare(
    _ from: TurnkeyOAuthProvider, _ request: FlowRequest
  ) async throws(AuthError) -> TurnkeyOAuthFlow.Outcome {
    let (client, redirectURL) = try await settings(of: from, request)
    let scheme = Self.callbackScheme(redirectURL, configuration.oauth)
    let sessionID = SessionID(services.random.token())
    return try await provider.undoing(sessionID) { () throws(AuthError) in
      let attempt = OAuthAttempt(
        provider: from, client: client, redirectURL: redirectURL, callbackScheme: scheme,
        state: services.random.token(byteCount: 32),
        proof: from.grant == .identityToken ? nil : PKCE(random: services.random), sessionID: sessionID,
        key: try await provider.sessionKeys.begin(sessionID, now: services.clock.now()))
      return .prepared(attempt, try attempt.prompt(configuration.oauth))
    }
  }

  /// The app's name at the provider, and where the provider is to send users back to: what the flow says, then the
  /// configuration, then the vendor's dashboard, then the vendor's own page.
  private func settings(
    of from: TurnkeyOAuthProvider, _ request: FlowRequest
  ) async throws(AuthError) -> (TurnkeyOAuthConfiguration.Client, redirectURL: String) {
    let oauth = configuration.oauth
    var client = oauth.clients[from.rawValue]
    var redirectURL = request.redirectURL?.absoluteString ?? client?.redirectURL ?? oauth.redirectURL
    if client == nil {
      let dashboard = try await provider.proxy().walletKitConfiguration()
      client = dashboard.oauthClientIDs[from.rawValue].map { TurnkeyOAuthConfiguration.Client(clientID: $0) }
      redirectURL = redirectURL ?? dashboard.oauthRedirectURL
    }
    guard let client else {
      throw AuthError(
        .methodNotAvailable,
        "'\(provider.id)' has no client at \(from.label); set oauth.\(from.rawValue).clientId.")
    }
    if redirectURL == nil, let scheme = oauth.appScheme {
      redirectURL =
        from.grant == .identityToken
        ? oauth.redirectPageURL.absoluteString + "?scheme=" + PercentEncoding.encode(scheme) : scheme + "://"
    }
    guard let redirectURL else {
      throw AuthError(
        .invalidConfiguration, "A sign-in by \(from.label) has to come back; set oauth.redirectUri or oauth.appScheme.")
    }
    return (client, from == .apple ? Self.withPath(redirectURL) : redirectURL)
  }

  /// The vendor registers Apple's redirect addresses with a slash after the host (Turnkey protocol notes §7).
  private static func withPath(_ address: String) -> String {
    guard Origin(address) != nil, let scheme = address.range(ofASCII: "://") else { return address }
    let rest = address[scheme.upperBound...]
    let host = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    return host.endIndex < rest.endIndex && rest[host.endIndex] == "/"
      ? address : address[..<host.endIndex] + "/" + address[host.endIndex...]
  }

  /// The scheme that the callback will have, where it is one of the app's own.
  private static func callbackScheme(_ redirectURL: String, _ oauth: TurnkeyOAuthConfiguration) -> String? {
    guard let origin = Origin(redirectURL) else { return String(redirectURL.prefix { $0 != ":" }) }
    return origin == Origin(oauth.redirectPageURL) ? oauth.appScheme : nil
  }

  private func identify(
    _ attempt: OAuthAttempt, _ content: OAuthCallback.Content
  ) async throws(AuthError) -> VerifiedIdentity {
    let token: Secret
    switch (content, attempt.provider.grant) {
    case (.identityToken(let given), _): token = given
    case (.code(let code), .vendorExchange(let name)):
      guard let proof = attempt.proof else { throw Self.noProof }
      token = try await provider.proxy().authenticate(
        OAuthCodeExchange(
          provider: name, code: code, redirectURL: attempt.redirectURL, verifier: proof.verifier,
          nonce: attempt.nonce, clientID: attempt.client.clientID))
    case (.code(let code), _):
      token = try await exchange(code, attempt)
      try IdentityClaims(token).check(nonce: attempt.nonce)
    }
    return try VerifiedIdentity(
      accountName: attempt.provider.accountName, token: token,
      secondaryClientIDs: attempt.client.secondaryClientIDs, sessionID: attempt.sessionID, key: attempt.key)
  }

  /// Exchanges a code at the provider itself (RFC 6749 §4.1.3, RFC 7636 §4.5).
  private func exchange(_ code: Secret, _ attempt: OAuthAttempt) async throws(AuthError) -> Secret {
    guard let proof = attempt.proof, let address = attempt.client.tokenURL ?? attempt.provider.tokenURL,
      let url = URL(string: address)
    else { throw Self.noProof }
    let response = try await services.transport.send(
      .form(
        url,
        [
          ("grant_type", "authorization_code"), ("client_id", attempt.client.clientID),
          ("redirect_uri", attempt.redirectURL), ("code_verifier", proof.verifier.revealText()),
          ("code", code.revealText()),
        ]))
    guard response.isSuccess else {
      throw response.generalFailure(now: services.clock.now())
        ?? AuthError(
          .invalidToken, "\(attempt.provider.label) did not take its code (HTTP \(response.status)); start again.",
          recovery: .restart)
    }
    return try response.json().requiredSecret("id_token")
  }

  private func logIn(_ identity: VerifiedIdentity, _ organizationID: String) async throws(AuthError) -> Session {
    let token = try await provider.proxy().logIn(
      publicKey: identity.key.publicKey, organizationID: organizationID, identityToken: identity.token,
      invalidatesExisting: invalidatesExisting)
    return try await provider.opened(
      token,
      SessionOpening(
        sessionID: identity.sessionID, key: identity.key, identifier: identity.email, displayName: identity.name,
        organizationID: organizationID, sessionKey: sessionKey))
  }

  private func release(_ sessionID: SessionID) async throws(AuthError) -> TurnkeyOAuthFlow.Outcome {
    try await provider.sessionKeys.discard(sessionID)
    return .released
  }

  private static var noProof: AuthError {
    AuthError(.internalError, "The attempt has no proof key for its code.")
  }
}
