import AuthCore
import AuthUI
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Checks that the page on errors has the table of every code, which the texts and the recovery actions make.
struct ErrorPageTests {
  @Test func thePageHasTheTableOfTheCode() throws {
    let path = #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 }
    let page = try String(contentsOfFile: path + "/Documentation/ErrorsAndWhatToShow.md", encoding: .utf8)
    #expect(page.contains(Self.table), "put this into Documentation/ErrorsAndWhatToShow.md:\n\(Self.table)")
  }

  /// The buttons are those of `RecoverySituation` under an open prompt for a code, and after the flow has ended.
  private static var table: String {
    var text = "| code | what the user reads | button at the prompt | button after the end |\n"
    text += "| --- | --- | --- | --- |\n"
    for code in AuthError.Code.allCases {
      let buttons = [Prompt.enterCode(CodePrompt(destination: "")), nil].map { button(code, at: $0) }
      text += "| `\(code)` | \(TextCatalog.english.text(.error(code))) | \(buttons.joined(separator: " | ")) |\n"
    }
    return text
  }

  private static func button(_ code: AuthError.Code, at prompt: Prompt?) -> String {
    let situation = RecoverySituation(
      AuthError(code, ""), since: Prompts.start, prompt: prompt, canRepeat: true, canStart: true)
    guard let action = situation.actions(at: Prompts.start).first, action != .giveUp else { return "–" }
    return action.title.map { TextCatalog.english.text($0) } ?? "(the prompt)"
  }
}
