import AuthCore
import AuthCrypto
import AuthSandbox
import Testing

/// The sandbox's stand-ins for social providers, and the vendor's exchange for providers without ID tokens.
@Suite struct TurnkeyOAuthTests {
  let caller: TurnkeyCaller
  init() throws { caller = try TurnkeyCaller() }

  /// Opens a page, and returns the address to which it redirects the browser, and the fields of that address.
  private func visit(_ page: String, _ fields: [(String, String)]) throws -> (target: String, fields: [String: String])
  {
    let answer = caller.sandbox.handle(
      SandboxRequest("GET", "/turnkey-oauth" + page + "?" + PercentEncoding.encodeForm(fields)))
    #expect(answer.status == 302)
    let location = try #require(answer.headers["Location"])
    let halves = location.split(maxSplits: 1, whereSeparator: { $0 == "?" || $0 == "#" })
    let form = try #require(PercentEncoding.decodeForm(halves[1]))
    return (String(halves[0]), Dictionary(form.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }))
  }

  private func authorize(
    _ provider: String, challenge: String, redirect: String = "app://"
  ) throws -> [String: String] {
    try visit(
      "/\(provider)/authorize",
      [
        ("client_id", "id"), ("redirect_uri", redirect), ("response_type", "code"), ("state", "s"),
        ("code_challenge", challenge), ("code_challenge_method", "S256"),
      ]
    ).fields
  }

  @Test func helperPageReturnsIdentityTokens() throws {
    let key = P256.Signing.PrivateKey()
    let nonce = Hex.encode(SHA256.hash(data: Array(TurnkeyCaller.hex(key).utf8)))
    let redirect = try #require(caller.descriptor["oauthURL"]?.stringValue) + "/redirect?scheme=app"
    let (target, fields) = try visit(
      "", [("provider", "google"), ("clientId", "web"), ("redirectUri", redirect), ("nonce", nonce), ("state", "x y")])
    #expect(target == "app://")
    #expect(fields["state"] == "x y")
    let token = try #require(fields["id_token"])
    let claims = try JSONValue(parsing: JWS(compact: token).payload)
    #expect(claims["iss"] == "https://accounts.google.com" && claims["aud"] == "web")
    let made = caller.proxy(
      "signup_v2",
      [
        "apiKeys": [], "authenticators": [],
        "oauthProviders": [["providerName": "google", "oidcToken": .string(token)]],
      ])
    #expect(made.status == 200)
    let login = caller.proxy(
      "oauth_login", ["oidcToken": .string(token), "publicKey": .string(TurnkeyCaller.hex(key))])
    #expect(login.status == 200)
    #expect(try caller.whoAmI(key).json["organizationId"] == made.json["organizationId"])
    let elsewhere = TurnkeyCaller.hex(P256.Signing.PrivateKey())
    #expect(
      caller.proxy("oauth_login", ["oidcToken": .string(token), "publicKey": .string(elsewhere)]).turnkeyCode
        == "INVALID_OIDC_TOKEN")
  }

  @Test func codesAreBoundAndWorkOnce() throws {
    let pkce = PKCE(random: SystemRandomSource())
    let verifier = JSONValue.string(pkce.verifier.revealText())
    func exchange(_ code: String?, _ change: JSONObject = [:]) -> SandboxResponse {
      var body: JSONObject = [
        "provider": "OAUTH2_PROVIDER_X", "authCode": .string(code ?? ""), "redirectUri": "app://",
        "codeVerifier": verifier, "nonce": "n", "clientId": "id",
      ]
      for member in change.members { body[member.name] = member.value }
      return caller.proxy("oauth2_authenticate", .object(body))
    }
    let code = try authorize("x", challenge: pkce.challenge)["code"]
    let token = try #require(exchange(code).json["oidcToken"]?.stringValue)
    let claims = try JSONValue(parsing: JWS(compact: token).payload)
    #expect(claims["sub"] == "x:oauth-user" && claims["nonce"] == "n")
    #expect(exchange(code).status == 400)
    let changes: [JSONObject] = [
      ["provider": "OAUTH2_PROVIDER_DISCORD"], ["redirectUri": "other://"], ["codeVerifier": "v"], ["clientId": "x"],
    ]
    for change in changes {
      let fresh = try authorize("x", challenge: pkce.challenge)["code"]
      #expect(exchange(fresh, change).status == 400, "\(JSONValue.object(change).serializedText)")
      // A refused exchange also uses up the code.
      #expect(exchange(fresh).status == 400)
    }
    let late = try authorize("x", challenge: pkce.challenge)["code"]
    caller.advance(60)
    #expect(exchange(late).status == 400)
    #expect(exchange("x", ["authCode": nil]).json["message"] == "auth_code must be set")
    #expect(exchange("x", ["codeVerifier": ""]).json["message"] == "code_verifier must be set")
    #expect(exchange("x", ["redirectUri": ""]).json["message"] == "redirect_uri must be set")
  }

  @Test func redirectPageForwardsTheFields() throws {
    let page = try visit("/redirect", [("scheme", "app"), ("code", "a b"), ("state", "s")])
    #expect(page.target == "app://" && page.fields == ["code": "a b", "state": "s"])
    #expect(caller.sandbox.handle(SandboxRequest("GET", "/turnkey-oauth/redirect")).status == 400)
  }

  @Test func usersCanRefuse() throws {
    caller.policy(["oauthError": "access_denied"])
    let answer = try authorize("discord", challenge: "c")
    #expect(answer == ["error": "access_denied", "state": "s"])
    let page = try visit(
      "/google/authorize", [("client_id", "web"), ("redirect_uri", "http://127.0.0.1:1/cb"), ("state", "s")])
    #expect(page.target == "http://127.0.0.1:1/cb" && page.fields == answer)
  }

  @Test func facebookExchangesItsOwnCodes() throws {
    let pkce = PKCE(random: SystemRandomSource())
    let code = try #require(try authorize("facebook", challenge: pkce.challenge)["code"])
    func token(_ verifier: String) -> SandboxResponse {
      let form = PercentEncoding.encodeForm([
        ("client_id", "id"), ("redirect_uri", "app://"), ("code", code), ("code_verifier", verifier),
      ])
      return caller.sandbox.handle(
        SandboxRequest("POST", "/turnkey-oauth/facebook/token", body: Array(form.utf8)))
    }
    #expect(token("wrong").status == 400)
    #expect(token(pkce.verifier.revealText()).status == 400)
    #expect(caller.sandbox.handle(SandboxRequest("GET", "/turnkey-oauth/x/authorize")).status == 400)
    #expect(caller.sandbox.handle(SandboxRequest("GET", "/turnkey-oauth/nowhere")).status == 501)
  }
}
