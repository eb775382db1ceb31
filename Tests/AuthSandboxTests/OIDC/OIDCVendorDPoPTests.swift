import AuthCore
import AuthCrypto
import AuthSandbox
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Bound tokens (RFC 9449), pushed requests (RFC 9126) and step-up (RFC 9470).
@Suite struct OIDCVendorDPoPTests {
  private let caller: OIDCCaller
  private let key = P256.Signing.PrivateKey()

  init() throws { caller = try OIDCCaller() }

  private func thumbprint(_ key: P256.Signing.PrivateKey) throws -> String {
    try #require(JWK(.p256(key.publicKey), use: nil).thumbprint)
  }

  /// A proof, made here from the RFC's text, not by this package's client.
  private func proof(
    _ method: String, _ route: String, token: String? = nil, nonce: String? = nil, id: String = UUID().uuidString,
    key: P256.Signing.PrivateKey? = nil, _ change: (inout JSONObject) -> Void = { _ in }
  ) throws -> HTTPHeaders {
    let key = key ?? self.key
    var claims: JSONObject = [
      "jti": .string(id), "htm": .string(method), "htu": .string(caller.issuer + route),
      "iat": .integer(FixedClock.unixTime),
    ]
    claims["ath"] = token.map { .string(Base64URL.encode(Array(SHA256.hash(data: Array($0.utf8))))) }
    claims["nonce"] = nonce.map { .string($0) }
    change(&claims)
    let header: JSONObject = ["typ": "dpop+jwt", "jwk": JWK(.p256(key.publicKey), use: nil).json]
    return ["DPoP": try JWS.sign(JSONValue.object(claims).serialized, header: header, with: .p256(key))]
  }

  private func get(_ route: String, _ token: String, _ headers: HTTPHeaders, scheme: String = "DPoP") -> SandboxResponse
  {
    var headers = headers
    headers["Authorization"] = scheme + " " + token
    return caller.sandbox.handle(SandboxRequest("GET", "/oidc" + route, headers: headers))
  }

  private func signIn() throws -> JSONValue {
    let answer = caller.redeem(try caller.authorize()["code"], headers: try proof("POST", "/token"))
    #expect(answer.status == 200, "\(answer.text)")
    return answer.json
  }

  @Test func tokensAreBoundToTheKey() throws {
    let tokens = try signIn()
    #expect(tokens["token_type"] == "DPoP")
    let access = try #require(tokens["access_token"]?.stringValue)
    let claims = try caller.verified(access, audience: caller.sandbox.baseURL + "/backend", types: ["at+jwt"])
    #expect(claims["cnf"]?["jkt"] == .string(try thumbprint(key)))
    #expect(get("/userinfo", access, try proof("GET", "/userinfo", token: access)).status == 200)
    #expect(caller.userInfo(access).status == 401, "as a bearer token")
    #expect(get("/userinfo", access, [:]).status == 401, "without a proof")
    let other = try proof("GET", "/userinfo", token: access, key: P256.Signing.PrivateKey())
    #expect(get("/userinfo", access, other).status == 401, "with another key")
    let used = try proof("GET", "/userinfo", token: access)
    #expect(get("/userinfo", access, used).status == 200)
    let replayed = get("/userinfo", access, used)
    #expect(replayed.status == 401)
    #expect(replayed.headers["WWW-Authenticate"]?.hasPrefix("DPoP error=\"invalid_dpop_proof\"") == true)
  }

  @Test(arguments: ["htm", "htu", "iat", "ath", "jti", "future"])
  func aFalseProofIsRefused(claim: String) throws {
    let access = try #require(try signIn()["access_token"]?.stringValue)
    let headers = try proof("GET", "/userinfo", token: access) { claims in
      switch claim {
      case "htm": claims["htm"] = "POST"
      case "htu": claims["htu"] = .string(self.caller.issuer + "/token")
      case "iat": claims["iat"] = .integer(FixedClock.unixTime - 120)
      case "future": claims["iat"] = .integer(FixedClock.unixTime + 60)
      default: claims[claim] = Optional<JSONValue>.none
      }
    }
    #expect(get("/userinfo", access, headers).status == 401)
    #expect(get("/userinfo", access, try proof("GET", "/userinfo", token: access)).status == 200)
  }

  /// RFC 9449 §5: the refresh tokens of a public client are bound, too.
  @Test func refreshTokensOfPublicClientsAreBound() throws {
    let token = try signIn()["refresh_token"]?.stringValue ?? ""
    func refresh(_ headers: HTTPHeaders) -> SandboxResponse {
      caller.post("/token", [("grant_type", "refresh_token"), ("refresh_token", token)], headers: headers)
    }
    #expect(refresh([:]).json["error"] == "invalid_grant")
    let stranger = try proof("POST", "/token", key: P256.Signing.PrivateKey())
    #expect(refresh(stranger).json["error"] == "invalid_grant")
    #expect(refresh(try proof("POST", "/token")).json["token_type"] == "DPoP")
  }

  @Test func aCodeCanBeBound() throws {
    let bound = try thumbprint(key)
    let code = try caller.authorize(["dpop_jkt": bound])["code"]
    #expect(caller.redeem(code).json["error"] == "invalid_grant")
    let stranger = try proof("POST", "/token", key: P256.Signing.PrivateKey())
    #expect(caller.redeem(code, headers: stranger).json["error"] == "invalid_grant")
    #expect(caller.redeem(code, headers: try proof("POST", "/token")).status == 200)
  }

  /// RFC 9449 §8, §9: both kinds of server ask for a nonce.
  @Test func noncesAreRequired() throws {
    caller.policy(["requireDPoPNonce": true])
    let code = try caller.authorize()["code"]
    let asked = caller.redeem(code, headers: try proof("POST", "/token"))
    #expect(asked.status == 400 && asked.json["error"] == "use_dpop_nonce")
    let nonce = try #require(asked.headers["DPoP-Nonce"])
    let tokens = caller.redeem(code, headers: try proof("POST", "/token", nonce: nonce))
    #expect(tokens.status == 200 && tokens.headers["DPoP-Nonce"] == nonce)
    let access = try #require(tokens.json["access_token"]?.stringValue)
    let refused = get("/userinfo", access, try proof("GET", "/userinfo", token: access))
    #expect(refused.status == 401 && refused.headers["DPoP-Nonce"] != nil)
    #expect(refused.headers["WWW-Authenticate"]?.contains("error=\"use_dpop_nonce\"") == true)
    #expect(get("/userinfo", access, try proof("GET", "/userinfo", token: access, nonce: nonce)).status == 200)
    // A nonce is accepted for at most twice its lifetime.
    caller.advance(600)
    let late = try proof("GET", "/userinfo", token: access, nonce: nonce) { claims in
      claims["iat"] = .integer(FixedClock.unixTime + 600)
    }
    #expect(get("/userinfo", access, late).status == 401)
  }

  @Test func aPolicyRequiresProofs() throws {
    caller.policy(["requireDPoP": true])
    let code = try caller.authorize()["code"]
    #expect(caller.redeem(code).json["error"] == "invalid_dpop_proof")
    #expect(caller.redeem(code, headers: try proof("POST", "/token")).status == 200)
  }

  @Test func theBackendChecksProofs() throws {
    let access = try #require(try signIn()["access_token"]?.stringValue)
    func me(_ headers: HTTPHeaders) -> Int {
      var headers = headers
      headers["Authorization"] = "DPoP " + access
      return caller.sandbox.handle(SandboxRequest("GET", "/backend/me", headers: headers)).status
    }
    let good = try proof("GET", "", token: access) { $0["htu"] = .string(self.caller.sandbox.baseURL + "/backend/me") }
    #expect(me(good) == 200)
    #expect(me(good) == 401)
    #expect(me([:]) == 401)
  }

  // MARK: Pushed requests

  private func push(_ changes: [String: String?] = [:], headers: HTTPHeaders = [:]) throws -> SandboxResponse {
    caller.post("/par", try caller.parameters(changes), headers: headers, isPublic: false)
  }

  private func open(_ uri: String?, client: String? = nil) -> SandboxResponse {
    let query = [(name: "client_id", value: client ?? caller.clientID), (name: "request_uri", value: uri ?? "")]
    return caller.browse(SandboxRequest("GET", "/oidc/authorize?" + PercentEncoding.encodeForm(query)))
  }

  @Test func aPushedRequestWorksOnce() throws {
    let answer = try push()
    #expect(answer.status == 201 && answer.json["expires_in"] == 60)
    let uri = answer.json["request_uri"]?.stringValue
    let callback = try caller.submit(open(uri), [("user", "jane@example.com"), ("decision", "approve")]).callback()
    #expect(callback["state"] == "state-1")
    #expect(caller.redeem(callback["code"]).status == 200)
    #expect(open(uri).status == 400)
    let other = try push().json["request_uri"]?.stringValue
    #expect(open(other, client: try caller.member("secretClient", "clientId")).status == 400)
    let late = try push().json["request_uri"]?.stringValue
    caller.advance(60)
    #expect(open(late).status == 400)
  }

  @Test(
    arguments: [
      (["redirect_uri": "https://evil.example"], 400, "invalid_request"),
      (["code_challenge": nil], 400, "invalid_request"), (["request_uri": "urn:x"], 400, "invalid_request"),
      (["client_id": "unknown"], 401, "invalid_client"), (["response_type": "token"], 400, "unsupported_response_type"),
    ] as [([String: String?], Int, String)])
  func anInvalidRequestIsNotPushed(changes: [String: String?], status: Int, error: String) throws {
    let answer = try push(changes)
    #expect(answer.status == status && answer.json["error"] == .string(error))
  }

  @Test func aPolicyRequiresPushedRequests() throws {
    caller.policy(["requirePushedAuthorization": true])
    #expect(try caller.open().callback()["error"] == "invalid_request")
    #expect(open(try push().json["request_uri"]?.stringValue).status == 200)
    let metadata = caller.sandbox.handle(SandboxRequest("GET", "/oidc/.well-known/openid-configuration")).json
    #expect(metadata["require_pushed_authorization_requests"] == true)
  }

  /// RFC 9449 §10.1: the proof of a pushed request binds the code.
  @Test func theProofOfAPushedRequestBindsTheCode() throws {
    let uri = try push(headers: try proof("POST", "/par")).json["request_uri"]?.stringValue
    let code = try caller.submit(open(uri), [("user", "jane@example.com"), ("decision", "approve")]).callback()["code"]
    #expect(caller.redeem(code).json["error"] == "invalid_grant")
    #expect(caller.redeem(code, headers: try proof("POST", "/token")).status == 200)
    let other = try thumbprint(P256.Signing.PrivateKey())
    let wrong = try push(["dpop_jkt": other], headers: try proof("POST", "/par"))
    #expect(wrong.json["error"] == "invalid_dpop_proof")
  }

  // MARK: Step-up

  @Test func anAPICanAskForAStrongerSignIn() throws {
    let weak = try #require(try caller.signIn()["access_token"]?.stringValue)
    let query = "/api/me?acr_values=" + PercentEncoding.encode("urn:latchkey:sandbox:two")
    #expect(get("/api/me", weak, [:], scheme: "Bearer").status == 200)
    let refused = get(query, weak, [:], scheme: "Bearer")
    #expect(refused.status == 401)
    #expect(
      refused.headers["WWW-Authenticate"]
        == "Bearer error=\"insufficient_user_authentication\", acr_values=\"urn:latchkey:sandbox:two\"")
    let url =
      caller.issuer + "/authorize?"
      + PercentEncoding.encodeForm(try caller.parameters(["acr_values": "urn:latchkey:sandbox:two"]))
    let answer = caller.sandbox.post("/sandbox/oidc/authorize", ["url": .string(url)]).json
    let strong = caller.redeem(answer["parameters"]?["code"]?.stringValue).json["access_token"]?.stringValue ?? ""
    #expect(get(query, strong, [:], scheme: "Bearer").json["acr"] == "urn:latchkey:sandbox:two")
    caller.advance(100)
    let late = get("/api/me?max_age=50", strong, [:], scheme: "Bearer")
    #expect(late.headers["WWW-Authenticate"]?.contains("max_age=\"50\"") == true)
  }
}
