import AuthCore
import AuthCrypto
import AuthSandbox
import Testing

/// The sessions that the vendor manages for the app (A93).
@Suite struct AuthsignalSessionManagementTests {
  private func opened(_ desk: AuthsignalDesk) throws -> AuthsignalDesk.Answer {
    let token = try desk.enrolledByEmail()
    return try desk.server("POST", "/sessions", ["clientId": "app-1", "token": .string(token), "action": "signIn"])
  }

  @Test func opensASessionForACompletedChallengeOnce() throws {
    let desk = try AuthsignalDesk()
    let raw = try desk.track()
    let body: JSONValue = ["clientId": "app-1", "token": .string(raw)]
    #expect(try desk.server("POST", "/sessions", body)["errorCode"] == "invalid_request", "no factor was proved yet")
    let proof = try desk.enrolledByEmail()
    let wrong: JSONValue = ["clientId": "app-1", "token": .string(proof), "action": "pay"]
    #expect(try desk.server("POST", "/sessions", wrong)["errorCode"] == "invalid_request")
    #expect(try desk.server("POST", "/sessions", ["clientId": "app-1", "token": "x"])["errorCode"] == "token_invalid")
    let good: JSONValue = ["clientId": "app-1", "token": .string(proof)]
    let session = try desk.server("POST", "/sessions", good)
    #expect(session["accessToken"]?.stringValue != nil && session["refreshToken"]?.stringValue != nil)
    #expect(try desk.server("POST", "/sessions", good).status == 400)
    #expect(try desk.call("POST", "/authsignal/v1/sessions", good).status == 401, "a device must not open a session")
  }

  @Test func signsAccessTokensWithItsPublishedKey() throws {
    let desk = try AuthsignalDesk()
    let token = try #require(try opened(desk)["accessToken"]?.stringValue)
    let jwks = try desk.call("GET", "/authsignal/v1/client/public/\(desk.tenantID)/.well-known/jwks")
    let jws = try JWS(compact: token)
    #expect(jws.algorithm == .rs256)
    let key = try #require(try JWKSet(json: jwks.json).keys.first { $0.keyID == jws.keyID })
    try jws.verify(with: key.key)
    let claims = try JSONValue(parsing: jws.payload)
    #expect(claims["aud"] == "app-1" && claims["sub"]?.stringValue?.hasPrefix("usr_") == true)
    #expect(try desk.call("GET", "/authsignal/v1/client/public/other/.well-known/jwks").status >= 400)
  }

  @Test func keepsItsKeyAcrossARestart() throws {
    let desk = try AuthsignalDesk()
    let token = try #require(try opened(desk)["accessToken"]?.stringValue)
    let jws = try JWS(compact: token)
    // The key ring is written as JSON and read again, as in the program's key file.
    let again = try AuthsignalDesk(
      keyring: SandboxKeyring(json: JSONValue(parsing: desk.sandbox.keyring.json.serialized)))
    let jwks = try again.call("GET", "/authsignal/v1/client/public/\(desk.tenantID)/.well-known/jwks")
    let key = try #require(try JWKSet(json: jwks.json).keys.first { $0.keyID == jws.keyID })
    try jws.verify(with: key.key)
    let next = try JWS(compact: try #require(try opened(again)["accessToken"]?.stringValue))
    #expect(next.keyID == jws.keyID)
    // Preparing the keys also makes the session key, before the sandbox issues a token.
    let unused = try Sandbox()
    #expect(unused.keyring.entries["authsignal.sessionKey"] == nil)
    try unused.prepareKeys()
    let made = try #require(unused.keyring.entries["authsignal.sessionKey"])
    #expect(try Sandbox(keyring: unused.keyring).keyring.entries["authsignal.sessionKey"] == made)
    let broken = SandboxKeyring(entries: ["authsignal.sessionKey": "nonsense"])
    #expect(throws: AuthError(.storeCorrupt, "")) { try Sandbox(keyring: broken) }
  }

  @Test func validatesRefreshesAndRevokes() throws {
    let desk = try AuthsignalDesk()
    let session = try opened(desk)
    let access = try #require(session["accessToken"])
    let valid = try desk.server("POST", "/sessions/validate", ["accessToken": access, "clientIds": ["app-1"]])
    #expect(valid["user"]?["email"] == "jane@example.com" && valid["verificationMethod"] == "EMAIL_OTP")
    let end = try #require(valid["expiresAt"]?.integerValue)
    #expect(
      try desk.server("POST", "/sessions/validate", ["accessToken": access, "clientIds": ["app-2"]]).status == 401)
    try desk.advance(seconds: 600)
    #expect(try desk.server("POST", "/sessions/validate", ["accessToken": access])["errorCode"] == "expired_token")
    let refresh: JSONValue = ["refreshToken": try #require(session["refreshToken"])]
    let renewed = try desk.server("POST", "/sessions/refresh", refresh)
    let next = try #require(renewed["accessToken"])
    let again = try desk.server("POST", "/sessions/validate", ["accessToken": next])
    #expect(try #require(again["expiresAt"]?.integerValue) >= end + 600)
    #expect(try desk.server("POST", "/sessions/refresh", refresh)["errorCode"] == "token_invalid", "it works only once")
    #expect(try desk.server("POST", "/sessions/revoke", ["accessToken": next]).status == 200)
    #expect(try desk.server("POST", "/sessions/validate", ["accessToken": next])["errorCode"] == "token_invalid")
  }

  @Test func revokesAllOfAUser() throws {
    let desk = try AuthsignalDesk()
    let access = try #require(try opened(desk)["accessToken"])
    let user = try #require(
      try desk.server("POST", "/sessions/validate", ["accessToken": access])["user"]?["userId"])
    #expect(try desk.server("POST", "/sessions/user/revoke", ["userId": "another"]).status == 200)
    #expect(try desk.server("POST", "/sessions/validate", ["accessToken": access]).status == 200)
    #expect(try desk.server("POST", "/sessions/user/revoke", ["userId": user]).status == 200)
    #expect(try desk.server("POST", "/sessions/validate", ["accessToken": access])["errorCode"] == "token_invalid")
  }
}
