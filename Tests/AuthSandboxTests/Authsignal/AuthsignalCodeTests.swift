import AuthCore
import AuthSandbox
import Testing

@Suite struct AuthsignalCodeTests {
  private func begun() throws -> (AuthsignalDesk, String) {
    let desk = try AuthsignalDesk()
    let token = try desk.track()
    _ = try desk.client("POST", "/user-authenticators/email-otp", ["email": "jane@example.com"], token: token)
    return (desk, token)
  }

  @Test func wrongCodeIsASuccessfulResponse() throws {
    let (desk, token) = try begun()
    let code = try desk.sandbox.lastCode(to: "jane@example.com")
    let wrong = try desk.client("POST", "/verify/email-otp", ["verificationCode": desk.wrong(code)], token: token)
    #expect(wrong.status == 200)
    #expect(wrong["isVerified"] == false)
    #expect(wrong["failureReason"] == "CODE_INVALID_OR_EXPIRED")
    #expect(wrong["accessToken"] == nil)
    let right = try desk.client("POST", "/verify/email-otp", ["verificationCode": .string(code)], token: token)
    #expect(right["isVerified"] == true)
  }

  @Test func codeWorksOnce() throws {
    let (desk, token) = try begun()
    let body: JSONValue = ["verificationCode": .string(try desk.sandbox.lastCode(to: "jane@example.com"))]
    #expect(try desk.client("POST", "/verify/email-otp", body, token: token)["isVerified"] == true)
    let again = try desk.client("POST", "/verify/email-otp", body, token: token)
    #expect(again["failureReason"] == "CODE_INVALID_OR_EXPIRED")
  }

  @Test func expiredTokenTakesPrecedenceOverItsCode() throws {
    let (desk, token) = try begun()
    let body: JSONValue = ["verificationCode": .string(try desk.sandbox.lastCode(to: "jane@example.com"))]
    try desk.advance(seconds: 601)
    let late = try desk.client("POST", "/verify/email-otp", body, token: token)
    #expect(late.status == 401)
    #expect(late["errorCode"] == "expired_token")
  }

  @Test func anExpiredCodeIsNotAccepted() throws {
    let desk = try AuthsignalDesk()
    let sent = try desk.server(
      "POST", "/challenge", ["verificationMethod": "EMAIL_OTP", "action": "signIn", "email": "jane@example.com"])
    let id = try #require(sent["challengeId"])
    let body: JSONValue = [
      "challengeId": id, "verificationCode": .string(try desk.sandbox.lastCode(to: "jane@example.com")),
    ]
    try desk.advance(seconds: 601)
    #expect(try desk.server("POST", "/verify", body)["failureReason"] == "CODE_INVALID_OR_EXPIRED")
  }

  @Test func newCodeInvalidatesTheEarlierOne() throws {
    let (desk, token) = try begun()
    let first = try desk.sandbox.lastCode(to: "jane@example.com")
    #expect(try desk.client("POST", "/challenge/email-otp", token: token).status == 200)
    let second = try desk.sandbox.lastCode(to: "jane@example.com")
    try #require(first != second)
    let old = try desk.client("POST", "/verify/email-otp", ["verificationCode": .string(first)], token: token)
    #expect(old["isVerified"] == false)
    let new = try desk.client("POST", "/verify/email-otp", ["verificationCode": .string(second)], token: token)
    #expect(new["isVerified"] == true)
  }

  @Test func theEleventhAttemptInFiveMinutesFailsEvenWithTheRightCode() throws {
    let (desk, token) = try begun()
    let code = try desk.sandbox.lastCode(to: "jane@example.com")
    for _ in 0..<10 {
      let wrong = try desk.client("POST", "/verify/email-otp", ["verificationCode": desk.wrong(code)], token: token)
      #expect(wrong["failureReason"] == "CODE_INVALID_OR_EXPIRED")
    }
    let body: JSONValue = ["verificationCode": .string(code)]
    let right = try desk.client("POST", "/verify/email-otp", body, token: token)
    #expect(right["failureReason"] == "MAX_ATTEMPTS_EXCEEDED")
    try desk.advance(seconds: 301)
    let later = try desk.client("POST", "/verify/email-otp", body, token: token)
    #expect(later["isVerified"] == false, "the code expires with its time window")
    _ = try desk.client("POST", "/challenge/email-otp", token: token)
  }

  @Test func sendingIsLimited() throws {
    let (desk, token) = try begun()
    // The limit for e-mail is twelve codes in ten minutes. The enrolment has sent one.
    for _ in 0..<11 {
      #expect(try desk.client("POST", "/challenge/email-otp", token: token).status == 200)
    }
    let over = try desk.client("POST", "/challenge/email-otp", token: token)
    #expect(over.status == 429)
    #expect(over["error"] == "too_many_requests")
    for index in 0..<7 {
      let sms = try desk.client("POST", "/user-authenticators/sms", ["phoneNumber": "+14155550100"], token: token)
      #expect(sms.status == (index < 6 ? 200 : 429))
    }
  }

  @Test func sendsNothingWithoutAnEnrolment() throws {
    let desk = try AuthsignalDesk()
    let token = try desk.track()
    for path in ["/challenge/email-otp", "/challenge/sms", "/challenge/whatsapp", "/challenge/totp"] {
      #expect(try desk.client("POST", path, token: token).status == 400, "\(path)")
    }
    #expect(try desk.call("GET", "/sandbox/outbox")["messages"] == .array([]))
    let missing = try desk.client("POST", "/verify/email-otp", [:], token: token)
    #expect(missing["errorCode"] == "invalid_request")
  }
}
