import AuthCore
import TestSupport
import Testing

@testable import AuthUI

struct FlowPresentationTests {
  /// Every state in every language, as a text. A change of a text or of what a screen shows is seen here.
  @Test(arguments: [
    TextCatalog.english, .german, .expanded, .rightToLeft, .wide,
  ])
  func looksLikeTheSnapshot(catalog: TextCatalog) throws {
    let states = PresentationStates.all
    #expect(states.count > 45)
    #expect(Set(states.map(\.name)).count == states.count)
    let texts = states.map { PresentationText.of(FlowPresentation($0.state), name: $0.name, catalog) }
    try Snapshot.expect(texts.joined(separator: "\n"), is: "flow-\(catalog.language)")
  }

  @Test func everyKindOfPromptIsAState() {
    let prompts = PresentationStates.all.compactMap(\.state.prompt?.name)
    #expect(Set(prompts).count == 12)
  }

  /// The context belongs to the last prompt, and is over with it.
  @Test func anEndingShowsNothingOfTheLastPrompt() {
    for (name, state) in PresentationStates.all where state.prompt == nil {
      var ending = state
      ending.context = PromptContext(
        stepLabel: "Step 1", risk: RiskInformation(detected: true, message: "Risk"), attemptsRemaining: 2,
        alternatives: [MethodOption(id: .passkey, label: "Passkey")])
      #expect(FlowPresentation(ending) == FlowPresentation(state), "\(name)")
    }
  }

  /// A failure of the network does not change how many attempts are left.
  @Test func theAttemptsStayAfterAnErrorWithoutANumber() {
    var state = FlowPresentation.State()
    state.prompt = .enterTOTP(TOTPPrompt())
    state.context.attemptsRemaining = 2
    state.problem = AuthError(.network, "The connection failed.")
    let left = Phrase("problem.attempts", ["count": .number(2)])
    #expect(FlowPresentation(state).countdowns.contains(left))
    state.problem = AuthError(.invalidCode, "The code is wrong.", attemptsRemaining: 1)
    #expect(!FlowPresentation(state).countdowns.contains(left))
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

  /// The page of a redirect returns to the program only if its button opened it. The page of an approval is for another
  /// device, and is a link.
  @Test func aPageWithAButtonIsNotListed() {
    func listed(_ prompt: Prompt) -> [FlowPresentation.Fact.Kind] {
      var state = FlowPresentation.State()
      state.prompt = prompt
      return FlowPresentation(state).listedFacts.map(\.kind)
    }
    #expect(listed(.redirect(RedirectPrompt(url: Prompts.page))) == [])
    #expect(listed(.awaitApproval(Prompts.approval)) == [.page, .code, .qrCode])
  }

  @Test func aProgramWithoutAWalletHasNoButtonForIt() {
    var state = FlowPresentation.State()
    state.prompt = .sign(SignPrompt(message: "m"))
    let shown = FlowPresentation(state)
    #expect(shown.actions(canSign: true).map(\.kind) == [.sign, .submit, .close])
    #expect(shown.actions(canSign: false).map(\.kind) == [.submit, .close])
  }

  @Test func theErrorOfAHandlerIsShownUnlessTheUserCancelled() throws {
    let failure = FlowPresentation.Problem(ofBrowser: AuthError(.network, "No."))
    var state = FlowPresentation.State()
    #expect(FlowPresentation(state).showing(failure).problem?.code == .network)
    for cancelled in [AuthError.cancelled, CancellationError()] as [any Error] {
      #expect(FlowPresentation.Problem(ofWallet: cancelled) == nil)
      #expect(FlowPresentation.Problem(ofBrowser: cancelled) == nil)
    }
    struct RejectedRequest: Error { let address = "0xabc" }
    let foreign = try #require(FlowPresentation.Problem(ofWallet: RejectedRequest()))
    #expect(foreign.text == Phrase("problem.wallet") && foreign.technical.contains("RejectedRequest"))
    #expect(!foreign.technical.contains("0xabc"))
    #expect(FlowPresentation.Problem(ofBrowser: RejectedRequest()) == nil)
    #expect(FlowPresentation(state).showing(nil).problem == nil)
    state.problem = AuthError(.invalidCode, "Wrong.")
    #expect(FlowPresentation(state).showing(failure).problem?.code == .invalidCode)
  }

  @Test func aMissingFieldIsNamedByItsLabel() {
    var state = FlowPresentation.State()
    state.prompt = .input([InputField(name: "pin_1", label: "PIN", kind: .pin)])
    state.fault = .missing(field: "pin_1")
    #expect(TextCatalog.english.text(FlowPresentation(state).details[0]) == "Fill in “PIN”.")
  }

  /// A scanned QR code is of no further use, and a page beside it would mislead.
  @Test func aClaimedApprovalShowsNoCodeToScan() {
    var state = FlowPresentation.State()
    state.prompt = .awaitApproval(ApprovalPrompt(qrData: "q", isClaimed: true))
    #expect(FlowPresentation(state).facts.isEmpty)
  }
}
