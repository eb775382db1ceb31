import AuthCore
import AuthCrypto

/// The user of a token response: from the verified ID token of an OpenID Connect issuer, or from the API of an OAuth
/// 2.0 server.
struct OIDCUser: Sendable {
  let subject: String
  let identifier: String?
  let displayName: String?
  /// The ID token; nil for an OAuth 2.0 server.
  let token: Secret?
  let claims: JSONObject

  /// Determines the user.
  ///
  /// - Parameters:
  ///   - tokens: the token response.
  ///   - known: the issuer's metadata and keys.
  ///   - nonce: the nonce that the ID token has to repeat; nil if none was sent.
  ///   - key: the key to which the access token is bound; nil for none.
  ///   - api: the issuer's endpoints.
  /// - Throws: `malformed_response` if the response does not name a user; errors of the verification, of the transport
  ///   and of the issuer.
  init(
    _ tokens: OIDCTokens, _ known: OIDCIssuer.Known, nonce: String?, key: KeyReference?, api: OIDCAPI
  ) async throws(AuthError) {
    let configuration = api.configuration
    if let endpoints = configuration.endpoints {
      let user = try await api.userInfo(tokens, key: key)
      token = nil
      claims = user
      guard let name = Self.text(user[endpoints.subject]) else {
        throw AuthError(
          .malformedResponse, "The user's API returned no '\(endpoints.subject)'. Check 'endpoints.subject'.")
      }
      subject = name
      displayName = endpoints.displayName.flatMap { Self.text(user[$0]) }
      identifier = endpoints.identifier.flatMap { Self.text(user[$0]) }
      return
    }
    guard let identity = tokens.identity else {
      throw AuthError(
        .malformedResponse, "The token response has no valid field 'id_token'. Allow the client the scope 'openid'.")
    }
    let verified = try await VerifiedIDToken(
      identity, access: tokens.access, issuer: known,
      expecting: .init(
        clientID: try await api.clients.current().id, issuer: configuration.issuer,
        aliases: configuration.differences.aliases, leeway: configuration.leeway, nonce: nonce))
    var claims = verified.claims
    if configuration.fetchesUserInfo {
      let more = try await api.userInfo(tokens, key: key)
      // An access token of another user must not add claims (OpenID Connect Core §5.3.2).
      guard more["sub"]?.stringValue == verified.subject else {
        throw AuthError(
          .malformedResponse, "The userinfo response does not have the 'sub' of the ID token. Sign in again.")
      }
      for member in more.members where claims[member.name] == nil { claims[member.name] = member.value }
    }
    subject = verified.subject
    identifier = claims["email"]?.stringValue
    displayName = claims["name"]?.stringValue
    token = verified.token
    self.claims = claims
  }

  /// The user of an exchanged token (RFC 8693) without an ID token: from the userinfo endpoint, if it is used,
  /// otherwise from the access token, if it is a JWT of the issuer (RFC 9068).
  ///
  /// - Throws: `malformed_response` if the response does not name a user; errors of the verification, of the transport
  ///   and of the issuer.
  init(
    exchanged tokens: OIDCTokens, _ known: OIDCIssuer.Known, key: KeyReference?, api: OIDCAPI
  ) async throws(AuthError) {
    let configuration = api.configuration
    token = nil
    if configuration.fetchesUserInfo {
      claims = try await api.userInfo(tokens, key: key)
    } else if let keys = known.keys, UnverifiedJWT(tokens.access) != nil {
      var rules = JWTValidationRules(
        algorithms: known.metadata.algorithms, types: ["at+jwt", "JWT"], allowsMissingType: true,
        issuer: configuration.issuer, audiences: [], requiredClaims: ["sub"])
      rules.leeway = configuration.leeway
      claims = try await JWTVerifier(rules).verify(tokens.access.revealText(), with: keys).claims
    } else {
      claims = [:]
    }
    guard let name = claims["sub"]?.stringValue, !name.isEmpty else {
      throw AuthError(
        .malformedResponse,
        "The exchanged token does not name its user. Request the scope 'openid', or set 'userInfo'.")
    }
    subject = name
    identifier = claims["email"]?.stringValue
    displayName = claims["name"]?.stringValue
  }

  /// The service itself, for a session without a user.
  init(client: String) {
    (subject, identifier, displayName, token, claims) = (client, nil, nil, nil, [:])
  }

  /// A member as text: a string that is not empty, or a whole number, which some servers use as the user's id.
  private static func text(_ value: JSONValue?) -> String? {
    if let text = value?.stringValue { return text.isEmpty ? nil : text }
    return value?.integerValue.map { String($0) }
  }
}
