import AuthCore
import AuthCrypto
import AuthSandbox
import Testing

@Suite("Privy vendor: sessions")
struct PrivySessionTests {
  @Test("issues tokens that verify with the app's key set")
  func tokens() throws {
    let fixture = try PrivyFixture()
    let session = try fixture.signIn()
    let set = try fixture.call("GET", "/v1/apps/\(fixture.appID)/jwks.json", headers: [:])
    let keys = try JWKSet(json: set.json)
    let rules = JWTValidationRules(
      algorithms: [.es256], issuer: "privy.io", audiences: [fixture.appID], requiredClaims: ["sub", "iat"])
    let now = FixedClock().now()
    let access = try JWTVerifier(rules).verify(session.text("token"), with: keys, at: now)
    #expect(access.subject == session.json["user"]?["id"]?.stringValue)
    #expect(access["sid"]?.stringValue?.isEmpty == false)
    let identity = try JWTVerifier(rules).verify(session.text("identity_token"), with: keys, at: now)
    let accounts = try JSONValue(parsing: Array((identity["linked_accounts"]?.stringValue ?? "").utf8))
    #expect(accounts.arrayValue?.first?["custom_user_id"] == "jane")
    #expect(identity["cr"]?.stringValue != nil && identity["sid"] == nil)
    #expect(throws: AuthError(.invalidToken, "")) {
      try JWTVerifier(rules).verify(session.text("privy_access_token"), with: keys, at: now)
    }
    #expect(try fixture.call("GET", "/api/v1/apps/\(fixture.appID)/jwks.json", headers: [:]).json == set.json)
    #expect(try fixture.call("GET", "/v1/apps/other/jwks.json", headers: [:]).status == 404)
  }

  @Test("ignores a renewal that is not needed, returns the next one's tokens, and keeps the old ones valid")
  func ignore() throws {
    let fixture = try PrivyFixture()
    let session = try fixture.signIn()
    let answer = try fixture.refresh(session.text("refresh_token"), bearer: session.text("token"))
    #expect(answer.json["session_update_action"] == "ignore")
    #expect(answer.json["token"] == .null && answer.json["identity_token"] == nil)
    #expect(answer.text("refresh_token") != session.text("refresh_token") && !answer.text("refresh_token").isEmpty)
    #expect(!answer.text("privy_access_token").isEmpty)
    fixture.advance(3301)
    let renewed = try fixture.refresh(session.text("refresh_token"), bearer: session.text("token"))
    #expect(renewed.json["session_update_action"] == "set")
  }

  @Test("gives a repeated request the same pair within the grace, and ends the session after it")
  func reuse() throws {
    let fixture = try PrivyFixture()
    fixture.policy(["accessTokenSeconds": 60])
    let session = try fixture.signIn()
    let first = try fixture.refresh(session.text("refresh_token"), bearer: session.text("token"))
    #expect(first.text("refresh_token") != session.text("refresh_token"))
    fixture.advance(10)
    let repeated = try fixture.refresh(session.text("refresh_token"), bearer: session.text("token"))
    #expect(repeated.json == first.json)
    fixture.advance(1)
    let reused = try fixture.refresh(session.text("refresh_token"), bearer: session.text("token"))
    #expect(reused.status == 401 && reused.code == "token_already_used")
    #expect(try fixture.call("GET", "/api/v1/users/me", bearer: first.text("token")).status == 401)
    let cleared = try fixture.refresh(first.text("refresh_token"), bearer: first.text("token"))
    #expect(cleared.status == 200 && cleared.json["session_update_action"] == "clear")
    #expect(cleared.json["token"] == .null && cleared.json["user"] == .null)
  }

  @Test("takes the grace from the policy")
  func grace() throws {
    let fixture = try PrivyFixture()
    fixture.policy(["accessTokenSeconds": 60, "refreshReuseGraceSeconds": 0])
    let session = try fixture.signIn()
    _ = try fixture.refresh(session.text("refresh_token"), bearer: session.text("token"))
    fixture.advance(1)
    let again = try fixture.refresh(session.text("refresh_token"), bearer: session.text("token"))
    #expect(again.code == "token_already_used")
  }

  @Test("requires a bearer token of the same session, expired or not, of either kind")
  func bearers() throws {
    let fixture = try PrivyFixture()
    fixture.policy(["accessTokenSeconds": 60])
    let jane = try fixture.signIn("jane")
    let bob = try fixture.signIn("bob")
    let token = jane.text("refresh_token")
    #expect(try fixture.refresh(token, bearer: bob.text("token")).code == "missing_or_invalid_token")
    #expect(try fixture.refresh(token, bearer: jane.text("identity_token")).code == "missing_or_invalid_token")
    let none = try fixture.call("POST", "/api/v1/sessions", ["refresh_token": .string(token)])
    #expect(none.status == 400 && none.code == "missing_or_invalid_token")
    #expect(try fixture.refresh("unknown", bearer: jane.text("token")).code == "missing_or_invalid_token")
    fixture.advance(86_400)
    let renewed = try fixture.refresh(token, bearer: jane.text("privy_access_token"))
    #expect(renewed.json["session_update_action"] == "set")
    fixture.advance(31 * 86_400)
    let late = try fixture.refresh(renewed.text("refresh_token"), bearer: renewed.text("token"))
    #expect(late.status == 401 && late.code == "missing_or_invalid_token")
  }

  @Test("clears a session that was revoked")
  func revoke() throws {
    let fixture = try PrivyFixture()
    let session = try fixture.signIn()
    let subject = session.json["user"]?["id"] ?? .null
    let answer = fixture.sandbox.handle(
      SandboxRequest("POST", "/sandbox/revoke", json: ["provider": "privy", "subject": subject]))
    #expect(try JSONValue(parsing: answer.body)["revoked"] == 1)
    let cleared = try fixture.refresh(session.text("refresh_token"), bearer: session.text("token"))
    #expect(cleared.status == 200 && cleared.json["session_update_action"] == "clear")
    #expect(try fixture.call("GET", "/api/v1/users/me", bearer: session.text("token")).status == 401)
  }

  @Test("logs a session out once")
  func logOut() throws {
    let fixture = try PrivyFixture()
    let session = try fixture.signIn()
    let body: JSONValue = ["refresh_token": .string(session.text("refresh_token"))]
    #expect(try fixture.call("POST", "/api/v1/sessions/logout", body, bearer: session.text("token")).status == 200)
    let again = try fixture.call("POST", "/api/v1/sessions/logout", body, bearer: session.text("token"))
    #expect(again.status == 400 && again.code == "already_logged_out")
    let dead = try fixture.refresh(session.text("refresh_token"), bearer: session.text("token"))
    #expect(dead.status == 401 && dead.code == "missing_or_invalid_token")
  }

  @Test("returns the current user to the user's client and to the app's backend")
  func currentUser() throws {
    let fixture = try PrivyFixture()
    let session = try fixture.signIn()
    let me = try fixture.call("GET", "/api/v1/users/me", bearer: session.text("token"))
    #expect(me.json["user"] == session.json["user"] && !me.text("identity_token").isEmpty)
    // The vendor's own libraries send the vendor's own token, which is accepted here, too.
    #expect(try fixture.call("GET", "/api/v1/users/me", bearer: session.text("privy_access_token")).json["user"] != nil)
    func backend(_ token: String) -> SandboxResponse {
      fixture.sandbox.handle(SandboxRequest("GET", "/backend/me", headers: ["Authorization": "Bearer " + token]))
    }
    let who = try JSONValue(parsing: backend(session.text("token")).body)
    #expect(who["provider"] == "privy" && who["subject"] == session.json["user"]?["id"])
    #expect(backend(session.text("privy_access_token")).status == 401, "the vendor's token is only for the vendor")
    #expect(backend(session.text("identity_token")).status == 401)
    fixture.advance(3600)
    #expect(backend(session.text("token")).status == 401)
    #expect(try fixture.call("GET", "/api/v1/users/me", bearer: session.text("token")).status == 401)
  }

  @Test("keeps its keys across a reset, and deletes its users")
  func reset() throws {
    let fixture = try PrivyFixture()
    let session = try fixture.signIn()
    _ = fixture.sandbox.handle(SandboxRequest("POST", "/sandbox/reset", json: [:]))
    #expect(fixture.sandbox.descriptor["privy"] == fixture.descriptor)
    #expect(try fixture.call("GET", "/api/v1/users/me", bearer: session.text("token")).status == 401)
    let restarted = try Sandbox(keyring: fixture.sandbox.keyring)
    #expect(restarted.descriptor["privy"] == fixture.descriptor)
  }
}
