public import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Exchanges an authorisation code at the issuer's token endpoint and verifies the returned identity token (H69 to
/// H76). It never returns an unverified token.
///
/// It is for development and for apps without a backend. In production, the app's backend should exchange the code: it
/// can authenticate as a confidential client, and opens a session that can be renewed and revoked.
public final class HawcxCodeExchange: Sendable {
  private let issuer: URL
  private let clientID: String
  private let configID: String
  private let assertion: HawcxClientAssertion?
  private let key: HawcxIssuerKey?
  private let transport: any HTTPTransport
  private let clock: any AuthClock
  private let discovered = Locked<Discovered?>(nil)

  /// How long the issuer's metadata are kept: they are fetched again after one hour.
  private static let lifetime = Duration.seconds(3600)

  private struct Discovered: Sendable {
    let metadata: HawcxMetadata
    let keys: JWKSCache
    let at: Duration
  }

  /// Creates an exchange. Reads and writes nothing.
  ///
  /// - Parameters:
  ///   - issuer: the issuer of identity tokens, which is the tenant's host.
  ///   - clientID: the project's ID, which is the audience of the tokens.
  ///   - configID: the tenant's routing key.
  ///   - assertion: the authentication of a confidential client (`private_key_jwt`); nil for a public client. Pass one
  ///     only on a backend, because an app cannot protect the key.
  ///   - key: the issuer's key, if it is known in advance. If it is nil, the issuer's metadata and keys are fetched.
  ///   - transport: sends the request and fetches the keys.
  ///   - clock: the clock for the expiry of tokens, for assertions, and for the age of the metadata.
  public init(
    issuer: URL, clientID: String, configID: String, assertion: HawcxClientAssertion? = nil,
    key: HawcxIssuerKey? = nil, transport: any HTTPTransport, clock: any AuthClock = SystemClock()
  ) {
    self.issuer = issuer
    self.clientID = clientID
    self.configID = configID
    self.assertion = assertion
    self.key = key
    self.transport = transport
    self.clock = clock
  }

  /// Exchanges a code and returns the signed-in user.
  ///
  /// - Parameters:
  ///   - code: the authorisation code, which works once, within one minute.
  ///   - verifier: the PKCE verifier (RFC 7636 §4.5).
  ///   - redirectURI: the redirect URI to which the code was sent; nil if there was none.
  ///   - nonce: the expected nonce. If it is nil, a token with a nonce is rejected.
  /// - Returns: the user, as the claims of the verified identity token describe them.
  /// - Throws: `invalid_token` if the code is refused or the token is invalid, `signature_invalid`, `token_expired`,
  ///   `invalid_configuration` if the issuer rejects this client, does not accept client assertions, or has no such
  ///   tenant, `malformed_response` for invalid metadata or an invalid response, `provider_error` for any other
  ///   refusal, the errors of `generalFailure` for 408, 429 and 5xx, and the transport's errors.
  public func exchange(
    code: Secret, verifier: Secret, redirectURI: String? = nil, nonce: String? = nil
  ) async throws(AuthError) -> HawcxIdentity {
    let token: Secret
    let verified: VerifiedJWT
    if let key {
      token = try await redeem(code, verifier, redirectURI, at: key.tokenEndpoint)
      let rules = JWTValidationRules.identityToken(issuer: issuer.absoluteString, clientID: clientID, nonce: nonce)
      verified = try JWTVerifier(rules).verify(token.revealText(), with: key.key, at: clock.now())
    } else {
      let issuer = try await discover()
      if assertion != nil { try issuer.metadata.checkAssertions() }
      token = try await redeem(code, verifier, redirectURI, at: issuer.metadata.tokenEndpoint)
      var rules = JWTValidationRules.identityToken(issuer: issuer.metadata.issuer, clientID: clientID, nonce: nonce)
      rules.algorithms = issuer.metadata.algorithms
      verified = try await JWTVerifier(rules).verify(token.revealText(), with: issuer.keys)
    }
    guard let subject = verified.subject else {
      throw AuthError(.invalidToken, "The identity token has no claim 'sub', which identifies the user. Check issuer.")
    }
    return HawcxIdentity(token: token, subject: subject, claims: verified.claims, expiresAt: verified.expiresAt)
  }

  private func redeem(
    _ code: Secret, _ verifier: Secret, _ redirectURI: String?, at endpoint: URL
  ) async throws(AuthError) -> Secret {
    var form = [
      (name: "grant_type", value: "authorization_code"), (name: "code", value: code.revealText()),
      (name: "code_verifier", value: verifier.revealText()), (name: "client_id", value: clientID),
    ]
    if let redirectURI { form.append((name: "redirect_uri", value: redirectURI)) }
    if let assertion { form += try assertion.fields(for: clientID, endpoint: endpoint, now: clock.now()) }
    var request = TransportRequest.form(
      endpoint, form, headers: ["Accept": "application/json", "X-Config-Id": configID])
    request.timeout = .seconds(10)
    let response = try await transport.send(request)
    guard response.isSuccess else { throw Self.refusal(response, now: clock.now()) }
    return try response.json().requiredSecret("id_token")
  }

  /// Maps the error responses of RFC 6749 §5.2.
  private static func refusal(_ response: TransportResponse, now: Date) -> AuthError {
    if let failure = response.generalFailure(now: now) { return failure }
    let code = (try? response.json())?["error"]?.stringValue
    switch code {
    case "invalid_grant":
      return AuthError(
        .invalidToken, "The code is unknown, used or expired, or its verifier does not match. Sign in again.",
        recovery: .restart, vendorCode: code)
    case "invalid_client", "unauthorized_client":
      return AuthError(
        .invalidConfiguration,
        "The vendor rejected this client. Check clientId. If the client is confidential, check its key and the key's "
          + "id.",
        vendorCode: code)
    case nil where response.status == 401:
      // The gateway's response, before any client is checked (H19).
      return AuthError(
        .invalidConfiguration,
        "The gateway has no tenant with this configId (HTTP 401). Check configId, which is not the clientId.")
    default:
      let known = ["invalid_request", "unsupported_grant_type", "invalid_scope", "invalid_target"]
      return AuthError(
        .providerError, "The token endpoint rejected the request (HTTP \(response.status)). Check clientId and issuer.",
        vendorCode: code.flatMap { known.contains($0) ? $0 : nil })
    }
  }

  private func discover() async throws(AuthError) -> Discovered {
    let now = clock.uptime()
    if let known = discovered.withLock({ $0 }), now - known.at < Self.lifetime { return known }
    let answer = try await Self.get(
      issuer.appending(path: ".well-known/openid-configuration"), transport: transport, clock: clock)
    let metadata = try HawcxMetadata(try answer.json(), askedOf: issuer)
    return discovered.withLock { known in
      // The cached keys are kept as long as the metadata contain the same `jwks_uri`.
      let keys = known?.metadata.keysURL == metadata.keysURL ? known?.keys : nil
      let fresh = Discovered(metadata: metadata, keys: keys ?? cache(metadata.keysURL), at: now)
      known = fresh
      return fresh
    }
  }

  private func cache(_ url: URL) -> JWKSCache {
    // The closure must not retain the object that holds the cache.
    JWKSCache(clock: clock) { [transport, clock] () throws(AuthError) in
      try await Self.get(url, transport: transport, clock: clock).body
    }
  }

  private static func get(
    _ url: URL, transport: any HTTPTransport, clock: any AuthClock
  ) async throws(AuthError) -> TransportResponse {
    let request = TransportRequest(
      "GET", url, headers: ["Accept": "application/json"], timeout: .seconds(5),
      responseSizeLimit: JWKSet.maximumByteCount)
    let response = try await transport.send(request)
    if let failure = response.generalFailure(now: clock.now()) { throw failure }
    guard response.isSuccess else {
      throw AuthError(
        .malformedResponse,
        "The issuer's metadata or keys could not be fetched (HTTP \(response.status)). Check `issuer`.")
    }
    return response
  }
}
