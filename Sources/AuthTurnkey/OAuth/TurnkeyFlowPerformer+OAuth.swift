import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Accounts at identity providers.
extension TurnkeyFlowPerformer {
  func prepare(
    _ from: TurnkeyOAuthProvider, _ request: FlowRequest
  ) async throws(AuthError) -> TurnkeyOutcome {
    let (clientID, destination) = try await settings(of: from, request)
    let sessionID = SessionID(services.random.token())
    return try await provider.undoing(sessionID) { () throws(AuthError) in
      let attempt = OAuthAttempt(
        provider: from, clientID: clientID, client: configuration.oauth.clients[from.rawValue],
        redirectURL: destination.redirectURL, callbackScheme: destination.callbackScheme,
        state: services.random.token(byteCount: 32),
        proof: from.grant == .identityToken ? nil : PKCE(random: services.random), sessionID: sessionID,
        key: try await provider.sessionKeys.begin(sessionID, now: services.clock.now()))
      return .redirectPrepared(attempt, try attempt.prompt(configuration.oauth))
    }
  }

  /// The app's client ID at the identity provider, and the address that the identity provider sends users back to. Each
  /// is resolved separately: the configuration can give one and the dashboard the other (T29).
  private func settings(
    of from: TurnkeyOAuthProvider, _ request: FlowRequest
  ) async throws(AuthError) -> (clientID: String, OAuthDestination) {
    let oauth = configuration.oauth
    let configured = oauth.clients[from.rawValue]?.clientID
    let flow = request.redirectURL?.absoluteString
    var dashboard: WalletKitConfiguration?
    if configured == nil || OAuthDestination.asksDashboard(of: from, flow: flow, oauth) {
      dashboard = try await provider.dashboard(isNeeded: configured == nil)
    }
    guard let clientID = configured ?? dashboard?.oauthClientIDs[from.rawValue] else {
      throw AuthError(
        .methodNotAvailable,
        "'\(provider.id)' has no client id at \(from.label). Set oauth.\(from.rawValue).clientId, or the client id in "
          + "the vendor's dashboard.")
    }
    return (
      clientID, try OAuthDestination(of: from, flow: flow, oauth, dashboard: dashboard?.oauthRedirectURL)
    )
  }

  func identify(
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
          nonce: attempt.nonce, clientID: attempt.clientID))
    case (.code(let code), _):
      token = try await exchange(code, attempt)
      try IdentityClaims(token).check(nonce: attempt.nonce)
    }
    return try VerifiedIdentity(
      accountName: attempt.provider.accountName, token: token,
      names: OAuthClientNames(of: attempt.provider, configuration.oauth, clientID: attempt.clientID),
      sessionID: attempt.sessionID, key: attempt.key)
  }

  /// Exchanges a code at the identity provider itself (RFC 6749 §4.1.3, RFC 7636 §4.5).
  private func exchange(_ code: Secret, _ attempt: OAuthAttempt) async throws(AuthError) -> Secret {
    guard let proof = attempt.proof, let address = attempt.client?.tokenURL ?? attempt.provider.tokenURL,
      let url = URL(string: address)
    else { throw Self.noProof }
    let response = try await services.transport.send(
      .form(
        url,
        [
          ("grant_type", "authorization_code"), ("client_id", attempt.clientID),
          ("redirect_uri", attempt.redirectURL), ("code_verifier", proof.verifier.revealText()),
          ("code", code.revealText()),
        ]))
    guard response.isSuccess else {
      throw response.generalFailure(now: services.clock.now())
        ?? AuthError(
          .invalidToken, "\(attempt.provider.label) rejected the code (HTTP \(response.status)). Start again.",
          recovery: .restart)
    }
    return try response.json().requiredSecret("id_token")
  }

  func logIn(_ identity: VerifiedIdentity, _ organizationID: String) async throws(AuthError) -> Session {
    let token = try await provider.proxy().logIn(
      publicKey: identity.key.publicKey, organizationID: organizationID, identityToken: identity.token,
      invalidatesExisting: invalidatesExisting)
    return try await provider.opened(
      token,
      TurnkeySessionDetails(
        sessionID: identity.sessionID, key: identity.key, identifier: identity.email, displayName: identity.name,
        organizationID: organizationID, sessionKey: sessionKey))
  }

  private static var noProof: AuthError {
    AuthError(
      .internalError,
      "The attempt has no PKCE verifier or no token endpoint for its code. Report this to Latchkey's maintainers.")
  }
}
