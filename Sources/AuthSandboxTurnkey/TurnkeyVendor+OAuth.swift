import AuthCore
import AuthCrypto
import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension TurnkeyVendor {
  /// Handles the routes below `/turnkey-oauth`: the vendor's helper page and the simulated social providers (T24). The
  /// pages show no form: the policy `oauthSubject` names the user who signs in, and `oauthError` makes the sign-in
  /// fail.
  ///
  /// DESIGN T65: the helper page responds in the query. Browsers do not send the fragment in a request, so a client
  /// that listens on loopback would not receive a response in the fragment.
  mutating func authorize(_ request: SandboxRequest, _ world: SandboxWorld) -> SandboxResponse {
    switch (request.method, request.route) {
    case ("GET", "/") where request.queryValue("provider") == "facebook":
      return giveCode(
        request, provider: "facebook", clientID: request.queryValue("clientId"),
        redirectURI: request.queryValue("redirectUri"), challenge: request.queryValue("codeChallenge"), world)
    case ("GET", "/"):
      return sendBack(
        request, provider: request.queryValue("provider") ?? "", clientID: request.queryValue("clientId"),
        redirectURI: request.queryValue("redirectUri"), isFragment: false, world)
    case ("GET", "/redirect"): return handOn(request)
    case ("GET", "/google/authorize"), ("GET", "/apple/authorize"):
      return sendBack(
        request, provider: String(request.route.dropFirst().prefix { $0 != "/" }),
        clientID: request.queryValue("client_id"), redirectURI: request.queryValue("redirect_uri"),
        isFragment: request.queryValue("response_mode") != "query", world)
    case ("GET", "/x/authorize"), ("GET", "/discord/authorize"), ("GET", "/facebook/authorize"):
      let isCode =
        request.queryValue("response_type") == "code" && request.queryValue("code_challenge_method") == "S256"
      return giveCode(
        request, provider: String(request.route.dropFirst().prefix { $0 != "/" }),
        clientID: request.queryValue("client_id"), redirectURI: request.queryValue("redirect_uri"),
        challenge: isCode ? request.queryValue("code_challenge") : nil, world)
    case ("POST", "/facebook/token"): return redeemAtFacebook(request, world)
    default: return .missingRoute(request)
    }
  }

  /// The vendor's redirect page, which forwards its query to a URL with the app's scheme.
  private func handOn(_ request: SandboxRequest) -> SandboxResponse {
    guard let scheme = request.queryValue("scheme"), !scheme.isEmpty else {
      return .refusal(400, "invalid_request", "The query field scheme is missing or empty. Send the app's scheme.")
    }
    let rest = request.query.filter { $0.name != "scheme" }.map { ($0.name, $0.value) }
    return Self.redirect(to: scheme + "://", rest, isFragment: false)
  }

  /// Redirects to the app's redirect URI with an ID token and a code, or with the error of the policy `oauthError`.
  private func sendBack(
    _ request: SandboxRequest, provider: String, clientID: String?, redirectURI: String?, isFragment: Bool,
    _ world: SandboxWorld
  ) -> SandboxResponse {
    guard let issuer = Self.issuers[provider], let clientID, let redirectURI, !redirectURI.isEmpty else {
      return .refusal(
        400, "invalid_request",
        "The provider is unknown, or the client id or the redirect URI is missing. Send the provider google or apple, "
          + "and both fields.")
    }
    var answer: [(String, String)] = []
    if let error = world.policy(name)["oauthError"]?.stringValue {
      answer.append(("error", error))
    } else {
      do throws(AuthError) {
        let token = try idToken(
          issuer: issuer, subject: subject(world), audience: clientID, nonce: request.queryValue("nonce"), world)
        answer += [("id_token", token), ("code", world.random.characters(32, of: "abcdefghijklmnopqrstuvwxyz"))]
      } catch {
        return .refusal(500, "internal", error.message)
      }
    }
    if let state = request.queryValue("state") { answer.append(("state", state)) }
    return Self.redirect(to: Self.target(of: redirectURI), answer, isFragment: isFragment)
  }

  /// Handles an authorisation request with PKCE (RFC 6749 §4.1.1, RFC 7636 §4.3): redirects to the app's redirect URI
  /// with an authorisation code, or with the error of the policy `oauthError`.
  private mutating func giveCode(
    _ request: SandboxRequest, provider: String, clientID: String?, redirectURI: String?, challenge: String?,
    _ world: SandboxWorld
  ) -> SandboxResponse {
    guard let clientID, let redirectURI, let challenge else {
      return .refusal(
        400, "invalid_request",
        "A field is missing or has a wrong value. Send client_id, redirect_uri, response_type=code, code_challenge and "
          + "code_challenge_method=S256; to the helper page, send clientId, redirectUri and codeChallenge.")
    }
    var answer: [(String, String)] = []
    if let error = world.policy(name)["oauthError"]?.stringValue {
      answer.append(("error", error))
    } else {
      let code = world.random.characters(32, of: "abcdefghijklmnopqrstuvwxyz0123456789")
      oauth.add(
        TurnkeyOAuthCodes.Grant(
          provider: provider, clientID: clientID, redirectURI: redirectURI, challenge: challenge,
          nonce: request.queryValue("nonce"), subject: subject(world), expires: world.now.addingTimeInterval(60)),
        code: code)
      answer.append(("code", code))
    }
    if let state = request.queryValue("state") { answer.append(("state", state)) }
    return Self.redirect(to: Self.target(of: redirectURI), answer, isFragment: false)
  }

  /// Handles the token endpoint of the simulated Facebook, which clients call directly, not through the vendor (T3).
  private mutating func redeemAtFacebook(_ request: SandboxRequest, _ world: SandboxWorld) -> SandboxResponse {
    let form = Dictionary(
      (request.formFields ?? []).map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    guard
      let grant = oauth.redeem(
        form["code"] ?? "", provider: "facebook", clientID: form["client_id"] ?? "",
        redirectURI: form["redirect_uri"] ?? "", verifier: form["code_verifier"] ?? "", now: world.now)
    else {
      return .json(["error": ["message": "invalid authorization code", "code": 100]], status: 400)
    }
    do throws(AuthError) {
      let token = try idToken(
        issuer: Self.issuers["facebook"] ?? "", subject: grant.subject, audience: grant.clientID, nonce: grant.nonce,
        world)
      return .json(["access_token": "sandbox", "token_type": "bearer", "id_token": .string(token)])
    } catch {
      return .refusal(500, "internal", error.message)
    }
  }

  /// Exchanges the code of a provider that issues no ID tokens, and returns an ID token that the vendor issues (T84).
  mutating func authenticateOAuth2(
    _ fields: TurnkeyFields, provider: TurnkeyOAuth2Credential.Provider, clientID: String, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> JSONObject {
    let code = try fields.string("authCode", or: "auth_code must be set")
    let redirectURI = try fields.string("redirectUri", or: "redirect_uri must be set")
    let verifier = try fields.string("codeVerifier", or: "code_verifier must be set")
    let nonce = try fields.string("nonce")
    guard
      let grant = oauth.redeem(
        code, provider: provider.prefix, clientID: clientID, redirectURI: redirectURI, verifier: verifier,
        now: world.now)
    else { throw .invalid("the provider refused the authorization code") }
    do throws(AuthError) {
      let token = try idToken(
        issuer: world.baseURL + "/turnkey", subject: provider.prefix + ":" + grant.subject, audience: clientID,
        nonce: nonce, world)
      return ["oidcToken": .string(token)]
    } catch {
      throw .failed
    }
  }

  private static let issuers = [
    "google": "https://accounts.google.com", "apple": "https://appleid.apple.com",
    "facebook": "https://www.facebook.com",
  ]

  private func subject(_ world: SandboxWorld) -> String {
    world.policy(name)["oauthSubject"]?.stringValue ?? "oauth-user"
  }

  private func idToken(
    issuer: String, subject: String, audience: String, nonce: String?, _ world: SandboxWorld
  ) throws(AuthError) -> String {
    var claims: JSONObject = ["iss": .string(issuer), "email": .string(subject + "@example.com")]
    claims["nonce"] = nonce.map { .string($0) }
    let order: JSONObject = [
      "sub": .string(subject), "aud": .string(audience), "alg": "ES256", "claims": .object(claims),
    ]
    guard let order = IdentityTokenRequest(order) else {
      throw AuthError(
        .internalError, "The sandbox could not make the ID token. Report this to Latchkey's maintainers.")
    }
    return try world.identity.token(order, context: world.identityContext)
  }

  /// The target of a redirect. For the vendor's redirect page it is the app's scheme, to which that page forwards.
  private static func target(of redirectURI: String) -> String {
    guard let scheme = redirectURI.range(ofASCII: "/turnkey-oauth/redirect?scheme=") else { return redirectURI }
    return redirectURI[scheme.upperBound...].prefix { $0 != "&" } + "://"
  }

  private static func redirect(to target: String, _ fields: [(String, String)], isFragment: Bool) -> SandboxResponse {
    let text = fields.map { PercentEncoding.encode($0.0) + "=" + PercentEncoding.encode($0.1) }.joined(separator: "&")
    let mark = isFragment ? "#" : target.contains("?") ? "&" : "?"
    return SandboxResponse(status: 302, headers: ["Location": target + mark + text, "Cache-Control": "no-store"])
  }
}
