import AuthCore
import AuthSandbox
import Testing

@Suite struct HawcxFlowTests {
  let caller: HawcxCaller

  init() throws { caller = try HawcxCaller() }

  @Test func signsInByMethodCodeAndCompletion() throws {
    let choice = try caller.start(" Jane@Example.com ")
    #expect(choice.status == 200)
    #expect(choice.type == "select_method")
    #expect(choice.step?["phase"]?.stringValue == "primary")
    #expect(choice.step?["methods"]?.arrayValue?.compactMap { $0["id"]?.stringValue } == ["email_otp", "sms_otp"])
    #expect(choice.body["step_info"] == nil)
    let prompt = try caller.select("email_otp")
    #expect(prompt.type == "enter_code")
    #expect(prompt.step?["destination"]?.stringValue == "j***@example.com")
    #expect(prompt.step?["codeLength"]?.integerValue == 6)
    #expect(prompt.step?["debug"] == nil)
    #expect(prompt.step?["channel"]?.stringValue == "email")
    let code = try caller.sandbox.lastCode(to: "jane@example.com")
    #expect(code.utf8.count == 6)
    let end = try caller.submit(code)
    #expect(end.type == "completed")
    #expect(end.step?["authCode"]?.stringValue?.isEmpty == false)
    #expect(end.step?["codeVerifier"] == nil)
    // The flow has ended, so it does not accept the code again.
    #expect(try caller.submit(code).code == "action_not_allowed")
  }

  @Test func countsWrongCodesAndEndsTheFlow() throws {
    try caller.start("jane@example.com")
    try caller.select("email_otp")
    let right = try caller.sandbox.lastCode(to: "jane@example.com")
    let wrong = right == "000000" ? "000001" : "000000"
    for left in stride(from: Int64(4), to: 0, by: -1) {
      let answer = try caller.submit(wrong)
      #expect(answer.code == "invalid_code")
      #expect(answer.action == "retry_input")
      #expect(answer.step?["details"]?["attemptsRemaining"]?.integerValue == left)
    }
    #expect(try caller.submit(wrong).code == "too_many_attempts")
    #expect(try caller.submit(right).code == "session_not_found")
  }

  @Test func refusesAnExpiredCodeAndAcceptsTheNextOne() throws {
    try caller.start("jane@example.com")
    try caller.select("email_otp")
    let old = try caller.sandbox.lastCode(to: "jane@example.com")
    try caller.advance(301)
    #expect(try caller.submit(old).code == "code_expired")
    #expect(try caller.send(["type": "resend"]).type == "enter_code")
    #expect(try caller.submit(caller.sandbox.lastCode(to: "jane@example.com")).type == "completed")
  }

  @Test func resendsAfterThirtySecondsAndInvalidatesTheOldCode() throws {
    try caller.start("jane@example.com")
    try caller.select("email_otp")
    let old = try caller.sandbox.lastCode(to: "jane@example.com")
    let early = try caller.send(["type": "resend"])
    #expect(early.code == "resend_too_soon")
    #expect(early.action == "wait")
    #expect(early.step?["details"]?["retry_after_seconds"]?.integerValue.map { (1...30).contains($0) } == true)
    try caller.advance(30)
    #expect(try caller.send(["type": "resend"]).type == "enter_code")
    #expect(try caller.submit(old).code == "invalid_code")
    #expect(try caller.submit(caller.sandbox.lastCode(to: "jane@example.com")).type == "completed")
  }

  @Test func offersTheMethodsAgainAfterFiveSends() throws {
    try caller.start("jane@example.com")
    try caller.select("email_otp")
    for _ in 0..<4 {
      try caller.advance(30)
      #expect(try caller.send(["type": "resend"]).type == "enter_code")
    }
    try caller.advance(30)
    #expect(try caller.send(["type": "resend"]).type == "select_method")
    #expect(try caller.sandbox.messageCount(to: "jane@example.com") == 5)
  }

  @Test func answersUnknownUsersLikeKnownOnes() throws {
    try caller.signIn("known@example.com")
    try caller.policy(["createUsers": false])
    func course(_ identifier: String) throws -> [String?] {
      let choice = try caller.start(identifier)
      let sms = try caller.select("sms_otp")
      let prompt = try caller.select("email_otp")
      let wrong = try caller.submit("x")
      return [
        choice.type, choice.step?.serializedText, sms.code, prompt.type, wrong.code,
        wrong.step?["details"]?.serializedText,
      ]
    }
    let known = try course("known@example.com")
    #expect(known == (try course("other@example.com")))
    #expect(known.contains("enter_code"))
    // Only a user with access to the mailbox can find out that the address is unknown.
    #expect(try caller.submit(caller.sandbox.lastCode(to: "other@example.com")).code == "user_not_found")
    #expect(try caller.signIn("known@example.com").type == "completed")
  }

  @Test func reportsAKnownUserToSignUpAfterTheCode() throws {
    #expect(try caller.signIn("jane@example.com", flowType: "signup").type == "completed")
    #expect(try caller.signIn("jane@example.com", flowType: "signup").code == "user_exists")
  }

  @Test func endsFlowsByTimeAndByCancelling() throws {
    try caller.start("jane@example.com")
    try caller.advance(900)
    #expect(try caller.select("email_otp").code == "session_expired")
    // Each response restarts the flow's lifetime.
    try caller.start("jane@example.com")
    for _ in 0..<3 {
      try caller.advance(899)
      #expect(try caller.select("sms_otp").code == "method_not_available")
    }
    try caller.start("jane@example.com")
    #expect(try caller.send(["type": "cancel"]).code == "flow_cancelled")
    #expect(try caller.select("email_otp").code == "session_not_found")
  }

  @Test func allowsOnlyTheActionsOfTheStep() throws {
    try caller.start("jane@example.com")
    let actions: [JSONObject] = [
      ["type": "submit_code", "code": "123456"], ["type": "submit_totp", "code": "123456"],
      ["type": "submit_phone", "phone": "+15551234567"], ["type": "resend"], ["type": "poll"],
      ["type": "oauth_callback", "code": "c", "state": "s"],
      ["type": "submit_signature", "keyId": "k", "signature": "s", "mapp": "m"],
    ]
    for action in actions { #expect(try caller.send(action).code == "action_not_allowed", "\(action)") }
    #expect(try caller.select("totp").code == "method_not_available")
    #expect(try caller.select("email_otp").type == "enter_code")
    #expect(try caller.select("email_otp").code == "action_not_allowed")
  }

  @Test func replaysTheAnswerOfARepeatedRequest() throws {
    try caller.start("jane@example.com")
    let headers: HTTPHeaders = ["X-Request-Id": "7f3c"]
    let first = try caller.send(["type": "select_method", "methodId": "email_otp"], headers: headers)
    let second = try caller.send(["type": "select_method", "methodId": "email_otp"], headers: headers)
    #expect(first.body == second.body)
    #expect(try caller.sandbox.messageCount(to: "jane@example.com") == 1)
    // A different request with the same id is processed as a new request.
    #expect(try caller.send(["type": "submit_code", "code": "x"], headers: headers).code == "invalid_code")
    try caller.advance(61)
    let late = try caller.send(["type": "select_method", "methodId": "email_otp"], headers: headers)
    #expect(late.code == "action_not_allowed")
  }

  @Test func checksTheEnvelope() throws {
    let right = caller.configID
    caller.configID = ""
    let none = try caller.start("jane@example.com")
    #expect(none.status == 401)
    #expect(none.body["message"]?.stringValue == "No API key found in request")
    caller.configID = "cfg_other"
    #expect(try caller.start("jane@example.com").status == 401)
    caller.configID = right
    #expect(try caller.start("  ").code == "invalid_identifier")
    #expect(try caller.start("nobody").code == "invalid_identifier")
    #expect(try caller.start("jane@example.com", challenge: "short").code == "validation_error")
    let version: JSONValue = ["protocolVersion": 1, "session": nil, "action": ["type": "start"]]
    let old = caller.sandbox.handle(
      SandboxRequest("POST", "/hawcx/v1/auth", json: version, headers: ["X-Config-Id": right]))
    #expect(try JSONValue(parsing: old.body)["step"]?["code"]?.stringValue == "unsupported_protocol_version")
    let rubbish = caller.sandbox.handle(
      SandboxRequest("POST", "/hawcx/v1/auth", headers: ["X-Config-Id": right], body: Array("{".utf8)))
    #expect(rubbish.status == 400)
  }
}
