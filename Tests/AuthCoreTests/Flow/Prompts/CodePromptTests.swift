import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The codes that a code prompt accepts before they are sent, and the time at which the user can request a new one.
@Suite struct CodePromptTests {
  @Test func lengths() {
    let six = CodePrompt(destination: "x", length: 6)
    #expect(six.accepts(Secret("123456")))
    #expect(!six.accepts(Secret("12345")) && !six.accepts(Secret("1234567")) && !six.accepts(Secret("")))
    let any = CodePrompt(destination: "x")
    #expect(any.accepts(Secret("1")) && any.accepts(Secret("1234567")))
    #expect(!any.accepts(Secret("")))
  }

  @Test func characters() {
    let table: [(CodePrompt.Format?, accepted: String, refused: String)] = [
      (.numeric, "09", "/:@AZ[`az{ "), (.alphanumeric, "09AZaz", "/:@[`{ "), (nil, "09AZaz", "/:@[`{ "),
      (.printable, "09AZaz/:@[`{~!-", " \u{7F}\u{1F}é"),
    ]
    for (format, accepted, refused) in table {
      let prompt = CodePrompt(destination: "x", format: format)
      for character in accepted { #expect(prompt.accepts(Secret("1\(character)")), "\(character)") }
      for character in refused { #expect(!prompt.accepts(Secret("1\(character)")), "\(character)") }
    }
  }

  @Test func resending() {
    let open = Date(timeIntervalSince1970: 1_000)
    let prompt = CodePrompt(destination: "x", resendAt: open)
    #expect(!prompt.canResend(at: open.addingTimeInterval(-1)))
    #expect(prompt.canResend(at: open) && prompt.canResend(at: open.addingTimeInterval(1)))
    #expect(CodePrompt(destination: "x").canResend(at: open))
    #expect(!CodePrompt(destination: "x", isResendable: false).canResend(at: open))
  }
}
