import AuthCore
import Testing

/// The steps of a sign-in by code, for every vendor that sends codes: the address, the code, a new code, and errors.
@Suite struct CodeCeremonyTests {
  private struct Code: CodeAttempt, Equatable {
    var to: String
    var isSent = false
    var prompt: Prompt { .enterCode(CodePrompt(destination: to, length: 6, format: .numeric)) }
    var context: PromptContext { PromptContext(stepID: "code") }
    func accepts(_ code: Secret) -> Bool { CodePrompt(destination: "", length: 6).accepts(code) }
    var malformedCode: AuthError { AuthError(.invalidCode, "six digits") }
  }

  private typealias Ceremony = CodeCeremony<Code>
  private let options = [MethodOption(id: .emailOTP, label: "E-mail"), MethodOption(id: .smsOTP, label: "SMS")]
  private let offline = AuthError(.network, "")

  /// Returns a short text for a step.
  private func name(_ step: Ceremony.Step) -> String {
    switch step {
    case .prompt(let prompt, let context):
      prompt.name + (context.lastError.map { " \($0.code)" } ?? "") + (context.stepID.map { " " + $0 } ?? "")
    case .contact(let contact): "contact \(contact.value)"
    case .send(let code): "send \(code.to)"
    case .verify(let secret, let code): "verify \(secret.revealText()) \(code.to)\(code.isSent ? " sent" : "")"
    case .failed(let error): "failed \(error.code)"
    }
  }

  @Test func theCeremonyBeginsWithTheRequestsIdentifier() {
    let table: [(identifier: String?, method: MethodID?, step: String)] = [
      ("jane@example.com", .emailOTP, "contact jane@example.com"), ("+14155550123", nil, "contact +14155550123"),
      (" +1 415 555 0123 ", .smsOTP, "contact +14155550123"), ("+14155550123", .whatsAppOTP, "contact +14155550123"),
      (nil, .emailOTP, "enterEmail ask"), (" ", .smsOTP, "enterPhone ask"), (nil, nil, "selectMethod ask"),
      (nil, .totp, "enterEmail ask"),
      ("jane", .emailOTP, "enterEmail invalid_identifier ask"), ("12", .smsOTP, "enterPhone invalid_identifier ask"),
      ("jane@example.com", .whatsAppOTP, "enterPhone invalid_identifier ask"),
      ("jane", nil, "selectMethod invalid_identifier ask"),
    ]
    for row in table {
      var ceremony = Ceremony(context: PromptContext(stepID: "ask"), options: options)
      #expect(name(ceremony.begin(row.identifier, method: row.method)) == row.step, "\(row)")
    }
  }

  @Test func theAnswerToTheQuestionIsAnAddress() {
    let table: [(FlowAnswer, String)] = [
      (.method(.smsOTP), "enterPhone"), (.method(.emailOTP), "enterEmail"), (.email("a@b.c"), "contact a@b.c"),
      (.email("jane"), "enterEmail invalid_identifier"), (.phone("+14155550123"), "contact +14155550123"),
      (.phone("0415"), "enterPhone invalid_identifier"), (.code(Secret("123456")), "failed internal"),
      (.resend, "failed internal"),
    ]
    for (answer, step) in table {
      var ceremony = Ceremony(options: options)
      _ = ceremony.ask(for: nil)
      #expect(name(ceremony.answered(answer)) == step, "\(answer.name)")
    }
  }

  @Test func aCodeIsSentAskedForAndVerified() {
    var ceremony = Ceremony()
    #expect(name(ceremony.send(Code(to: "a"))) == "send a")
    #expect(ceremony.sending == Code(to: "a") && ceremony.prompting == nil && ceremony.verifying == nil)
    #expect(name(ceremony.answered(.code(Secret("123456")))) == "failed internal", "no code was sent yet")
    #expect(name(ceremony.sent { $0.isSent = true }) == "enterCode code")
    #expect(ceremony.prompting == Code(to: "a", isSent: true))
    #expect(name(ceremony.answered(.code(Secret("12")))) == "enterCode invalid_code code", "not an attempt")
    #expect(name(ceremony.answered(.code(Secret("123456")))) == "verify 123456 a sent")
    #expect(ceremony.verifying == Code(to: "a", isSent: true))
    #expect(name(ceremony.answered(.resend)) == "failed internal", "while it is verified")
  }

  @Test func aRefusedCodeCanBeCorrectedOrEndsTheFlow() {
    let table: [(AuthError.Code, String)] = [
      (.invalidCode, "enterCode invalid_code code"), (.codeExpired, "enterCode code_expired code"),
      (.network, "enterCode network code"), (.rateLimited, "enterCode rate_limited code"),
      (.malformedResponse, "enterCode malformed_response code"), (.tooManyAttempts, "failed too_many_attempts"),
      (.flowExpired, "failed flow_expired"), (.forbidden, "failed forbidden"),
    ]
    for (code, step) in table {
      var ceremony = Ceremony()
      _ = ceremony.prompt(Code(to: "a"))
      _ = ceremony.answered(.code(Secret("123456")))
      #expect(name(ceremony.refused(AuthError(code, ""))) == step, "\(code)")
    }
  }

  @Test func aNewCodeThatCannotBeSentLeavesTheLastOne() {
    var ceremony = Ceremony()
    _ = ceremony.prompt(Code(to: "a", isSent: true))
    #expect(name(ceremony.answered(.resend)) == "send a")
    #expect(name(ceremony.notSent(offline)) == "enterCode network code")
    #expect(ceremony.prompting == Code(to: "a", isSent: true))
    _ = ceremony.answered(.resend)
    #expect(name(ceremony.notSent(AuthError(.forbidden, ""))) == "failed forbidden")
  }

  @Test func theFirstCodeThatCannotBeSentEndsOrAsksForAnotherAddress() {
    let table: [(AuthError.Code, String)] = [
      (.network, "failed network"), (.invalidIdentifier, "enterPhone invalid_identifier"),
      (.userNotFound, "failed user_not_found"),
    ]
    for (code, step) in table {
      var ceremony = Ceremony()
      _ = ceremony.send(Code(to: "a"))
      #expect(name(ceremony.notSent(AuthError(code, ""), method: .smsOTP)) == step, "\(code)")
    }
  }

  @Test func anOutcomeWithoutItsRequestIsAFault() {
    var ceremony = Ceremony()
    #expect(name(ceremony.sent()) == "failed internal")
    #expect(name(ceremony.notSent(offline)) == "failed internal")
    #expect(name(ceremony.refused(offline)) == "failed internal")
  }
}
