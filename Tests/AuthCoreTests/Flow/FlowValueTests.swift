import Testing

@testable import AuthCore

/// The small values of a flow: their names and defaults, the terminal updates, and the content of a ticket.
@Suite struct FlowValueTests {
  @Test func defaults() {
    #expect(ApprovalPrompt().pollInterval == .seconds(2) && ApprovalPrompt().isPolled)
    #expect(!ApprovalPrompt().isLinkSent && ApprovalPrompt() != ApprovalPrompt(isLinkSent: true))
    #expect(!ApprovalPrompt().isClaimed && ApprovalPrompt() != ApprovalPrompt(isClaimed: true))
    #expect(TOTPSetupPrompt(secret: Secret("A"), uri: Secret("B")).period == 30)
    #expect(!InputField(name: "a", label: "A").isOptional && InputField(name: "a", label: "A").kind == .text)
    #expect(!ActionProof(token: Secret("t"), action: nil).isNewUser)
    #expect(FlowRequest().exchange && FlowRequest().purpose == .signIn)
  }

  @Test func purposes() {
    let purposes: [FlowRequest.Purpose] = [
      .signIn, .signUp, .enroll(.totp), .stepUp(action: "pay"), .link(.totp), .manage,
    ]
    #expect(purposes.map(\.name) == ["signin", "signup", "enroll", "step-up", "link", "manage"])
  }

  @Test func aMethodHasToBeOffered() throws {
    try FlowRequest().require([], of: "fake")
    try FlowRequest(method: .totp).require([.emailOTP, .totp], of: "fake")
    let error = #expect(throws: AuthError.self) {
      try FlowRequest(method: .totp).require([.emailOTP, .passkey], of: "fake")
    }
    #expect(error?.code == .methodNotAvailable && error?.provider == "fake")
    #expect(error?.message.contains("email_otp, passkey") == true)
  }

  @Test func onlyFailuresAndResultsAreTerminal() {
    #expect(!FlowUpdate.idle.isTerminal && !FlowUpdate.working(.request).isTerminal)
    #expect(!FlowUpdate.prompt(.enterEmail(EmailPrompt()), PromptContext()).isTerminal)
    #expect(FlowUpdate.failed(.cancelled).isTerminal)
    #expect(FlowUpdate.completed(.proof(ActionProof(token: Secret("t"), action: nil))).isTerminal)
  }

  @Test func passwordsAndPinsAreMasked() {
    let kinds: [InputField.Kind] = [.text, .password, .pin, .captcha, .inviteCode]
    #expect(kinds.filter(\.isMasked) == [.password, .pin])
  }

  @Test func tickets() {
    let ticket = FlowTicket(providerID: "fäke", key: "key")
    #expect(ticket.providerID == "fäke" && ticket.recordKey == "flow/" + ticket.rawValue)
    #expect(FlowTicket(rawValue: ticket.rawValue + ".more").providerID == nil)
    #expect(FlowTicket(rawValue: ticket.rawValue + ".").providerID == nil)
    #expect(FlowTicket(rawValue: "ZmFrZQ").providerID == nil)
    #expect(FlowTicket(rawValue: "_w.key").providerID == nil, "not UTF-8")
  }

  @Test func blanks() {
    #expect(" \t a b \n".trimmingBlanks == "a b")
    #expect("  ".trimmingBlanks.isEmpty && "a".trimmingBlanks == "a")
  }
}
