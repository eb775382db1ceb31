import AuthCore
import AuthCrypto
import AuthSandbox
import Testing

/// Refreshing, introspecting and revoking tokens.
@Suite struct OIDCVendorRefreshTests {
  private let caller: OIDCCaller

  init() throws { caller = try OIDCCaller() }

  private func isActive(_ token: JSONValue?) throws -> Bool? {
    let answer = caller.post(
      "/introspect", [("token", token?.stringValue ?? "x")], headers: try caller.basic(), isPublic: false)
    #expect(answer.status == 200)
    return answer.json["active"]?.boolValue
  }

  @Test func aRefreshRotates() throws {
    let first = try caller.signIn()
    let second = caller.refresh(first["refresh_token"]?.stringValue).json
    #expect(second["access_token"] != nil && second["refresh_token"] != first["refresh_token"])
    let (old, new) = (
      try caller.verified(first["id_token"]?.stringValue), try caller.verified(second["id_token"]?.stringValue)
    )
    // OpenID Connect Core §12.2.
    #expect(old.subject == new.subject && old["auth_time"] == new["auth_time"] && new["nonce"] == nil)
    #expect(caller.userInfo(first["access_token"]?.stringValue).status == 200, "the old access token stays valid")
  }

  /// RFC 9700 §4.14.2.
  @Test func aUsedRefreshTokenEndsTheGrant() throws {
    let first = try caller.signIn()
    let second = caller.refresh(first["refresh_token"]?.stringValue).json
    #expect(caller.refresh(first["refresh_token"]?.stringValue).json["error"] == "invalid_grant")
    #expect(caller.refresh(second["refresh_token"]?.stringValue).json["error"] == "invalid_grant")
    #expect(caller.userInfo(second["access_token"]?.stringValue).status == 401)
  }

  @Test func aGracePeriodAllowsARetry() throws {
    caller.policy(["refreshReuseGraceSeconds": 10])
    let first = try caller.signIn()["refresh_token"]?.stringValue
    #expect(caller.refresh(first).status == 200)
    caller.advance(9)
    #expect(caller.refresh(first).status == 200)
    caller.advance(2)
    #expect(caller.refresh(first).status == 400)
  }

  @Test func rotationCanBeOff() throws {
    caller.policy(["rotateRefreshTokens": false])
    let first = try caller.signIn()["refresh_token"]?.stringValue
    for _ in 0..<2 {
      let answer = caller.refresh(first)
      #expect(answer.status == 200 && answer.json["refresh_token"] == nil)
    }
  }

  @Test func scopesCanOnlyShrink() throws {
    let token = try caller.signIn()["refresh_token"]?.stringValue
    #expect(caller.refresh(token, [("scope", "openid profile")]).json["error"] == "invalid_scope")
    let narrow = caller.refresh(token, [("scope", "openid")]).json
    #expect(narrow["scope"] == "openid")
    #expect(caller.refresh(narrow["refresh_token"]?.stringValue).json["scope"] == "openid email offline_access")
  }

  @Test func aRefreshTokenBelongsToItsClientAndUser() throws {
    let tokens = try caller.signIn()
    let token = tokens["refresh_token"]?.stringValue ?? ""
    let other = caller.post(
      "/token", [("grant_type", "refresh_token"), ("refresh_token", token)], headers: try caller.basic(),
      isPublic: false)
    #expect(other.json["error"] == "invalid_grant")
    #expect(caller.refresh("unknown").json["error"] == "invalid_grant")
    let me = SandboxRequest(
      "DELETE", "/backend/me", headers: ["Authorization": "Bearer " + (tokens["access_token"]?.stringValue ?? "")])
    #expect(caller.sandbox.handle(me).status == 204)
    #expect(caller.refresh(token).json["error"] == "invalid_grant", "the user was deleted")
    #expect(try isActive(tokens["access_token"]) == false)
  }

  @Test func introspectionDescribesATokenToServersOnly() throws {
    let tokens = try caller.signIn()
    let fields = [(name: "token", value: tokens["access_token"]?.stringValue ?? "")]
    let answer = caller.post("/introspect", fields, headers: try caller.basic(), isPublic: false).json
    #expect(answer["active"] == true && answer["client_id"] == .string(caller.clientID))
    #expect(answer["scope"] == tokens["scope"] && answer["token_type"] == "Bearer")
    #expect(answer["exp"] == .integer(FixedClock.unixTime + 600) && answer["username"] == "jane@example.com")
    #expect(caller.post("/introspect", fields).status == 401)
    #expect(try isActive(tokens["refresh_token"]) == true)
    #expect(try isActive(tokens["id_token"]) == false)
    #expect(try isActive("unknown") == false)
    caller.advance(600)
    #expect(try isActive(tokens["access_token"]) == false)
  }

  /// RFC 7009 §2.1.
  @Test func revocationEndsATokenOrItsGrant() throws {
    let tokens = try caller.signIn()
    func revoke(_ token: JSONValue?) -> Int { caller.post("/revoke", [("token", token?.stringValue ?? "")]).status }
    #expect(revoke("unknown") == 200)
    #expect(revoke(tokens["access_token"]) == 200)
    #expect(try isActive(tokens["access_token"]) == false)
    #expect(try isActive(tokens["refresh_token"]) == true)
    let fresh = caller.refresh(tokens["refresh_token"]?.stringValue).json
    let foreign = caller.post(
      "/revoke", [("token", fresh["refresh_token"]?.stringValue ?? "")], headers: try caller.basic(), isPublic: false)
    #expect(foreign.status == 400)
    #expect(revoke(fresh["refresh_token"]) == 200)
    #expect(try isActive(fresh["access_token"]) == false)
    #expect(try isActive(fresh["refresh_token"]) == false)
  }
}
