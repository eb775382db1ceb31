import AuthCore
import AuthCrypto
import AuthSandbox
import Testing

/// The token endpoint for codes, the tokens, the keys and the userinfo endpoint.
@Suite struct OIDCVendorTokenTests {
  private let caller: OIDCCaller

  init() throws { caller = try OIDCCaller() }

  @Test func tokensAreSignedAndNameTheirParties() throws {
    let tokens = try caller.signIn()
    #expect(tokens["token_type"] == "Bearer" && tokens["expires_in"] == 600)
    #expect(tokens["scope"] == "openid email offline_access")
    let access = try #require(tokens["access_token"]?.stringValue)
    let identity = try caller.verified(tokens["id_token"]?.stringValue)
    #expect(identity["nonce"] == "nonce-1" && identity["email"] == "jane@example.com")
    #expect(identity["auth_time"] == .integer(FixedClock.unixTime) && identity["sid"]?.stringValue != nil)
    let hash = Base64URL.encode(Array(SHA256.hash(data: Array(access.utf8))).prefix(16))
    #expect(identity["at_hash"] == .string(hash))
    // RFC 9068 §2.
    let claims = try caller.verified(access, audience: caller.sandbox.baseURL + "/backend", types: ["at+jwt"])
    #expect(claims.subject == identity.subject && claims["client_id"] == .string(caller.clientID))
    #expect(claims["scope"] == "openid email offline_access" && claims["jti"]?.stringValue != nil)
    #expect(caller.redeem("x").headers["Cache-Control"] == "no-store")
  }

  @Test func aUserKeepsTheSubject() throws {
    let first = try caller.verified(caller.signIn()["id_token"]?.stringValue).subject
    caller.cookie = nil
    #expect(try caller.verified(caller.signIn()["id_token"]?.stringValue).subject == first)
    caller.cookie = nil
    #expect(try caller.verified(caller.signIn(user: "june@example.com")["id_token"]?.stringValue).subject != first)
  }

  @Test(
    arguments: [
      (["code_verifier": nil], 400, "invalid_grant"), (["code_verifier": "x"], 400, "invalid_grant"),
      (["redirect_uri": nil], 400, "invalid_grant"),
      (["redirect_uri": "http://127.0.0.1:4001/callback"], 400, "invalid_grant"),
      (["code": "unknown"], 400, "invalid_grant"), (["code": nil], 400, "invalid_request"),
      (["client_id": nil], 401, "invalid_client"), (["client_id": "unknown"], 401, "invalid_client"),
      (["grant_type": "password"], 400, "unsupported_grant_type"), (["grant_type": nil], 400, "invalid_request"),
      (["grant_type": "client_credentials"], 400, "unauthorized_client"),
      (["resource": "https://api.example"], 400, "invalid_target"),
      (["client_secret": "x"], 401, "invalid_client"),
    ] as [([String: String?], Int, String)])
  func anInvalidExchangeIsRefused(changes: [String: String?], status: Int, error: String) throws {
    let code = try caller.authorize(["resource": "https://other.example"])["code"]
    let answer = caller.redeem(code, changes)
    #expect(answer.status == status)
    #expect(answer.json["error"] == .string(error), "\(answer.json.serializedText)")
  }

  @Test func aCodeOfAnotherClientIsRefused() throws {
    let code = try caller.authorize()["code"]
    let answer = caller.redeem(code, ["client_id": nil], headers: try caller.basic())
    #expect(answer.json["error"] == "invalid_grant")
    #expect(caller.redeem(code).status == 200)
  }

  @Test func aCodeLivesAMinute() throws {
    let code = try caller.authorize()["code"]
    caller.advance(60)
    #expect(caller.redeem(code).json["error"] == "invalid_grant")
  }

  /// RFC 6749 §4.1.2: the second use of a code ends the tokens of the first.
  @Test func aUsedCodeEndsItsTokens() throws {
    let code = try caller.authorize()["code"]
    let tokens = caller.redeem(code).json
    let access = tokens["access_token"]?.stringValue
    #expect(caller.userInfo(access).status == 200)
    #expect(caller.redeem(code).json["error"] == "invalid_grant")
    #expect(caller.userInfo(access).status == 401)
    #expect(caller.refresh(tokens["refresh_token"]?.stringValue).json["error"] == "invalid_grant")
  }

  @Test func theBodyMustBeAForm() throws {
    let request = SandboxRequest("POST", "/oidc/token", json: ["grant_type": "authorization_code"])
    #expect(caller.sandbox.handle(request).json["error"] == "invalid_request")
    let twice = caller.post("/token", [("grant_type", "refresh_token"), ("grant_type", "refresh_token")])
    #expect(twice.json["error"] == "invalid_request")
  }

  @Test func userInfoHasTheClaimsOfTheScopes() throws {
    let tokens = try caller.signIn(["scope": "openid profile"])
    let claims = caller.userInfo(tokens["access_token"]?.stringValue).json
    #expect(claims["name"] == "Jane" && claims["preferred_username"] == "jane@example.com")
    #expect(claims["email"] == nil)
    #expect(tokens["refresh_token"] == nil, "without offline_access")
    let refused = caller.userInfo("nonsense")
    #expect(refused.status == 401)
    #expect(refused.headers["WWW-Authenticate"]?.hasPrefix("Bearer error=\"invalid_token\"") == true)
    let other = try caller.signIn(["scope": "api"])
    #expect(other["id_token"] == nil && caller.userInfo(other["access_token"]?.stringValue).status == 403)
    caller.advance(600)
    #expect(caller.userInfo(tokens["access_token"]?.stringValue).status == 401)
  }

  @Test func keysRotate() throws {
    let before = try caller.signIn()["id_token"]?.stringValue
    let keys = caller.sandbox.handle(SandboxRequest("GET", "/oidc/jwks")).json["keys"]?.arrayValue ?? []
    #expect(Set(keys.compactMap { $0["alg"]?.stringValue }) == ["ES256", "RS256"])
    #expect(keys.allSatisfy { $0["d"] == nil && $0["use"] == "sig" })
    #expect(caller.sandbox.post("/sandbox/oidc/rotate").json["keys"]?.arrayValue?.count == 4)
    let after = try caller.signIn()["id_token"]?.stringValue
    #expect(try JWS(compact: try #require(after)).keyID != JWS(compact: try #require(before)).keyID)
    _ = try caller.verified(before)
    _ = try caller.verified(after)
    #expect(caller.sandbox.post("/sandbox/oidc/rotate", ["withdraw": true]).json["keys"]?.arrayValue?.count == 2)
    #expect(throws: AuthError.self) { try caller.verified(before) }
  }

  @Test func thePolicyChoosesTheAlgorithm() throws {
    caller.policy(["algorithm": "RS256"])
    #expect(try caller.verified(caller.signIn()["id_token"]?.stringValue).algorithm == .rs256)
  }

  @Test func accessTokensCanBeOpaque() throws {
    caller.policy(["opaqueAccessTokens": true])
    let access = try caller.signIn()["access_token"]?.stringValue
    #expect(access?.contains(".") == false)
    #expect(caller.userInfo(access).status == 200)
  }

  @Test func resourcesAreTheAudience() throws {
    let query = try caller.parameters(["resource": "https://one.example"]) + [("resource", "https://two.example")]
    let page = caller.browse(SandboxRequest("GET", "/oidc/authorize?" + PercentEncoding.encodeForm(query)))
    let code = try caller.submit(page, [("user", "jane@example.com"), ("decision", "approve")]).callback()["code"]
    let tokens = caller.redeem(code, ["resource": "https://two.example"]).json
    let claims = try caller.verified(
      tokens["access_token"]?.stringValue, audience: "https://two.example", types: ["at+jwt"])
    #expect(claims.audiences == ["https://two.example"])
  }

  @Test func theBackendKnowsTheUserOfAToken() throws {
    let tokens = try caller.signIn()
    func me(_ token: String?) -> SandboxResponse {
      caller.sandbox.handle(SandboxRequest("GET", "/backend/me", headers: ["Authorization": "Bearer " + (token ?? "")]))
    }
    let who = me(tokens["access_token"]?.stringValue).json
    #expect(who["provider"] == "oidc" && who["identifier"] == "jane@example.com")
    #expect(me(tokens["id_token"]?.stringValue).status == 401)
    let other = try caller.signIn(["resource": "https://other.example"])
    #expect(me(other["access_token"]?.stringValue).status == 401, "for another audience")
    _ = caller.sandbox.post("/sandbox/revoke", ["provider": "oidc", "subject": try #require(who["subject"])])
    #expect(me(tokens["access_token"]?.stringValue).status == 401)
  }
}
