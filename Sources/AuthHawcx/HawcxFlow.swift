import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Signing in, signing up and managing an account: what is decided, without I/O.
///
/// The server leads: every answer of it is a step, and the flow turns steps into prompts and answers into actions. Its
/// own decisions are few: which method to choose unasked, whether an answer has the right form, and what an error
/// means for the prompt that it was an answer to. `HawcxFlow+Answers` holds the user's side, `HawcxFlow+Steps` the
/// server's.
struct HawcxFlow: FlowLogic {
  /// Something to be done outside.
  enum Effect: Sendable {
    /// Begins at the server; a proof key is made for it.
    case start(HawcxStart)
    case send(HawcxAction, session: String)
    /// Chooses a method that the user is not asked about.
    case choose(String, session: String)
    /// Asks whether another device has decided, unless it is too late to ask. GUESS H47: while it has not, the answer is
    /// the same step again; when it said no, an error.
    case poll(session: String, until: Date)
    /// Makes a device key and tells the server.
    case enrolDevice(HawcxDeviceSetup, identifier: String, session: String)
    /// Answers a challenge with the device key.
    case proveDevice(HawcxDeviceChallenge, identifier: String, session: String)

    /// Whether nothing was shown since the effect before: the user goes on waiting for the same.
    var isFollowUp: Bool {
      switch self {
      case .start, .send, .poll: false
      case .choose, .enrolDevice, .proveDevice: true
      }
    }
  }

  /// What came of it.
  struct Outcome: Sendable {
    var response: HawcxResponse
    /// What belongs to the challenge that a start was sent with.
    var verifier: Secret?
    var receivedAt: Date
  }

  /// A prompt that the user sees, and the step behind it.
  struct Shown: Sendable {
    var prompt: Prompt
    var context: PromptContext
    var response: HawcxResponse
  }

  /// Where the flow stands.
  enum Phase: Sendable {
    case new
    /// A flow that was put away shows its prompt again.
    case resuming(Shown, now: Date)
    /// The user has to say something before the server can be asked: who they are, or an invite code.
    case asking
    /// The server is asked; `shown` is the prompt that the action answers, to fall back to.
    case waiting(Shown?)
    case showing(Shown)
    case ended
  }

  let request: FlowRequest
  let flowType: HawcxStart.FlowType
  let policy: HawcxConfiguration.MethodSelection
  /// Whether approvals are asked about without the user.
  let pollsApprovals: Bool
  /// Whether the user is asked for any identifier, user names included, rather than for an address.
  let takesAnyIdentifier: Bool
  /// Whether the flow may begin again by itself, after its device turned out to be trusted no longer.
  var mayRestart: Bool
  var phase = Phase.new
  /// The server's name for the flow.
  var session: String?
  /// Handed out once, with the code; gone when the flow is.
  var verifier: Secret?
  var identifier: String?
  /// Whether the fields that the user is asked for are an identifier, rather than an invite code.
  var asksForIdentifier = false
  var inviteCode: String?
  /// The method that the app or the user has asked for.
  var wanted: MethodID?
  /// Selections that were made unasked: each at most once.
  var selections: Set<String> = []
  /// Answers that the user did not see, since the last one that they did.
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

  /// Tells the server that the flow is over. GUESS H48: what it answers to that does not matter.
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
    // A step-up begins by a start token: the app's backend says what it is for.
    guard case .stepUp(let action) = request.purpose, start.startToken == nil else {
      return .perform(.start(start), .request)
    }
    start.tokenPurpose = action
    return .perform(.start(start), .tokenFetch)
  }

  mutating func send(_ action: HawcxAction, from shown: Shown?) -> FlowStep<Effect> {
    guard let session else { return fail(AuthError(.malformedResponse, "The server gave the flow no session.")) }
    phase = .waiting(shown)
    return .perform(.send(action, session: session), .request)
  }

  /// The same prompt again, with what was wrong.
  mutating func show(_ shown: Shown, failing error: AuthError?) -> FlowStep<Effect> {
    var shown = shown
    shown.context = error.map { shown.context.failing($0) } ?? shown.context.cleared
    phase = .showing(shown)
    return .prompt(shown.prompt, shown.context)
  }

  /// Terminal errors take the proof key with them.
  mutating func fail(_ error: AuthError) -> FlowStep<Effect> {
    phase = .ended
    verifier = nil
    return .failed(error)
  }

  /// The proof key goes with the flow, though the flow itself may still be held.
  mutating func ended() {
    phase = .ended
    verifier = nil
  }

  /// Begins again where the device is trusted no longer, once a flow (H83); else it is over.
  mutating func lost(_ error: AuthError) -> FlowStep<Effect> {
    guard mayRestart else { return fail(error) }
    mayRestart = false
    return start()
  }

  func misplaced(_ answer: FlowAnswer) -> FlowStep<Effect> {
    .failed(.misplaced(answer))
  }
}
