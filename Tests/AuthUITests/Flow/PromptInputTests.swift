import AuthCore
import AuthUI
import TestSupport
import Testing

@Suite struct PromptInputTests {
  private struct Case {
    let name: String
    let text: String
    var fields: [String: String] = [:]
    let expected: String
  }

  /// `answer` in words, or the fault's name.
  private func outcome(_ input: PromptInput) -> String {
    input.answer?.text ?? input.fault.map { "\($0)" } ?? "both nil"
  }

  @Test func everyPromptValidatesItsInput() throws {
    let cases = [
      Case(name: "selectMethod", text: "x", expected: "noChoice"),
      Case(name: "selectAccount", text: "a", expected: "noChoice"),
      Case(name: "enterEmail", text: " ", expected: "empty"),
      Case(name: "enterEmail", text: "jane@", expected: "notAnEmailAddress"),
      Case(name: "enterEmail", text: " jane@example.com ", expected: "email jane@example.com"),
      Case(name: "enterPhone", text: "", expected: "empty"),
      Case(name: "enterPhone", text: "4155550123", expected: "notAPhoneNumber"),
      Case(name: "enterPhone", text: "+1 (415) 555-0123", expected: "phone +14155550123"),
      Case(name: "enterCode", text: "", expected: "empty"),
      Case(name: "enterCode", text: "12345", expected: "wrongLength(expected: 6)"),
      Case(name: "enterCode", text: "1234567", expected: "wrongLength(expected: 6)"),
      Case(name: "enterCode", text: "12345a", expected: "wrongCharacters"),
      Case(name: "enterCode", text: " 123 456\n", expected: "code 123456"),
      Case(name: "setupTOTP", text: "12345", expected: "wrongCharacters"),
      Case(name: "setupTOTP", text: "12345678", expected: "code 12345678"),
      Case(name: "enterTOTP", text: "１２３４５６", expected: "wrongLength(expected: 6)"),
      Case(name: "enterTOTP", text: "abcdef", expected: "wrongCharacters"),
      Case(name: "enterTOTP", text: "000000", expected: "code 000000"),
      Case(name: "redirect", text: "app://callback", expected: "noCallback"),
      Case(name: "awaitApproval", text: "", expected: "poll"),
      Case(name: "input", text: "", expected: "empty"),
      Case(name: "input", text: "", fields: ["pin": "1"], expected: #"missing(field: "invite_code")"#),
      Case(name: "input", text: "", fields: ["invite_code": "x", "pin": " "], expected: #"missing(field: "pin")"#),
      Case(
        name: "input", text: "", fields: ["invite_code": " x ", "pin": "1"], expected: "fields invite_code=x,pin=1"),
      Case(
        name: "input", text: "", fields: ["invite_code": "x", "pin": "1", "note": "n", "other": "o"],
        expected: "fields invite_code=x,note=n,pin=1"),
      Case(name: "unknown", text: "x", expected: "unanswerable"),
    ]
    #expect(Set(cases.map(\.name)) == Set(Prompts.all.map(\.name)), "every prompt is in the table")
    for item in cases {
      let prompt: Prompt = try #require(Prompts.all.first { $0.name == item.name })
      var input = PromptInput(prompt)
      input.text = item.text
      input.fields = item.fields
      #expect(outcome(input) == item.expected, "\(item.name) '\(item.text)'")
      #expect((input.answer == nil) != (input.fault == nil), "\(item.name): either an answer or a fault")
    }
    #expect(outcome(PromptInput()) == "unanswerable")
  }

  @Test func everyAcceptedInputIsAnAnswerThatThePromptAllows() {
    for prompt in Prompts.all {
      var input = PromptInput(prompt)
      if input.text.isEmpty { input.text = prompt.name == "enterPhone" ? "+14155550123" : "123456" }
      input.fields = ["invite_code": "x", "pin": "1"]
      if let answer = input.answer { #expect(prompt.allows(answer), "\(prompt.name)") }
    }
  }

  @Test func knownAddressesAreFilledInUnlessTheyAreMasked() {
    #expect(PromptInput(.enterEmail(EmailPrompt(existing: "jane@example.com"))).text == "jane@example.com")
    #expect(PromptInput(.enterPhone(PhonePrompt(existing: "+14155550123"))).text == "+14155550123")
    #expect(PromptInput(.enterPhone(PhonePrompt(existing: "+1******0123"))).text == "")
  }

  @Test func fieldsAreBoundByName() {
    var input = PromptInput(.input([InputField(name: "pin", label: "PIN", kind: .pin)]))
    #expect(input[field: "pin"] == "")
    input[field: "pin"] = "12"
    #expect(input.fields == ["pin": "12"] && input.answer?.text == "fields pin=12")
  }

  @Test func theInputDoesNotPrintItsText() {
    var input = PromptInput(.enterCode(Prompts.code))
    input.text = "918273"
    input.fields = ["pin": "5544"]
    var dumped = ""
    dump(input, to: &dumped)
    for text in ["\(input)", String(reflecting: input), dumped] {
      #expect(!text.contains("918273") && !text.contains("5544"))
    }
  }

  @Test func everyFaultHasAText() {
    let faults: [InputFault] = [
      .empty, .notAnEmailAddress, .notAPhoneNumber, .wrongLength(expected: 6), .wrongCharacters, .missing(field: "pin"),
      .noChoice, .noCallback, .unanswerable,
    ]
    #expect(Set(faults.map(\.message)).count == faults.count)
  }
}
