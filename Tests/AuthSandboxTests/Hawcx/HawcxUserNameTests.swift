import AuthCore
import AuthCrypto
import AuthSandbox
import Testing

/// User names as identifiers, if the project accepts them.
@Suite struct HawcxUserNameTests {
  let caller: HawcxCaller

  init() throws { caller = try HawcxCaller() }

  @Test("H97: a user name signs in if the policy accepts user names") func signsIn() throws {
    #expect(try caller.start("jane.doe").code == "invalid_identifier")
    try caller.policy(["usernames": true])
    for refused in ["jane doe", "jane@", "@jane", "jane/doe", "jän", String(repeating: "a", count: 65)] {
      #expect(try caller.start(refused).code == "invalid_identifier", "\(refused)")
    }
    #expect(try caller.start(" Jane.Doe ").type == "select_method")
    #expect(try caller.select("sms_otp").code == "method_not_available")
    let prompt = try caller.select("email_otp")
    #expect(prompt.step?["destination"]?.stringValue == "j***" && prompt.step?["channel"]?.stringValue == "email")
    let end = try caller.submit(caller.sandbox.lastCode(to: "jane.doe"))
    let code = try #require(end.step?["authCode"]?.stringValue)
    let answer = try caller.exchange(code: code)
    let token = try JWS(compact: try #require(answer.body["id_token"]?.stringValue))
    let claims = try JSONValue(parsing: token.payload)
    #expect(claims["preferred_username"]?.stringValue == "jane.doe")
    #expect(claims["email"] == nil && claims["phone_number"] == nil)
  }

  @Test func appsBackendIdentifiesTheUserByName() throws {
    try caller.policy(["usernames": true])
    for (identifier, status) in [("Jane.Doe", 200), ("joe.doe", 401)] {
      let body: JSONValue = [
        "authCode": .string(try caller.authCode("jane.doe")), "codeVerifier": .string(caller.verifier),
        "identifier": .string(identifier),
      ]
      let response = caller.sandbox.handle(SandboxRequest("POST", "/backend/hawcx/exchange", json: body))
      #expect(response.status == status, "\(identifier)")
    }
    let stepUp: JSONValue = ["identifier": "jane.doe", "purpose": "change_mfa_method", "newMethod": "totp"]
    #expect(caller.sandbox.handle(SandboxRequest("POST", "/backend/hawcx/step-up", json: stepUp)).status == 200)
  }

  @Test func setsUpASecondFactorByName() throws {
    try caller.policy(["usernames": true, "mfa_policy": "required", "mfa_methods": ["sms_otp"]])
    try caller.signIn("jane.doe")
    #expect(try caller.select("sms_otp").type == "setup_sms")
    try caller.send(["type": "submit_phone", "phone": "+15551234567"])
    #expect(try caller.submit(caller.sandbox.lastCode(to: "+15551234567")).type == "completed")
    #expect(try caller.signIn("jane.doe").type == "enter_code")
  }
}
