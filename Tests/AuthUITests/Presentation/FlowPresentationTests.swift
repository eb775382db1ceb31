import AuthCore
import AuthUI
import TestSupport
import Testing

struct FlowPresentationTests {
  /// Every state in every language, as a text. A change of a text or of what a screen shows is seen here.
  @Test(arguments: [
    TextCatalog.english, .german, .expanded, .rightToLeft, .wide,
  ])
  func looksLikeTheSnapshot(catalog: TextCatalog) throws {
    let states = PresentationStates.all
    #expect(states.count > 45)
    #expect(Set(states.map(\.name)).count == states.count)
    let text = states.map { Self.text($0.name, FlowPresentation($0.state), catalog) }.joined(separator: "\n")
    #expect(try Snapshot.differences(of: text, from: "flow-\(catalog.language)") == [])
  }

  @Test func everyKindOfPromptIsAState() {
    let prompts = PresentationStates.all.compactMap(\.state.prompt?.name)
    #expect(Set(prompts).count == 12)
  }

  @Test func aBusyFlowTakesNothingButCancelling() {
    for (name, state) in PresentationStates.all {
      var busy = state
      busy.isBusy = true
      busy.canSubmit = false
      busy.canResend = false
      let enabled = FlowPresentation(busy).actions.filter(\.isEnabled).map(\.kind)
      #expect(enabled == [.close], "\(name)")
    }
  }

  /// Descriptions end up in logs. What the user scans or copies does not.
  @Test func aDescriptionOmitsTheValues() {
    let setup = TOTPSetupPrompt(secret: Secret("JBSWY3DP"), uri: Secret("otpauth://x?secret=JBSWY3DP"))
    var state = FlowPresentation.State()
    state.prompt = .setupTOTP(setup)
    let presentation = FlowPresentation(state)
    #expect(presentation.facts.map(\.value).contains("JBSWY3DP"))
    var dumped = ""
    dump(presentation, to: &dumped)
    #expect(!"\(presentation)".contains("JBSWY3DP") && !dumped.contains("JBSWY3DP"))
  }

  /// A scanned QR code is of no further use, and a page beside it would mislead.
  @Test func aClaimedApprovalShowsNoCodeToScan() {
    var state = FlowPresentation.State()
    state.prompt = .awaitApproval(ApprovalPrompt(qrData: "q", isClaimed: true))
    #expect(FlowPresentation(state).facts.isEmpty)
  }

  private static func text(_ name: String, _ shown: FlowPresentation, _ catalog: TextCatalog) -> String {
    func text(_ phrase: Phrase) -> String { catalog.text(phrase).replacing("\u{1B}", with: "␛") }
    var lines = ["== \(name)"]
    func add(_ label: String, _ values: [String]) { lines += values.map { "\(label) \($0)" } }
    add("step", [shown.step].compactMap(\.self).map(text))
    add("warning", [shown.warning].compactMap(\.self).map(text))
    add("title", [text(shown.title)])
    add("detail", shown.details.map(text))
    add("fact", shown.facts.map { "\($0.kind.rawValue) \(text($0.label)): \($0.value.replacing("\n", with: "⏎"))" })
    add(
      "field",
      shown.fields.map { field in
        "\(field.kind) \(text(field.label))" + (field.hint.map { " (\(text($0)))" } ?? "")
          + (field.existing.map { " = \($0)" } ?? "") + (field.isOptional ? " ?" : "") + (field.isMasked ? " *" : "")
      })
    add("option", shown.options.map { "\($0.id) \(text($0.label))" })
    add("other", shown.alternatives.map { "\($0.id) \(text($0.label))" })
    add("activity", [shown.activity].compactMap(\.self).map(text))
    add("problem", [shown.problem].compactMap(\.self).map { text($0.text) })
    add("note", (shown.problem?.notes ?? []).map(text))
    add("time", shown.countdowns.map(text))
    add("button", shown.actions.map { "\($0.isEnabled ? "●" : "○") \(text($0.title))" })
    return lines.joined(separator: "\n") + "\n"
  }
}
