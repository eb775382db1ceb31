import AuthCore
import AuthSandboxKit
import AuthUI
import TestSupport
import Testing

@testable import LatchkeyCommands

/// The prompts as the sandbox's page of an app shows them.
@Suite struct FlowMarkupTests {
  /// Every state in every language is as it was when a person looked at it.
  @Test(arguments: ["en", "de", "en-XA", "ar-XB", "en-XW"])
  func looksLikeTheSnapshot(language: String) throws {
    let catalog = TextCatalog.commandLine(in: ["LANG": language])
    let text = PresentationStates.all.map { name, state in
      let html = FlowMarkup(shown: FlowPresentation(state), catalog: catalog).markup.text
      // The modules of a QR code are checked where it is made.
      let drawn = html.replacing(/<path d="[^"]*"/, with: "<path")
      return "== \(name)\n\(drawn)"
    }.joined()
    #expect(try Snapshot.differences(of: text, from: "page-\(language)") == [])
  }

  /// No text of a server, and no input, becomes a part of the page's HTML.
  @Test func textsFromOutsideAreEscaped() throws {
    let hostile = "\"><script>alert(1)</script>\u{202E}"
    var state = FlowPresentation.State()
    state.prompt = .input([InputField(name: hostile, label: hostile, kind: .text)])
    state.context = PromptContext(
      stepLabel: hostile, risk: RiskInformation(detected: true, message: hostile),
      alternatives: [MethodOption(id: MethodID(hostile), label: hostile)])
    state.problem = AuthError(
      .providerError, hostile, fieldErrors: [AuthError.FieldError(field: hostile, message: hostile)], traceID: hostile)
    let html = FlowMarkup(shown: FlowPresentation(state), catalog: .english).markup.text
    #expect(!html.contains("<script") && !html.contains("\u{202E}") && html.contains("&lt;script&gt;"))
  }

  /// Every input has a label, and every label an input.
  @Test func everyInputHasItsLabel() {
    var checked = 0
    for (name, state) in PresentationStates.all {
      let html = FlowMarkup(shown: FlowPresentation(state), catalog: .english).markup.text
      let inputs = html.matches(of: /<input id="([^"]+)"/).map { String($0.1) }
      let labels = html.matches(of: /<label for="([^"]+)"/).map { String($0.1) }
      #expect(inputs == labels && Set(inputs).count == inputs.count, "\(name)")
      checked += inputs.count
    }
    #expect(checked > 30)
  }
}
