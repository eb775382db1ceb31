import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Performs a flow's effects; no other part of the flow does I/O.
struct OIDCFlowPerformer: FlowPerformer {
  let providerID: ProviderID
  let api: OIDCAPI
  /// The user's identifier, if the request contains one.
  let identifier: String?
  /// The parameter `prompt` of the authorisation request: `create` for a sign-up, otherwise nil.
  let prompt: String?

  private var configuration: OIDCConfiguration { api.configuration }
  private var services: ProviderServices { api.services }

  func perform(_ effect: OIDCFlow.Effect) async throws(AuthError) -> OIDCFlow.Outcome {
    switch effect {
    case .prepare(let redirectURL): .prepared(try await prepare(redirectURL))
    case .redeem(let code, let pending): try await redeem(code, pending)
    case .requestDevice: .device(try await requestDevice())
    case .poll(let pending): try await poll(pending)
    }
  }

  private func prepare(_ redirectURL: URL) async throws(AuthError) -> PendingAuthorization {
    let metadata = try await api.issuer.known().metadata
    guard let endpoint = metadata.authorizationEndpoint else {
      throw AuthError(
        .methodNotAvailable, "The issuer's metadata contain no 'authorization_endpoint'. Use the method 'device_code'.")
    }
    return try PendingAuthorization(
      endpoint: endpoint, metadata: metadata, configuration: configuration, redirectURL: redirectURL,
      loginHint: identifier, prompt: prompt, random: services.random)
  }

  private func redeem(
    _ code: Secret, _ pending: PendingAuthorization
  ) async throws(AuthError) -> OIDCFlow.Outcome {
    try await session(
      nonce: pending.nonce,
      [
        ("grant_type", "authorization_code"), ("code", code.revealText()), ("redirect_uri", pending.redirectURI),
        ("code_verifier", pending.verifier.revealText()),
      ])
  }

  private func requestDevice() async throws(AuthError) -> PendingDevice {
    guard let endpoint = try await api.issuer.known().metadata.deviceEndpoint else {
      throw AuthError(
        .methodNotAvailable,
        "The issuer's metadata contain no 'device_authorization_endpoint'. Use the method 'authorization_code'.")
    }
    let response = try await api.post(endpoint, [("scope", configuration.scopes.joined(separator: " "))])
    guard response.isSuccess else { throw OIDCErrors.error(response, now: services.clock.now()) }
    return try PendingDevice(try response.json(), now: services.clock.now())
  }

  private func poll(_ pending: PendingDevice) async throws(AuthError) -> OIDCFlow.Outcome {
    guard services.clock.now() < pending.expiresAt else { throw OIDCErrors.error(named: "expired_token") }
    let form = [
      (name: "grant_type", value: "urn:ietf:params:oauth:grant-type:device_code"),
      (name: "device_code", value: pending.deviceCode.revealText()),
    ]
    do throws(AuthError) {
      // The request had no nonce, so an ID token with a nonce is refused.
      return try await session(nonce: nil, form)
    } catch {
      switch error.vendorCode {
      case "authorization_pending": return .undecided(slower: false)
      case "slow_down": return .undecided(slower: true)
      case "access_denied":
        throw AuthError(
          .approvalDenied, "The sign-in was denied on the other device. Start again.", vendorCode: "access_denied")
      default: throw error
      }
    }
  }

  /// Requests tokens, bound to a new key if configured, and makes the session from them.
  private func session(
    nonce: String?, _ fields: [(name: String, value: String)]
  ) async throws(AuthError) -> OIDCFlow.Outcome {
    let known = try await api.issuer.known()
    // The keys that verify the response are fetched before the code is used, so that a failure does not waste the code.
    _ = try await known.keys.keys(holding: nil)
    let key =
      try usesDPoP(known.metadata) ? try await services.keys.generate(.p256, namespace: providerID.rawValue) : nil
    do throws(AuthError) {
      let answer = try await grant(known, fields, key: key)
      do throws(AuthError) {
        let session = try await session(answer, known, nonce: nonce, key: key)
        if let key, session.key == nil { try await services.keys.delete(key) }
        return .session(session)
      } catch {
        await forget(key)
        return .lost(error)
      }
    } catch {
      await forget(key)
      throw error
    }
  }

  /// Deletes a key to which no token is bound. An error is ignored, because another error is already reported.
  private func forget(_ key: KeyReference?) async {
    if let key { try? await services.keys.delete(key) }
  }

  private func grant(
    _ known: OIDCIssuer.Known, _ fields: [(name: String, value: String)], key: KeyReference?
  ) async throws(AuthError) -> JSONValue {
    let response = try await api.post(known.metadata.tokenEndpoint, fields, key: key)
    guard response.isSuccess else { throw OIDCErrors.error(response, now: services.clock.now()) }
    return try response.json()
  }

  private func session(
    _ answer: JSONValue, _ known: OIDCIssuer.Known, nonce: String?, key: KeyReference?
  ) async throws(AuthError) -> Session {
    let now = services.clock.now()
    let tokens = try OIDCTokens(
      answer, requested: configuration.scopes, isBound: key != nil, allowsBearer: configuration.allowsBearerDowngrade,
      now: now)
    let bound = OIDCProvider.isBound(answer) ? key : nil
    guard let identity = tokens.identity else {
      throw AuthError(
        .malformedResponse, "The token response has no valid field 'id_token'. Allow the client the scope 'openid'.")
    }
    let verified = try await OIDCIdentity(
      identity, access: tokens.access, issuer: known,
      expecting: .init(clientID: configuration.clientID, leeway: configuration.leeway, nonce: nonce))
    var claims = verified.claims
    if configuration.fetchesUserInfo {
      let more = try await api.userInfo(tokens, key: bound, subject: verified.subject)
      for member in more.members where claims[member.name] == nil { claims[member.name] = member.value }
    }
    claims["scope"] = .string(tokens.scopes.joined(separator: " "))
    claims[OIDCProvider.endSessionClaim] = known.metadata.endSessionEndpoint.map { .string($0.absoluteString) }
    return Session(
      id: SessionID(services.random.token()), providerID: providerID, tenant: configuration.issuer,
      subject: verified.subject, identifier: identifier ?? claims["email"]?.stringValue,
      displayName: claims["name"]?.stringValue,
      tokens: SessionTokens(access: tokens.access, refresh: tokens.refresh, identity: verified.token), key: bound,
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
