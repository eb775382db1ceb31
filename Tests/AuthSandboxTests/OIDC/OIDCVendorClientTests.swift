import AuthCore
import AuthCrypto
import AuthSandbox
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The authentication of clients, their registration, and grants without a user.
@Suite struct OIDCVendorClientTests {
  private let caller: OIDCCaller

  init() throws { caller = try OIDCCaller() }

  private static let service = [
    (name: "grant_type", value: "client_credentials"), (name: "scope", value: "api openid"),
  ]

  /// An assertion of the client with a key (RFC 7523 §3).
  private func assertion(_ change: (inout JSONObject) -> Void = { _ in }, key: String? = nil) throws -> String {
    let id = try caller.member("keyClient", "clientId")
    var claims: JSONObject = [
      "iss": .string(id), "sub": .string(id), "aud": .string(caller.issuer + "/token"), "jti": "assertion-1",
      "iat": .integer(FixedClock.unixTime), "exp": .integer(FixedClock.unixTime + 60),
    ]
    change(&claims)
    let pem = try key ?? caller.member("keyClient", "privateKeyPEM")
    return try JWS.sign(
      claims: claims, keyID: caller.member("keyClient", "keyId"), with: JWS.SigningKey(pemRepresentation: pem))
  }

  private func send(_ assertion: String, _ more: [(name: String, value: String)] = []) -> SandboxResponse {
    caller.post(
      "/token",
      Self.service + more + [
        ("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"),
        ("client_assertion", assertion),
      ], isPublic: false)
  }

  @Test func aSecretWorksInTheHeaderAndInTheForm() throws {
    let inHeader = caller.post("/token", Self.service, headers: try caller.basic(), isPublic: false)
    // A client that acts for itself has no user, so it has no ID token (RFC 6749 §4.4.3).
    #expect(inHeader.json["scope"] == "api" && inHeader.json["id_token"] == nil)
    #expect(inHeader.json["refresh_token"] == nil)
    let credential = [
      (name: "client_id", value: try caller.member("secretClient", "clientId")),
      (name: "client_secret", value: try caller.member("secretClient", "clientSecret")),
    ]
    #expect(caller.post("/token", Self.service + credential, isPublic: false).status == 200)
    let both = caller.post("/token", Self.service + credential, headers: try caller.basic(), isPublic: false)
    #expect(both.json["error"] == "invalid_request")
  }

  @Test func aWrongSecretIsRefused() throws {
    let id = try caller.member("secretClient", "clientId")
    for header in ["Basic " + Base64.encode(Array((id + ":wrong").utf8)), "Basic =", "Basic", "basic x"] {
      let answer = caller.post("/token", Self.service, headers: ["Authorization": header], isPublic: false)
      #expect(answer.status == 401 && answer.json["error"] == "invalid_client", "\(header)")
    }
    let wrong = "Basic " + Base64.encode(Array((id + ":wrong").utf8))
    let answer = caller.post("/token", Self.service, headers: ["Authorization": wrong], isPublic: false)
    #expect(answer.headers["WWW-Authenticate"]?.hasPrefix("Basic") == true)
    #expect(caller.post("/token", Self.service + [("client_id", id)], isPublic: false).status == 401)
  }

  @Test func anAssertionWorksOnce() throws {
    let text = try assertion()
    #expect(send(text).status == 200)
    #expect(send(text).json["error"] == "invalid_client")
    #expect(send(try assertion { $0["jti"] = "another" }).status == 200)
    #expect(
      send(
        try assertion {
          $0["jti"] = "of the issuer"; $0["aud"] = .string(self.caller.issuer)
        }
      ).status == 200)
  }

  @Test(arguments: ["iss", "sub", "aud", "exp", "jti", "long", "key"])
  func aFalseAssertionIsRefused(member: String) throws {
    let stranger = P256.Signing.PrivateKey().pemRepresentation
    let text = try assertion(
      { claims in
        switch member {
        case "iss", "aud": claims[member] = "another"
        case "sub": claims["sub"] = .string(self.caller.clientID)
        case "exp": claims["exp"] = .integer(FixedClock.unixTime - 60)
        case "jti": claims["jti"] = Optional<JSONValue>.none
        case "long": claims["exp"] = .integer(FixedClock.unixTime + 86_400)
        default: break
        }
      }, key: member == "key" ? stranger : nil)
    #expect(send(text).json["error"] == "invalid_client")
  }

  @Test func aPublicClientHasNoGrantOfItsOwn() {
    #expect(caller.post("/token", Self.service).json["error"] == "unauthorized_client")
  }

  /// RFC 8693 §2.
  @Test func aTokenIsExchanged() throws {
    let user = try caller.signIn(["scope": "openid api"])
    let type = "urn:ietf:params:oauth:token-type:access_token"
    func exchange(_ changes: [String: String?]) throws -> JSONValue {
      var fields: [String: String] = [
        "grant_type": "urn:ietf:params:oauth:grant-type:token-exchange", "subject_token_type": type,
        "subject_token": user["access_token"]?.stringValue ?? "", "audience": "https://api.example",
      ]
      for (name, value) in changes { fields[name] = value }
      return caller.post(
        "/token", fields.map { ($0.key, $0.value) }, headers: try caller.basic(), isPublic: false
      ).json
    }
    let answer = try exchange(["scope": "api"])
    #expect(answer["issued_token_type"] == .string(type) && answer["id_token"] == nil && answer["scope"] == "api")
    let claims = try caller.verified(
      answer["access_token"]?.stringValue, audience: "https://api.example", types: ["at+jwt"])
    #expect(claims.subject == (try caller.verified(user["id_token"]?.stringValue).subject))
    #expect(claims["client_id"] == .string(try caller.member("secretClient", "clientId")) && claims["act"] == nil)
    let service = caller.post("/token", Self.service, headers: try caller.basic(), isPublic: false).json
    let acting = try exchange(["actor_token": service["access_token"]?.stringValue, "actor_token_type": type])
    let delegated = try caller.verified(
      acting["access_token"]?.stringValue, audience: "https://api.example", types: ["at+jwt"])
    #expect(delegated["act"]?["sub"] == .string(try caller.member("secretClient", "clientId")))
    #expect(try exchange(["scope": "profile"])["error"] == "invalid_scope")
    #expect(try exchange(["subject_token": "x"])["error"] == "invalid_request")
    #expect(try exchange(["subject_token_type": "urn:x"])["error"] == "invalid_request")
    #expect(try exchange(["requested_token_type": "urn:x"])["error"] == "invalid_request")
  }

  private func register(_ members: JSONObject) -> SandboxResponse {
    caller.sandbox.handle(SandboxRequest("POST", "/oidc/register", json: .object(members)))
  }

  @Test func aRegisteredClientSignsIn() throws {
    let answer = register([
      "client_name": "<b>Mine</b>", "redirect_uris": ["http://127.0.0.1/mine", "com.example.app:/callback"],
      "token_endpoint_auth_method": "none", "grant_types": ["authorization_code"],
    ])
    #expect(answer.status == 201 && answer.json["client_secret"] == nil)
    caller.clientID = try #require(answer.json["client_id"]?.stringValue)
    #expect(try caller.open().status == 400, "the redirect URI is not its own")
    let page = try caller.open(["redirect_uri": "com.example.app:/callback"])
    #expect(page.text.contains("&lt;b&gt;Mine&lt;/b&gt;"))
    let code = try caller.submit(page, [("user", "jane@example.com"), ("decision", "approve")]).callback()["code"]
    let tokens = caller.redeem(code, ["redirect_uri": "com.example.app:/callback"]).json
    // The default of RFC 7591 §2 is RS256.
    #expect(try caller.verified(tokens["id_token"]?.stringValue).algorithm == .rs256)
    #expect(tokens["refresh_token"] == nil, "it did not register for refresh_token")
    // RFC 7592 §2.
    let uri = try #require(answer.json["registration_client_uri"]?.stringValue).dropFirst(caller.sandbox.baseURL.count)
    let token = try #require(answer.json["registration_access_token"]?.stringValue)
    func manage(_ method: String, _ token: String) -> SandboxResponse {
      caller.sandbox.handle(SandboxRequest(method, String(uri), headers: ["Authorization": "Bearer " + token]))
    }
    #expect(manage("GET", "x").status == 401)
    #expect(manage("GET", token).json["redirect_uris"] == answer.json["redirect_uris"])
    #expect(manage("DELETE", token).status == 204)
    #expect(caller.userInfo(tokens["access_token"]?.stringValue).status == 401)
    #expect(try caller.open().status == 400)
  }

  @Test func aRegisteredClientUsesItsMethodOnly() throws {
    let answer = register(["grant_types": ["client_credentials"], "token_endpoint_auth_method": "client_secret_post"])
    let (id, secret) = (answer.json["client_id"]?.stringValue ?? "", answer.json["client_secret"]?.stringValue ?? "")
    let inForm = caller.post("/token", Self.service + [("client_id", id), ("client_secret", secret)], isPublic: false)
    #expect(inForm.status == 200)
    let header = "Basic " + Base64.encode(Array((id + ":" + secret).utf8))
    #expect(caller.post("/token", Self.service, headers: ["Authorization": header], isPublic: false).status == 401)
  }

  @Test(
    arguments: [
      ([:], "invalid_client_metadata"), (["client_name": "x"], "invalid_redirect_uri"),
      (["redirect_uris": ["http://app.example/callback"]], "invalid_redirect_uri"),
      (["redirect_uris": ["https://app.example/#part"]], "invalid_redirect_uri"),
      (["redirect_uris": ["javascript:alert(1)"]], "invalid_redirect_uri"),
      (["redirect_uris": ["/callback"]], "invalid_redirect_uri"),
      (["redirect_uris": "https://app.example"], "invalid_client_metadata"),
      (["redirect_uris": ["https://a.example"], "grant_types": ["implicit"]], "invalid_client_metadata"),
      (["redirect_uris": ["https://a.example"], "response_types": ["token"]], "invalid_client_metadata"),
      (
        ["redirect_uris": ["https://a.example"], "token_endpoint_auth_method": "private_key_jwt"],
        "invalid_client_metadata"
      ),
      (
        ["grant_types": ["client_credentials"], "token_endpoint_auth_method": "none"], "invalid_client_metadata"
      ),
      (
        ["redirect_uris": ["https://a.example"], "id_token_signed_response_alg": "none"], "invalid_client_metadata"
      ),
      (
        ["redirect_uris": ["https://a.example"], "backchannel_logout_uri": "http://a.example"],
        "invalid_client_metadata"
      ),
    ] as [(JSONObject, String)])
  func invalidMetadataAreRefused(metadata: JSONObject, error: String) {
    let answer = register(metadata)
    #expect(answer.status == 400 && answer.json["error"] == .string(error), "\(answer.json.serializedText)")
  }
}
