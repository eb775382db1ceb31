import AuthCore
import AuthCrypto

extension OIDCAPI {
  private static let userInfoLimit = 262_144

  /// Fetches the user's claims (OpenID Connect Core §5.3), which the issuer can sign.
  ///
  /// - Throws: `malformed_response` if the response is malformed, `invalid_configuration` if the issuer has no userinfo
  ///   endpoint, and errors of fetching the metadata, of signing, of the transport, of the endpoint, and of the
  ///   verification of a signed response.
  func userInfo(_ tokens: OIDCTokens, key: KeyReference?) async throws(AuthError) -> JSONObject {
    let known = try await issuer.known()
    guard let url = known.metadata.userInfoEndpoint else {
      throw AuthError(.invalidConfiguration, "The issuer's metadata contain no 'userinfo_endpoint'. Remove 'userInfo'.")
    }
    let transport = services.transport
    let response = try await proofs.send(by: transport, key: key, token: tokens.access) { () throws(AuthError) in
      TransportRequest(
        "GET", url,
        headers: [
          "Accept": "application/json, application/jwt",
          "Authorization": (key == nil ? "Bearer " : "DPoP ") + tokens.access.revealText(),
        ], timeout: .seconds(20), responseSizeLimit: Self.userInfoLimit)
    }
    guard response.isSuccess else {
      throw response.generalFailure(now: services.clock.now())
        ?? AuthError(.malformedResponse, "The userinfo endpoint returned HTTP \(response.status). Check 'scopes'.")
    }
    let type = response.headers["Content-Type"]?.lowercased()
    if type?.hasPrefix("application/jwt") == true {
      return try await claims(ofSigned: Secret(response.body), known)
    }
    do throws(AuthError) {
      if let claims = try response.json().objectValue { return claims }
    } catch {
      // The error of the parser does not name the endpoint.
    }
    throw AuthError(
      .malformedResponse,
      "The userinfo endpoint returned no JSON object and no signed token. Check the client's settings "
        + "at the issuer.")
  }

  /// Verifies a signed response (OpenID Connect Core §5.3.2). It has `iss` and `aud` as an ID token, and no time is
  /// required, because the response is an answer to this request.
  private func claims(ofSigned token: Secret, _ known: OIDCIssuer.Known) async throws(AuthError) -> JSONObject {
    guard let keys = known.keys, let jwt = UnverifiedJWT(token) else {
      throw AuthError(
        .malformedResponse,
        "The userinfo endpoint returned a token that is not a signed JWT. Encrypted responses are not supported: "
          + "change the client's settings at the issuer.")
    }
    var rules = JWTValidationRules(
      algorithms: known.metadata.algorithms, allowsMissingType: true, issuer: configuration.issuer,
      audiences: [try await clients.current().id], requiredClaims: ["sub"])
    rules.otherIssuers = Set(configuration.differences.aliases)
    rules.requiresExpiry = false
    rules.maximumByteCount = Self.userInfoLimit
    rules.leeway = configuration.leeway
    return try await JWTVerifier(rules).verify(jwt, with: keys).claims
  }
}
