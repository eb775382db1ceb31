import AuthCore
import AuthSandbox
import Testing

@Suite struct AuthsignalBackendTests {
  @Test func proofOpensOneSession() throws {
    let desk = try AuthsignalDesk()
    let proof = try desk.enrolledByEmail()
    let body: JSONValue = ["token": .string(proof), "action": "signIn"]
    let session = try desk.call("POST", "/backend/authsignal/exchange", body)
    #expect(session.status == 200)
    let token = try #require(session["token"]?.stringValue)
    #expect(session["subject"] == (try desk.claims(proof))["sub"])
    let who = try desk.call("GET", "/backend/me", headers: ["Authorization": "Bearer \(token)"])
    #expect(who.status == 200)
    #expect(who["provider"] == "authsignal")
    #expect(who["identifier"] == "jane@example.com")
    let again = try desk.call("POST", "/backend/authsignal/exchange", body)
    #expect(again.status == 401)
    #expect(again["error"] == "proof_used")
  }

  @Test func refusesATokenFromBeforeTheChallenge() throws {
    let desk = try AuthsignalDesk()
    let raw = try desk.track()
    let refused = try desk.call("POST", "/backend/authsignal/exchange", ["token": .string(raw)])
    #expect(refused.status == 401)
    #expect(refused["error"] == "invalid_proof")
  }

  @Test func refusesAProofOfAnotherAction() throws {
    let desk = try AuthsignalDesk()
    let proof = try desk.enrolledByEmail()
    let body: JSONValue = ["token": .string(proof), "action": "pay"]
    #expect(try desk.call("POST", "/backend/authsignal/exchange", body).status == 401)
  }

  @Test func oneIdentifierIsOneUser() throws {
    let desk = try AuthsignalDesk()
    let first = try desk.claims(try desk.track("Jane@Example.com"))
    let second = try desk.claims(try desk.track("jane@example.com", action: "pay"))
    let other = try desk.claims(try desk.track("joe@example.com"))
    #expect(first["sub"] == second["sub"])
    #expect(first["sub"] != other["sub"])
    #expect(first["scope"]?.stringValue?.contains("add:authenticators") == true)
  }

  @Test func refusesUnknownUsersIfSignUpIsOff() throws {
    let desk = try AuthsignalDesk()
    _ = try desk.track("known@example.com")
    _ = try desk.call("POST", "/sandbox/policy", ["provider": "authsignal", "createUsers": false])
    let body: JSONValue = ["identifier": "new@example.com", "action": "signIn"]
    let refused = try desk.call("POST", "/backend/track", body)
    #expect(refused.status == 404)
    #expect(refused["error"] == "user_not_found")
    _ = try desk.track("known@example.com")
  }

  @Test func malformedRequestsAreRefused() throws {
    let desk = try AuthsignalDesk()
    for body: JSONValue in [[:], ["identifier": "a@example.com"], ["identifier": "a@example.com", "action": "a b"]] {
      #expect(try desk.call("POST", "/backend/track", body).status == 400)
    }
    #expect(try desk.call("POST", "/backend/authsignal/exchange", [:]).status == 400)
    #expect(try desk.call("GET", "/backend/track").status == 405)
  }

  @Test func resetDeletesUsersAndKeepsTheTenant() throws {
    let desk = try AuthsignalDesk()
    let proof = try desk.enrolledByEmail()
    _ = try desk.call("POST", "/sandbox/reset", [:])
    #expect(try desk.client("GET", "/user-authenticators", token: proof).status == 401)
    #expect(desk.sandbox.descriptor["authsignal"]?["tenantId"] == .string(desk.tenantID))
  }
}
