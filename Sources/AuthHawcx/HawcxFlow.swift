import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The decisions of the flows for sign-in, sign-up and account management, without I/O.
///
/// The server determines the order: every response is a step, and the flow turns steps into prompts and the user's
/// input into actions. The flow itself decides which method to choose automatically, whether input has the right form,
/// and what an error means for the prompt that was answered. `HawcxFlow+Answers` handles the user's input, and
/// `HawcxFlow+Steps` handles the server's steps.
struct HawcxFlow: FlowLogic {
  /// An effect for the performer.
  enum Effect: Sendable {
    /// Starts the flow at the server. The performer creates the PKCE pair, unless the app supplied a challenge.
    case start(HawcxStart)
    case send(HawcxAction, session: String)
    /// Chooses a method without asking the user.
    case choose(String, session: String)
    /// Polls for the decision of another device, unless the prompt has expired. GUESS H47: until the other device
    /// decides, the server repeats the step; if the other device refuses, the server returns an error.
    case poll(session: String, until: Date)
    /// Creates a device key and enrols it at the server.
    case enrolDevice(HawcxDeviceSetup, identifier: String, session: String)
    /// Responds to a challenge with the device key.
    case proveDevice(HawcxDeviceChallenge, identifier: String, session: String)

    /// Whether nothing has been shown since the previous effect. If so, the user is still waiting for the same result.
    var isFollowUp: Bool {
      switch self {
      case .start, .send, .poll: false
      case .choose, .enrolDevice, .proveDevice: true
      }
    }
  }

  /// The result of an effect.
  struct Outcome: Sendable {
    var response: HawcxResponse
    /// The PKCE verifier that belongs to the challenge of a start; nil for other actions, and for the app's own
    /// challenge.
    var verifier: Secret?
    var receivedAt: Date
  }

  /// A prompt that the user sees, and its step.
  struct Shown: Sendable {
    var prompt: Prompt
    var context: PromptContext
    var response: HawcxResponse
  }

  /// The flow's state.
  enum Phase: Sendable {
    case new
    /// The flow is resumed and shows its prompt again.
    case resuming(Shown, now: Date)
    /// The user has to give an identifier or an invite code before the first request to the server.
    case asking
    /// A request to the server is running. After a failure, the flow returns to the prompt that the request answers.
    case waiting(Shown?)
    case showing(Shown)
    case ended
  }

  let request: FlowRequest
  let flowType: HawcxStart.FlowType
  let policy: HawcxConfiguration.MethodSelection
  /// Whether the flow polls approvals automatically.
  let pollsApprovals: Bool
  /// Whether the user is asked for any identifier, including user names, rather than for an address.
  let takesAnyIdentifier: Bool
  /// Whether the flow may restart automatically when its device is no longer trusted.
  var mayRestart: Bool
  var phase = Phase.new
  /// The server's ID of the flow.
  var session: String?
  /// The PKCE verifier. It is returned once, with the code, and deleted when the flow ends.
  var verifier: Secret?
  var identifier: String?
  /// Whether the requested fields are an identifier rather than an invite code.
  var asksForIdentifier = false
  var inviteCode: String?
  /// The method that the app requested, or the user chose before the first request.
  var wanted: MethodID?
  /// The automatic selections: each is made at most once.
  var selections: Set<String> = []
  /// The number of consecutive steps that the user has not seen.
  var hops = 0
  var failedPolls = 0

  init(
    _ request: FlowRequest, flowType: HawcxStart.FlowType, policy: HawcxConfiguration.MethodSelection,
    pollsApprovals: Bool = true, takesAnyIdentifier: Bool = false, mayRestart: Bool = false
  ) {
    self.request = request
    self.flowType = flowType
    self.policy = policy
    self.pollsApprovals = pollsApprovals
    self.takesAnyIdentifier = takesAnyIdentifier
    self.mayRestart = mayRestart
    wanted = request.method
    let text = (request.identifier ?? request.session?.identifier)?.trimmingBlanks
    identifier = text?.isEmpty == false ? text : nil
    inviteCode = request.profile.hawcxInviteCode
  }

  mutating func begin() -> FlowStep<Effect> {
    if case .resuming(let shown, let now) = phase { return resume(shown, now: now) }
    guard identifier == nil else { return start() }
    return wanted == nil && !takesAnyIdentifier ? chooseMethod() : askForIdentifier(nil)
  }

  mutating func answered(_ answer: FlowAnswer) -> FlowStep<Effect> {
    switch phase {
    case .asking: return identified(answer)
    case .showing(let shown): return self.answer(answer, to: shown)
    case .new, .resuming, .waiting, .ended: return misplaced(answer)
    }
  }

  mutating func received(_ result: Result<Outcome, AuthError>) -> FlowStep<Effect> {
    guard case .waiting(let shown) = phase else { return fail(.misplacedOutcome) }
    switch result {
    case .success(let outcome):
      session = outcome.response.session ?? session
      verifier = outcome.verifier ?? verifier
      if case .error(let failure) = outcome.response.step { return refused(failure, outcome, shown) }
      failedPolls = 0
      return unchanged(outcome.response, shown) ?? step(outcome.response)
    case .failure(let error): return unanswered(error, shown)
    }
  }

  /// The effect that reports the end of the flow to the server; nil if the server has no flow to end. GUESS H48: the
  /// server's response does not matter.
  var cancellation: Effect? {
    switch phase {
    case .waiting, .showing, .asking: session.map { .send(.cancel, session: $0) }
    case .new, .resuming, .ended: nil
    }
  }

  mutating func start() -> FlowStep<Effect> {
    guard let identifier else { return askForIdentifier(nil) }
    phase = .waiting(nil)
    session = nil
    verifier = nil
    selections = []
    hops = 0
    var start = HawcxStart(
      flowType: flowType, identifier: identifier, startToken: request.token, inviteCode: inviteCode,
      hostedSession: request.profile.hawcxHostedSession, codeChallenge: request.profile.hawcxCodeChallenge,
      signals: request.profile.hawcxDeviceSignals)
    // A step-up starts with a start token, in which the app's backend states the purpose.
    guard case .stepUp(let action) = request.purpose, start.startToken == nil else {
      return .perform(.start(start), .request)
    }
    start.tokenPurpose = action
    return .perform(.start(start), .tokenFetch)
  }

  mutating func send(_ action: HawcxAction, from shown: Shown?) -> FlowStep<Effect> {
    guard let session else {
      return fail(AuthError(.malformedResponse, "The response contains no session. Start again."))
    }
    phase = .waiting(shown)
    return .perform(.send(action, session: session), .request)
  }

  /// Shows a prompt again, with the error; nil removes the error of an earlier answer.
  mutating func show(_ shown: Shown, failing error: AuthError?) -> FlowStep<Effect> {
    var shown = shown
    shown.context = error.map { shown.context.failing($0) } ?? shown.context.cleared
    phase = .showing(shown)
    return .prompt(shown.prompt, shown.context)
  }

  /// Ends the flow with an error and deletes the PKCE verifier.
  mutating func fail(_ error: AuthError) -> FlowStep<Effect> {
    phase = .ended
    verifier = nil
    return .failed(error)
  }

  /// Ends the flow and deletes the PKCE verifier, because the caller may keep the ended flow in memory.
  mutating func ended() {
    phase = .ended
    verifier = nil
  }

  /// Handles a device that is no longer trusted: restarts the flow if that is allowed, once per flow (H83), or else
  /// ends it with the error.
  mutating func lost(_ error: AuthError) -> FlowStep<Effect> {
    guard mayRestart else { return fail(error) }
    mayRestart = false
    return start()
  }

  func misplaced(_ answer: FlowAnswer) -> FlowStep<Effect> {
    .failed(.misplaced(answer))
  }
}
