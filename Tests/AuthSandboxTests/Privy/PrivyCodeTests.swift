import AuthCore
import AuthSandbox
import Testing

@Suite("Privy vendor: codes by e-mail")
struct PrivyCodeTests {
  private func send(_ fixture: PrivyFixture, to address: String = "jane@example.com") throws -> String {
    let answer = try fixture.call("POST", "/api/v1/passwordless/init", ["email": .string(address)])
    #expect(answer.json == ["success": true])
    return try fixture.sandbox.lastCode(to: address)
  }

  private func enter(_ code: String, _ fixture: PrivyFixture) throws -> PrivyFixture.Answer {
    try fixture.call(
      "POST", "/api/v1/passwordless/authenticate", ["email": "Jane@Example.com", "code": .string(code)])
  }

  @Test("signs in with the code, once")
  func signIn() throws {
    let fixture = try PrivyFixture()
    let code = try send(fixture)
    #expect(code.count == 6 && code.allSatisfy(\.isNumber))
    let answer = try enter(code, fixture)
    #expect(answer.json["is_new_user"] == true)
    let account = answer.json["user"]?["linked_accounts"]?.arrayValue?.first
    #expect(account?["type"] == "email" && account?["address"] == "jane@example.com")
    let again = try enter(code, fixture)
    #expect(again.status == 422 && again.code == "invalid_credentials")
  }

  @Test("allows five wrong codes, then asks for a new one")
  func attempts() throws {
    let fixture = try PrivyFixture()
    let code = try send(fixture)
    let wrong = code == "000000" ? "000001" : "000000"
    for _ in 1...5 { #expect(try enter(wrong, fixture).status == 422) }
    #expect(try enter(code, fixture).status == 429)
    #expect(try enter(try send(fixture), fixture).status == 200)
  }

  @Test("refuses a code after ten minutes, and one that a later one replaced")
  func expiry() throws {
    let fixture = try PrivyFixture()
    let code = try send(fixture)
    fixture.advance(600)
    #expect(try enter(code, fixture).status == 422)
    let first = try send(fixture)
    let second = try send(fixture)
    if first != second { #expect(try enter(first, fixture).status == 422) }
    #expect(try enter(second, fixture).status == 200)
  }

  @Test("P71: a code has six characters, and any other text does not count as an attempt")
  func length() throws {
    let fixture = try PrivyFixture()
    let code = try send(fixture)
    for text in ["", "12345", "1234567"] + Array(repeating: "1", count: 5) {
      let answer = try enter(text, fixture)
      #expect(answer.status == 400 && answer.code == "invalid_data", "\(text)")
    }
    #expect(try enter(code, fixture).status == 200)
  }

  @Test("P71: a second factor's code has six characters, too")
  func lengthOfFactorCodes() throws {
    let fixture = try PrivyFixture()
    let bearer = try fixture.signIn().text("token")
    func post(_ path: String, _ body: JSONValue) throws -> PrivyFixture.Answer {
      try fixture.call("POST", "/api/v1/mfa/" + path, body, bearer: bearer)
    }
    let number: JSONValue = "+15555550100"
    _ = try post("passwordless_sms/init", ["action": "enroll", "phoneNumber": number])
    let code = JSONValue.string(try fixture.sandbox.lastCode(to: "+15555550100"))
    for _ in 1...5 {
      let answer = try post("passwordless_sms/enroll", ["code": "12345", "phoneNumber": number])
      #expect(answer.status == 400 && answer.code == "invalid_data")
    }
    #expect(try post("passwordless_sms/enroll", ["code": code, "phoneNumber": number]).status == 200)
    #expect(try post("passwordless_sms/verify", ["code": "1234567"]).code == "invalid_data")
    #expect(try post("totp/verify", ["code": "1234567"]).code == "invalid_data")
  }

  @Test("refuses malformed addresses")
  func addresses() throws {
    let fixture = try PrivyFixture()
    for address in ["", "jane", "@example.com", "jane@", "a@b@c", "ja ne@example.com"] {
      let answer = try fixture.call("POST", "/api/v1/passwordless/init", ["email": .string(address)])
      #expect(answer.status == 400 && answer.code == "invalid_data", "\(address)")
    }
  }
}
