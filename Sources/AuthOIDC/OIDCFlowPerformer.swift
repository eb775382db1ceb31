import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Performs a flow's effects; no other part of the flow does I/O.
///
/// It is a class, because the code that copies a value with all these members weighs more than the flow itself.
final class OIDCFlowPerformer: FlowPerformer {
  let api: OIDCAPI
  let grants: TokenGrants
  let request: FlowRequest

  init(api: OIDCAPI, grants: TokenGrants, request: FlowRequest) {
    self.api = api
    self.grants = grants
    self.request = request
  }

  private var configuration: OIDCConfiguration { api.configuration }
  private var services: ProviderServices { api.services }

  func perform(_ effect: OIDCFlow.Effect) async throws(AuthError) -> OIDCFlow.Outcome {
    switch effect {
    case .prepare(let redirectURL):
      .prepared(try await registeringAgainIfForgotten { () async throws(AuthError) in try await prepare(redirectURL) })
    case .redeem(let code, let pending): try await redeem(code, pending)
    case .requestDevice:
      .device(try await registeringAgainIfForgotten { () async throws(AuthError) in try await requestDevice() })
    case .poll(let pending): try await poll(pending)
    case .requestTokens:
      try await registeringAgainIfForgotten { () async throws(AuthError) in try await requestTokens() }
    }
  }

  /// Performs the first request of a flow, and repeats it once if the issuer no longer knows a client that registered
  /// itself. The API has then removed the registration, so the repetition registers the client again.
  private func registeringAgainIfForgotten<Value>(
    _ body: () async throws(AuthError) -> Value
  ) async throws(AuthError) -> Value {
    do throws(AuthError) {
      return try await body()
    } catch where configuration.clientID == nil && error.vendorCode == "invalid_client" {
      return try await body()
    }
  }

  private func prepare(_ redirectURL: URL) async throws(AuthError) -> PendingAuthorization {
    let metadata = try await api.issuer.known().metadata
    guard let endpoint = metadata.authorizationEndpoint else {
      throw AuthError(
        .methodNotAvailable,
        "The issuer's metadata contain no 'authorization_endpoint', or 'endpoints' no 'authorization'. Use the method "
          + "'device_code'.")
    }
    let client = try await api.clients.confirmed()
    let session = try await steppingUp()
    let key = try await grants.key(of: session)
    do throws(AuthError) {
      let page = AuthorizationRequest(
        configuration, clientID: client.id, redirectURL: redirectURL,
        loginHint: request.identifier ?? session?.identifier,
        prompt: prompt(requirement, metadata),
        requirement: requirement, thumbprint: try key?.thumbprint(), random: services.random)
      guard let url = OIDCMetadata.page(endpoint, adding: try await api.pageFields(page, metadata)) else {
        throw AuthError(
          .malformedResponse,
          "The address of the issuer's page does not form a valid URL. Check 'authorization_endpoint' at the issuer.")
      }
      return PendingAuthorization(
        page, metadata, configuration, url: url, requirement: requirement, startedAt: services.serverNow, key: key)
    } catch {
      await grants.discard(key, of: session)
      throw error
    }
  }

  /// The parameter `prompt`; nil for none. An issuer that does not know a value gets none. In that case, the user
  /// registers on its page, and an authentication that is too old is refused.
  private func prompt(_ requirement: OIDCRequirement, _ metadata: OIDCMetadata) -> String? {
    // `max_age=0` means the same (OpenID Connect Core §3.1.2.1), but some issuers ignore it.
    let wanted = request.purpose == .signUp ? "create" : requirement.maximumAge == 0 ? "login" : nil
    guard let wanted, metadata.accepts(prompt: wanted, configuration) else { return nil }
    // The values are a list. Without the configured `consent`, an issuer may return no refresh token.
    let configured = configuration.authorizationParameters.first { $0.name == "prompt" }?.value.split(separator: " ")
    return wanted == "login" && configured?.contains("consent") == true ? "login consent" : wanted
  }

  private func redeem(
    _ code: Secret, _ pending: PendingAuthorization
  ) async throws(AuthError) -> OIDCFlow.Outcome {
    var fields: [(name: String, value: String)] = [
      ("grant_type", "authorization_code"), ("code", code.revealText()), ("redirect_uri", pending.redirectURI),
    ]
    if let verifier = pending.verifier { fields.append(("code_verifier", verifier.revealText())) }
    let session = try await steppingUp()
    do throws(AuthError) {
      return Self.outcome(
        try await grants.session(
          fields, key: pending.key, owner: .user(nonce: pending.nonce, pending.requirement, since: pending.startedAt),
          amending: session, identifier: request.identifier))
    } catch {
      // The flow ends with the error, so nothing else uses the key.
      await grants.discard(pending.key, of: session)
      throw error
    }
  }

  private func requestDevice() async throws(AuthError) -> PendingDeviceAuthorization {
    guard let endpoint = try await api.issuer.known().metadata.deviceEndpoint else {
      throw AuthError(
        .methodNotAvailable,
        "The issuer's metadata contain no 'device_authorization_endpoint', or 'endpoints' no 'device'. Use the method "
          + "'authorization_code', with a 'redirectURL'.")
    }
    let response = try await api.post(endpoint, api.scopeFields + api.resourceFields)
    try OIDCErrors.check(response, now: services.clock.now())
    let key = try await grants.key()
    do throws(AuthError) {
      return try PendingDeviceAuthorization(
        try response.json(), issuer: configuration.issuer, key: key, now: services.clock.now())
    } catch {
      await grants.discard(key)
      throw error
    }
  }

  private func poll(_ pending: PendingDeviceAuthorization) async throws(AuthError) -> OIDCFlow.Outcome {
    guard services.clock.now() < pending.expiresAt else {
      await grants.discard(pending.key)
      throw OIDCErrors.error(named: "expired_token")
    }
    let form = [
      (name: "grant_type", value: "urn:ietf:params:oauth:grant-type:device_code"),
      (name: "device_code", value: pending.deviceCode.revealText()),
    ]
    do throws(AuthError) {
      // The request had no nonce, so an ID token with a nonce is refused.
      return Self.outcome(
        try await grants.session(
          form, key: pending.key, owner: .user(nonce: nil, configuration.requirement, since: pending.startedAt),
          identifier: request.identifier))
    } catch {
      switch error.vendorCode {
      case "authorization_pending": return .undecided(slower: false)
      case "slow_down": return .undecided(slower: true)
      default: break
      }
      // The flow continues after a transient error.
      if !error.isTransient { await grants.discard(pending.key) }
      // Entra uses its own name.
      guard error.vendorCode == "access_denied" || error.vendorCode == "authorization_declined" else { throw error }
      throw AuthError(
        .approvalDenied, "The sign-in was denied on the other device. Start again.", vendorCode: error.vendorCode)
    }
  }

  /// Requests tokens without a page: for the service itself, or in exchange for another session's token.
  private func requestTokens() async throws(AuthError) -> OIDCFlow.Outcome {
    let fields: [(name: String, value: String)]
    if let exchange = configuration.exchange {
      fields = exchange.fields(try await subjectToken()) + api.scopeFields
    } else {
      fields = [("grant_type", "client_credentials")] + api.scopeFields
    }
    let key = try await grants.key()
    do throws(AuthError) {
      return Self.outcome(
        try await grants.session(
          fields, key: key, owner: configuration.exchange == nil ? .service : .exchange,
          identifier: request.identifier))
    } catch {
      await grants.discard(key)
      throw error
    }
  }

  private func subjectToken() async throws(AuthError) -> Secret {
    if let token = request.token { return token }
    let wanted = TokenRequest(
      .appIdentity, providerID: grants.providerID, identifier: request.identifier)
    guard let token = try await services.token(for: wanted) else {
      throw AuthError(
        .tokenRequired, "No user is signed in at the source of the token that is exchanged. Sign in there first.")
    }
    return token
  }

  /// The session of a step-up, with its current key; nil for other flows.
  private func steppingUp() async throws(AuthError) -> Session? {
    guard case .stepUp = request.purpose else { return nil }
    guard let session = try await request.currentSession() else {
      throw AuthError(.notSignedIn, "A step-up needs a session. Sign in first.", provider: grants.providerID)
    }
    return session
  }

  private var requirement: OIDCRequirement {
    guard case .stepUp = request.purpose else { return configuration.requirement }
    return configuration.requirement.raised(by: request.profile.stepUpChallenge)
  }

  private static func outcome(_ result: Result<Session, AuthError>) -> OIDCFlow.Outcome {
    switch result {
    case .success(let session): .session(session)
    case .failure(let error): .lost(error)
    }
  }
}
