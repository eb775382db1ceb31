import AuthCore
import AuthCrypto
import AuthVerifier

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Asks the authorisation server about a token (RFC 7662).
struct TokenIntrospection: Sendable {
  private let client: OIDCVerifierConfiguration.Introspection
  /// The backend's own name at the issuer; nil if none is configured.
  private let audience: String?
  private let issuer: IssuerKeys
  private let services: VerifierServices

  init(
    _ client: OIDCVerifierConfiguration.Introspection, audience: String?, issuer: IssuerKeys, services: VerifierServices
  ) {
    self.client = client
    self.audience = audience
    self.issuer = issuer
    self.services = services
  }

  /// Returns the principal of an active token.
  ///
  /// - Throws: `invalid_token` for a token that is not active or has no user, `invalid_configuration` if the server has
  ///   no introspection endpoint, `provider_error` if it refuses the backend's client, and transient errors.
  func principal(of token: Secret, provider: ProviderID) async throws(AuthError) -> Principal {
    let answer = try await answer(to: token)
    guard answer["active"]?.boolValue == true else {
      throw AuthError(.invalidToken, "The issuer says that the token is not active. Sign in again.")
    }
    // Several issuers can share an endpoint. A token that another issuer issued names another issuer's users.
    if let name = answer["iss"]?.stringValue, !name.hasSameBytes(as: issuer.issuer) {
      throw AuthError(.invalidToken, "Another issuer issued the token. Check 'issuer'.")
    }
    try checkUse(answer)
    try checkAudience(answer)
    guard let subject = answer["sub"]?.stringValue, !subject.isEmpty else {
      throw AuthError(
        .invalidToken,
        "The issuer does not name a user for the token: the token belongs to a program. Send the token of a user.")
    }
    let now = services.clock.now()
    let expiry = answer["exp"]?.numberValue.map { Date(timeIntervalSince1970: $0) }
    if let expiry, expiry <= now { throw AuthError(.tokenExpired, "The token has expired. Request a new one.") }
    var principal = Principal(provider: provider, tenant: issuer.issuer, subject: subject, credential: .accessToken)
    principal.expiresAt = expiry
    principal.issuedAt = answer["iat"]?.numberValue.map { Date(timeIntervalSince1970: $0) }
    principal.authenticationContext = answer["acr"]?.stringValue
    principal.authenticatedAt = answer["auth_time"]?.numberValue.map { Date(timeIntervalSince1970: $0) }
    principal.claims = answer.objectValue ?? [:]
    try principal.describeGrant(principal.claims)
    if answer["token_type"]?.stringValue?.lowercased() == "dpop", principal.keyThumbprint == nil {
      throw AuthError(
        .invalidToken,
        "The token is bound to a key, but the issuer's response does not name the key ('cnf.jkt'). "
          + "Configure the issuer to return it.")
    }
    return principal
  }

  /// Checks that the token is an access token. The hint in the request does not keep a server from describing a refresh
  /// token (RFC 7662 §2.1); servers name the kind in one of these members.
  private func checkUse(_ answer: JSONValue) throws(AuthError) {
    let use = [answer["token_use"], answer["typ"]].compactMap { $0?.stringValue?.lowercased() }
    let type = answer["token_type"]?.stringValue?.lowercased()
    guard use.allSatisfy(Self.accessUses.contains), type.map(["bearer", "dpop"].contains) ?? true else {
      throw AuthError(.invalidToken, "The token is not an access token. Send the access token.")
    }
  }

  private static let accessUses: Set = ["access", "access_token", "bearer", "dpop", "at+jwt", "jwt"]

  /// Checks that the token was issued for this backend, or at least to the app (RFC 7662 §4): otherwise another
  /// application could use its users' tokens here.
  private func checkAudience(_ answer: JSONValue) throws(AuthError) {
    let isAccepted: Bool
    switch answer["aud"] {
    case nil, .null: isAccepted = (answer["client_id"]?.stringValue).map(client.acceptedClients.contains) ?? false
    case .string(let name): isAccepted = name == audience
    case .array(let names): isAccepted = names.contains { $0.stringValue == audience && audience != nil }
    default: isAccepted = false
    }
    guard isAccepted else {
      throw AuthError(
        .invalidToken, "The token was issued for another API or client. Check 'audience' and 'acceptedClients'.")
    }
  }

  private func answer(to token: Secret) async throws(AuthError) -> JSONValue {
    let endpoint: URL
    if let configured = client.endpoint {
      endpoint = configured
    } else if let published = try await issuer.known().introspectionEndpoint {
      endpoint = published
    } else {
      throw AuthError(
        .invalidConfiguration, "The issuer does not publish an introspection endpoint. Set 'introspection.endpoint'.")
    }
    // Both halves are form-encoded first (RFC 6749 §2.3.1).
    let pair = PercentEncoding.encode(client.clientID) + ":" + PercentEncoding.encode(client.clientSecret.revealText())
    let fields = [(name: "token", value: token.revealText()), (name: "token_type_hint", value: "access_token")]
    var request = TransportRequest.form(
      endpoint, fields,
      headers: ["Accept": "application/json", "Authorization": "Basic " + Base64.encode(Array(pair.utf8))])
    request.timeout = .seconds(10)
    request.responseSizeLimit = 65_536
    let response = try await services.transport.send(request)
    if let failure = response.generalFailure(now: services.clock.now()) { throw failure }
    guard response.isSuccess else {
      throw AuthError(
        .providerError,
        "The introspection endpoint refused the request (HTTP \(response.status)). Check 'introspection'.")
    }
    return try response.json()
  }
}
