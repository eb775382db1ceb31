import AuthCore
import Testing

@testable import AuthHawcx

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct HawcxFlowTests {
  @Test func mapsStepsToPromptsAndAnswersToActions() throws {
    let secret = Secret("123456")
    let table: [(step: JSONValue, prompt: String, answer: FlowAnswer, action: HawcxAction)] = [
      (HawcxScript.enterCode, "enterCode", .code(secret), .submitCode(secret)),
      (HawcxScript.enterCode, "enterCode", .resend, .resend),
      (["type": "enter_totp"], "enterTOTP", .code(secret), .submitTOTP(secret)),
      (
        ["type": "setup_totp", "secret": "GEZDGNBV", "otpauthUrl": "otpauth://totp/x"], "setupTOTP", .code(secret),
        .submitTOTP(secret)
      ),
      (["type": "setup_sms"], "enterPhone", .phone("+14155550100"), .submitPhone("+14155550100")),
      (
        ["type": "setup_sms", "existingPhone": "+1 *** 00"], "enterPhone", .phone("+1 *** 00"),
        .submitPhone("+1 *** 00")
      ),
      (HawcxScript.approval, "awaitApproval", .poll, .poll),
      (
        ["type": "redirect", "url": "https://idp.example/a?state=s1", "returnScheme": "app"], "redirect",
        .callback(try #require(URL(string: "app://callback?code=c1&state=s1"))),
        .oauthCallback(code: Secret("c1"), state: "s1")
      ),
    ]
    for row in table {
      var script = HawcxScript()
      _ = script.flow.begin()
      let shown = try script.server(row.step)
      #expect(shown.prompt?.name == row.prompt)
      #expect(shown.prompt?.allows(row.answer) == true)
      #expect(script.flow.answered(row.answer).action == row.action, "\(row.prompt)")
    }
  }

  @Test func doesNotSendMalformedAnswers() throws {
    let table: [(step: JSONValue, answers: [FlowAnswer], code: AuthError.Code)] = [
      (
        HawcxScript.enterCode,
        ["", "12345", "1234567", "12345a", "12 456"].map { .code(Secret($0)) }, .invalidCode
      ),
      (["type": "enter_totp"], ["12345", "123456789", "12345x"].map { .code(Secret($0)) }, .invalidCode),
      (
        ["type": "setup_sms"], ["", "4155550100", "+0415555010", "+141555", "+1234567890123456"].map { .phone($0) },
        .invalidIdentifier
      ),
      (
        ["type": "redirect", "url": "https://idp.example/a?state=s1", "returnScheme": "app"],
        ["app://cb?code=c", "app://cb?code=c&state=s2", "other://cb?code=c&state=s1"].compactMap {
          URL(string: $0).map { .callback($0) }
        }, .redirectMismatch
      ),
    ]
    for row in table {
      for answer in row.answers {
        var script = HawcxScript()
        _ = script.flow.begin()
        let shown = try script.server(row.step)
        let again = script.flow.answered(answer)
        #expect(again.action == nil)
        #expect(again.prompt == shown.prompt)
        #expect(again.context?.lastError?.code == row.code)
      }
    }
  }

  @Test func errorActionDecidesTheNextStep() throws {
    let table: [(action: String, recovery: AuthError.Recovery, isTerminal: Bool)] = [
      ("retry_input", .retryInput, false), ("retry_request", .retryRequest, false), ("resend_code", .resend, false),
      ("wait", .wait(until: HawcxScript.now.addingTimeInterval(20)), false), ("restart_flow", .restart, true),
      ("abort", .abort, true), ("select_method", .selectMethod, true), ("sing", .abort, true),
    ]
    for row in table {
      var script = try HawcxScript.atCode()
      _ = script.flow.answered(.code(Secret("123456")))
      let step = try script.server([
        "type": "error", "code": "whatever", "action": .string(row.action), "message": "m", "retryable": false,
        "details": ["retry_after_seconds": 20, "attemptsRemaining": 3],
      ])
      let error = try #require(row.isTerminal ? step.failure : step.context?.lastError, "\(row.action)")
      #expect(error.recovery == row.recovery, "\(row.action)")
      #expect(error.attemptsRemaining == 3 && error.vendorCode == "whatever")
      #expect(error.retryAfter == .seconds(20))
      #expect((script.flow.verifier == nil) == row.isTerminal, "\(row.action): only a terminal error deletes it")
      if !row.isTerminal {
        #expect(step.context?.attemptsRemaining == 3)
        #expect(script.flow.answered(.code(Secret("654321"))).action == .submitCode(Secret("654321")))
      }
    }
  }

  @Test func retriesAnUnknownTransientAction() throws {
    var script = try HawcxScript.atCode()
    _ = script.flow.answered(.code(Secret("123456")))
    let step = try script.server(["type": "error", "code": "x", "action": "sing", "retryable": true])
    #expect(step.context?.lastError?.recovery == .retryRequest)
  }

  @Test func waitsForTheLaterOfTwoTimes() throws {
    for (retryAt, seconds, expected) in [("2026-01-01T00:01:00Z", 20, 60.0), ("2026-01-01T00:00:10Z", 20, 20)] {
      var script = try HawcxScript.atCode()
      _ = script.flow.answered(.resend)
      let step = try script.server([
        "type": "error", "code": "resend_too_soon", "action": "wait", "retryable": true,
        "details": ["retryAt": .string(retryAt), "retry_after_seconds": .integer(Int64(seconds))],
      ])
      let error = try #require(step.context?.lastError)
      #expect(error.code == .rateLimited)
      #expect(error.recovery == .wait(until: HawcxScript.now.addingTimeInterval(expected)))
      #expect(error.retryAfter == .seconds(Int64(expected)))
    }
  }

  @Test func lostResponseKeepsThePrompt() throws {
    for code: AuthError.Code in [.network, .timeout, .serverError, .malformedResponse, .rateLimited, .tls] {
      var script = try HawcxScript.atCode()
      _ = script.flow.answered(.code(Secret("123456")))
      let step = script.fail(code)
      #expect(step.context?.lastError?.code == code)
      #expect(step.context?.lastError?.recovery == .retryRequest)
      #expect(script.flow.answered(.code(Secret("123456"))).action == .submitCode(Secret("123456")))
    }
    for code: AuthError.Code in [.invalidConfiguration, .providerError] {
      var script = try HawcxScript.atCode()
      _ = script.flow.answered(.code(Secret("123456")))
      #expect(script.fail(code).failure?.code == code)
    }
    var script = HawcxScript()
    _ = script.flow.begin()
    #expect(script.fail(.network).failure?.code == .network, "without a prompt to return to, the flow fails")
  }

  @Test func asksAgainForARefusedIdentifier() throws {
    var script = HawcxScript(identifier: "jane@example.com")
    _ = script.flow.begin()
    let asked = try script.server(
      [
        "type": "error", "code": "invalid_identifier", "action": "retry_input", "retryable": true,
        "details": ["errors": [["field": "identifier", "message": "no"]]],
      ], session: nil)
    #expect(asked.prompt?.name == "enterEmail")
    #expect(asked.context?.lastError?.fieldErrors.map(\.field) == ["identifier"])
    guard case .start(let start) = script.flow.answered(.email("joe@example.com")).action else {
      throw Unexpected("no start")
    }
    #expect(start.identifier == "joe@example.com")
  }

  @Test func asksForAnInviteCodeAndSendsIt() throws {
    var script = HawcxScript()
    _ = script.flow.begin()
    let asked = try script.server(
      ["type": "error", "code": "invite_required", "action": "retry_input", "retryable": true], session: nil)
    guard case .input(let fields)? = asked.prompt else { throw Unexpected("no field") }
    #expect(fields.map(\.kind) == [.inviteCode])
    #expect(script.flow.answered(.fields(["invite_code": Secret(" ")])).context?.lastError?.code == .inviteRequired)
    guard case .start(let start) = script.flow.answered(.fields(["invite_code": Secret("12345678")])).action else {
      throw Unexpected("no start")
    }
    #expect(start.inviteCode == "12345678" && start.identifier == "jane@example.com")
  }

  @Test func returnsTheVerifierOnce() throws {
    var script = try HawcxScript.atCode()
    _ = script.flow.answered(.code(Secret("123456")))
    let done = try script.server([
      "type": "completed", "authCode": "ac", "expiresAt": "2026-01-01T00:01:00Z", "codeVerifier": "theirs",
    ])
    #expect(done.code?.verifier == Secret("verifier"), "the server's verifier is used only if the client made none")
    #expect(done.code?.flowSession == "auth_1")
    #expect(script.flow.verifier == nil)
  }

  @Test func appsOwnChallengeKeepsItsVerifier() throws {
    var script = HawcxScript(profile: FlowProfile(parameters: ["code_challenge": "abc"]))
    guard case .start(let start) = script.flow.begin().action else { throw Unexpected("no start") }
    #expect(start.codeChallenge == "abc")
    let done = try script.server(["type": "completed", "authCode": "ac", "expiresAt": "2026-01-01T00:01:00Z"])
    #expect(done.code != nil && done.code?.verifier == nil)
  }

  @Test func unknownStepsShowAPromptThatCanBeCancelled() throws {
    var script = HawcxScript()
    _ = script.flow.begin()
    let step = try script.server(["type": "dance"])
    #expect(step.prompt == .unknown(type: "dance"))
    #expect(step.context?.lastError?.code == .unsupportedPrompt)
    guard case .send(.cancel, session: "auth_1")? = script.flow.cancellation else { throw Unexpected("no cancel") }
  }

  @Test func showsThePollErrorAfterTwoSilentFailures() throws {
    var script = HawcxScript()
    _ = script.flow.begin()
    _ = try script.server(HawcxScript.approval)
    for _ in 0..<2 {
      for attempt in 1...3 {
        #expect(script.flow.answered(.poll).action == .poll)
        let step = script.fail(.network)
        #expect((step.context?.lastError != nil) == (attempt == 3), "\(attempt)")
      }
      #expect(script.flow.answered(.poll).action == .poll)
      #expect(try script.server(HawcxScript.approval).context?.lastError == nil)
    }
  }

  @Test func selectsAutomaticallyOnce() throws {
    var script = HawcxScript()
    _ = script.flow.begin()
    #expect(try script.server(HawcxScript.methods).action == .selectMethod("email_otp"))
    #expect(try script.server(HawcxScript.methods).prompt?.name == "selectMethod", "a second list is shown")
    #expect(script.flow.answered(.method(.smsOTP)).action == .selectMethod("sms_otp"))
    let refused = try script.server([
      "type": "error", "code": "method_not_available", "action": "select_method", "retryable": true,
    ])
    #expect(refused.prompt?.name == "selectMethod" && refused.context?.lastError?.code == .methodNotAvailable)
  }

  @Test func repeatedStepsFailTheFlow() throws {
    var script = HawcxScript()
    _ = script.flow.begin()
    for index in 0..<5 {
      let step = try script.server([
        "type": "select_method", "phase": "primary", "methods": [["id": .string("email\(index)"), "label": "E"]],
      ])
      #expect((step.failure == nil) == (index < 4))
    }
  }

  @Test func sendsNoCancelBeforeTheFlowHasASession() throws {
    var script = HawcxScript()
    #expect(script.flow.cancellation == nil)
    _ = script.flow.begin()
    #expect(script.flow.cancellation == nil)
    _ = try script.server(HawcxScript.enterCode)
    #expect(script.flow.cancellation != nil)
  }
}
