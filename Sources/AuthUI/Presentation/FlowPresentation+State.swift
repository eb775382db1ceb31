public import AuthCore

extension FlowPresentation {
  /// The state of a flow. `FlowModel` fills it in; a program without the model does so from the flow's updates.
  public struct State: Sendable {
    /// The open prompt; nil before the first prompt and after the end.
    public var prompt: Prompt?
    /// The prompt's context.
    public var context = PromptContext()
    /// What the flow is for.
    public var purpose: FlowRequest.Purpose = .signIn
    /// What the flow does; nil if it waits for the user.
    public var activity: Activity?
    /// Whether the user has to wait.
    public var isBusy = false
    /// Whether the input can be sent.
    public var canSubmit = true
    /// Why the input cannot be sent; nil if it can be sent.
    public var fault: InputFault?
    /// Whether a new code can be requested now.
    public var canResend = false
    /// The time until a new code can be requested; nil if that is now, or never.
    public var resend: Countdown?
    /// The time until the code or the approval expires; nil if it is not known.
    public var expiry: Countdown?
    /// The error to show; nil without an error.
    public var problem: AuthError?
    /// The ways to recover from the error.
    public var recovery: [RecoveryAction] = []
    /// Whether a new flow can be started.
    public var canRestart = false
    /// The time until the user can do something about the error; nil if that is now.
    public var wait: Countdown?
    /// The result; nil before the end, and after a failure.
    public var result: FlowResult?
    /// Whether the flow has ended. A flow that has ended without a result and without a problem was cancelled.
    public var isFinished = false

    /// Creates the state of a flow that has shown nothing yet.
    public init() {}
  }

  /// Creates the presentation of a state.
  public init(_ state: State) {
    self = state.prompt.map { Self.presentation(of: $0, state) } ?? Self.withoutPrompt(state)
    activity = state.activity.map(Self.text)
    problem = state.problem.map { Problem($0, wait: state.wait) }
    // The context belongs to the prompt: nothing of it is shown after the end.
    if state.prompt != nil { add(state.context, to: state.problem) }
    if let expiry = state.expiry { countdowns.append(Self.expiry(expiry, canResend: isResendable)) }
    if let resend = state.resend {
      countdowns.append(Phrase("prompt.code.resendIn", ["time": .text(resend.text)]))
    }
    actions += recoveries(state) + [closing(state)]
  }

  private mutating func add(_ context: PromptContext, to problem: AuthError?) {
    step = context.stepLabel.map { .verbatim($0) }
    warning = Self.warning(context.risk)
    alternatives = context.alternatives.map(Option.init)
    // An error that contains no number, such as a network error, does not change how many are left.
    if let attempts = context.attemptsRemaining, problem?.attemptsRemaining == nil {
      countdowns.append(Phrase("problem.attempts", ["count": .number(attempts)]))
    }
  }

  private static func withoutPrompt(_ state: State) -> FlowPresentation {
    if let result = state.result { return FlowPresentation(name: "finished", title: text(of: result)) }
    if !state.isFinished { return FlowPresentation(name: "starting", title: Phrase("flow.starting")) }
    return state.problem == nil
      ? FlowPresentation(name: "cancelled", title: .error(.cancelled))
      : FlowPresentation(name: "failed", title: Phrase("flow.failed"))
  }

  private static func text(of result: FlowResult) -> Phrase {
    switch result {
    case .session(let session, isNewUser: true):
      Phrase("result.welcome", ["user": .text(session.identifier ?? session.subject)])
    case .session(let session, isNewUser: false):
      Phrase("result.welcomeBack", ["user": .text(session.identifier ?? session.subject)])
    case .authorizationCode: Phrase("result.authorizationCode")
    case .proof: Phrase("result.proof")
    case .credential(let credential):
      Phrase("result.credential", ["method": .phrase(.method(credential.method, label: nil))])
    }
  }

  private static func text(of activity: Activity) -> Phrase {
    switch activity {
    case .request: Phrase("activity.request")
    case .passkey: Phrase("activity.passkey")
    case .deviceTrust: Phrase("activity.deviceTrust")
    case .tokenFetch: Phrase("activity.tokenFetch")
    case .polling: Phrase("activity.polling")
    }
  }

  private static func expiry(_ countdown: Countdown, canResend: Bool) -> Phrase {
    guard countdown.isOver else { return Phrase("prompt.expiresIn", ["time": .text(countdown.text)]) }
    return canResend ? Phrase("prompt.expired.resend") : Phrase("prompt.expired")
  }

  /// Whether the prompt has a button for a new code.
  private var isResendable: Bool { actions.contains { $0.kind == .resend } }

  private static func warning(_ risk: RiskInformation?) -> Phrase? {
    guard let risk, risk.detected else { return nil }
    if let message = risk.message { return .verbatim(message) }
    return risk.reasons.isEmpty
      ? Phrase("risk.detected")
      : Phrase("risk.reasons", ["reasons": .text(risk.reasons.joined(separator: ", "))])
  }

  /// The buttons of the ways to recover. A new code has its button already if the prompt asks for a code. After the
  /// time of any other prompt, only a new flow helps.
  private func recoveries(_ state: State) -> [Action] {
    var recovery = state.recovery
    let isOver = state.expiry?.isOver == true && !isResendable
    if isOver, state.canRestart, !recovery.contains(.restart) { recovery.insert(.restart, at: 0) }
    return recovery.compactMap { action in
      guard let title = action.title else { return nil }
      if action == .resend, isResendable { return nil }
      return Action(kind: .recover(action), title: title, isEnabled: !state.isBusy)
    }
  }

  private func closing(_ state: State) -> Action {
    Action(kind: .close, title: Phrase(state.isFinished ? "action.close" : "action.cancel"), isEnabled: true)
  }
}

extension RecoveryAction {
  /// The title of the button; nil if the user only has to answer the prompt again, to wait or to cancel.
  public var title: Phrase? {
    switch self {
    case .resend: Phrase("action.resend")
    case .repeatAnswer: Phrase("action.retry")
    case .restart: Phrase("action.restart")
    case .chooseMethod: Phrase("action.chooseMethod")
    case .signIn: Phrase("action.signIn")
    case .correct, .wait, .giveUp: nil
    }
  }
}
