public import AuthCore
public import Observation

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The model of a flow: what a view shows now, and what the user can do.
///
/// The model follows the flow until the model is released. The error of an answer that is not allowed is in
/// `answerError`, so that a button's action needs no error handling.
@MainActor @Observable
public final class FlowModel {
  /// Starts a flow for a request; usually `AuthClient.start`.
  public typealias Start = @MainActor (FlowRequest) -> AuthFlow

  /// The latest prompt; nil before the first prompt and after the end of the flow. The prompt stays while an answer is
  /// being sent and while the flow works.
  public private(set) var prompt: Prompt?
  /// The context of the prompt.
  public private(set) var context = PromptContext()
  /// The user's input. Each prompt replaces it. After an error, the parts that the user can correct stay.
  public var input = PromptInput()
  /// The flow's current activity; nil if it waits for the user or has ended.
  public private(set) var activity: Activity?
  /// The flow's result; nil before the end of the flow, and if the flow failed.
  public private(set) var result: FlowResult?
  /// The error with which the flow failed; nil before the end of the flow, and if the flow succeeded.
  public private(set) var failure: AuthError?
  /// Why the last answer was not allowed; nil if it was allowed. If the server refused the answer, `context.lastError`
  /// has the error.
  public private(set) var answerError: AuthError?

  /// The flow. A restart replaces it.
  public private(set) var flow: AuthFlow
  /// The flow's request; an empty sign-in for a flow that was started elsewhere.
  public private(set) var request: FlowRequest

  private var isAnswering = false
  /// Whether the flow has accepted an answer or was cancelled, and the model has not shown yet what follows.
  private var awaitsUpdate = false
  @ObservationIgnored private var updates = 0
  @ObservationIgnored private var waiting: [CheckedContinuation<Void, Never>] = []
  /// The number of restarts.
  @ObservationIgnored private var starts = 0
  private var problemSince: Date
  private let ticker: Ticker
  @ObservationIgnored private let clock: any AuthClock
  @ObservationIgnored private let start: Start?
  @ObservationIgnored private var lastAnswer: FlowAnswer?
  @ObservationIgnored private var following: Task<Void, Never>?

  /// Creates a model that starts a flow and follows it. It can start the flow again after an error that requires a
  /// restart.
  public convenience init(
    _ request: FlowRequest = FlowRequest(), clock: any AuthClock = SystemClock(), start: @escaping Start
  ) {
    self.init(flow: start(request), request: request, clock: clock, start: start)
  }

  /// Creates a model that follows a flow that was started elsewhere.
  public convenience init(_ flow: AuthFlow, clock: any AuthClock = SystemClock()) {
    self.init(flow: flow, request: FlowRequest(), clock: clock, start: nil)
  }

  private init(flow: AuthFlow, request: FlowRequest, clock: any AuthClock, start: Start?) {
    self.flow = flow
    self.request = request
    self.clock = clock
    self.start = start
    ticker = Ticker(clock)
    problemSince = clock.now()
    follow()
  }

  deinit { following?.cancel() }

  // MARK: What to show

  /// Whether the flow has ended.
  public var isFinished: Bool { result != nil || failure != nil }

  /// Whether the flow has ended, and nothing of its end has to be shown: it was cancelled, or the
  /// model of the session has shown its user.
  func isSettled(in session: SessionModel) -> Bool {
    if failure == .cancelled { return true }
    if case .session(let made, _) = result { return session.hasShown(made.id) } else { return false }
  }

  /// Whether the user has to wait: an answer is being sent, or the flow is busy.
  public var isBusy: Bool { !isFinished && (isAnswering || awaitsUpdate || activity != nil) }

  /// Whether the input can be sent now.
  public var canSubmit: Bool { !isBusy && input.answer != nil }

  /// Whether a new code can be requested now.
  public var canResend: Bool {
    guard !isBusy, case .enterCode(let code) = prompt else { return false }
    return code.canResend(at: ticker.now)
  }

  /// The time until a new code can be requested; nil if it can be requested now, or never.
  public var resendCountdown: Countdown? {
    guard case .enterCode(let code) = prompt, code.isResendable, let end = code.resendAt else { return nil }
    let countdown = Countdown(to: end, at: ticker.now)
    return countdown.isOver ? nil : countdown
  }

  /// The time until the code or the approval expires; nil if no expiry is known, or for any other prompt.
  public var expiryCountdown: Countdown? { prompt?.expiresAt.map { Countdown(to: $0, at: ticker.now) } }

  /// The message that a wallet has to sign; nil unless the prompt asks for a wallet's signature.
  public var messageToSign: String? {
    guard case .sign(let prompt) = prompt else { return nil }
    return prompt.message
  }

  /// The error to show: the failure of the flow, or else the error of the last answer; nil if the flow was cancelled,
  /// and if there is no error.
  public var problem: AuthError? { failure == .cancelled ? nil : failure ?? answerError ?? context.lastError }

  /// The user's possible actions after the problem, the best action first; empty without a problem.
  public var recoveryActions: [RecoveryAction] { situation?.actions(at: ticker.now) ?? [] }

  /// The time until the user can do something about the problem; nil if that is possible now.
  public var recoveryCountdown: Countdown? {
    guard let end = situation?.waitsUntil else { return nil }
    let countdown = Countdown(to: end, at: ticker.now)
    return countdown.isOver ? nil : countdown
  }

  /// What a screen shows now.
  public var presentation: FlowPresentation {
    var state = FlowPresentation.State()
    state.prompt = prompt
    state.context = context
    state.purpose = request.purpose
    state.activity = activity
    state.isBusy = isBusy
    state.canSubmit = canSubmit
    state.fault = input.fault
    state.canResend = canResend
    state.resend = resendCountdown
    state.expiry = expiryCountdown
    state.problem = problem
    state.recovery = recoveryActions
    state.canRestart = start != nil
    state.wait = recoveryCountdown
    state.result = result
    state.isFinished = isFinished
    return FlowPresentation(state)
  }

  // MARK: What the user does

  /// Sends the input. Does nothing if `canSubmit` is false.
  public func submit() async {
    guard canSubmit, let answer = input.answer else { return }
    await self.answer(answer)
  }

  /// Chooses a method.
  public func select(method: MethodID) async { await answer(.method(method)) }
  /// Chooses an account.
  public func select(account: String) async { await answer(.account(account)) }
  /// Submits a code without white space at both ends.
  public func submit(code: String) async { await answer(.code(Secret(code.trimmingBlanks))) }
  /// Submits a wallet's signature of `messageToSign`, without white space at both ends.
  public func submit(signature: String) async { await answer(.signature(Secret(signature.trimmingBlanks))) }
  /// Submits the callback of a redirect: the URL with which the page returned to the app.
  public func resume(callback: URL) async { await answer(.callback(callback)) }
  /// Requests a new code.
  public func resend() async { await answer(.resend) }

  /// Sends an answer. Does nothing while another answer is being sent. An error is in `answerError`.
  ///
  /// Returns when the flow has accepted the answer, not when the server has replied: the next prompt or the result
  /// comes as a change of the model, or after `settled()`. Until then, `isBusy` is true, except after a poll.
  public func answer(_ answer: FlowAnswer) async {
    guard !isAnswering else { return }
    isAnswering = true
    answerError = nil
    lastAnswer = answer
    var refusal: AuthError?
    let (answered, seen) = (starts, updates)
    do throws(AuthError) { try await flow.answer(answer) } catch { refusal = error }
    // A restart may have replaced the flow in the meantime. The model then shows the new flow, which this answer does
    // not concern.
    guard answered == starts else { return }
    isAnswering = false
    // A poll changes nothing if another one is under way.
    if case .poll = answer {} else { awaitsUpdate = refusal == nil && updates == seen }
    guard let refusal else { return resumeWaiting() }
    answerError = refusal
    noteProblem()
    resumeWaiting()
  }

  /// Waits until the flow asks the user or has ended: for a test, and for a program without views that observe the
  /// model.
  public func settled() async {
    while isBusy || (prompt == nil && !isFinished) { await withCheckedContinuation { waiting.append($0) } }
  }

  private func resumeWaiting() {
    let resumed = waiting
    waiting = []
    for continuation in resumed { continuation.resume() }
  }

  /// Performs a recovery action. `wait` does nothing. The actions that start a flow do nothing if the model was created
  /// with a running flow.
  public func perform(_ action: RecoveryAction) async {
    switch action {
    case .correct: answerError = nil
    case .wait: break
    case .resend: await resend()
    case .repeatAnswer: if let lastAnswer { await answer(lastAnswer) }
    case .restart: await restart(request)
    case .chooseMethod:
      var other = request
      other.method = nil
      await restart(other)
    case .signIn: await restart(FlowRequest(identifier: request.identifier, redirectURL: request.redirectURL))
    case .giveUp: await cancel()
    }
  }

  /// Cancels the flow, and notifies the server if the provider has a request for this. The end comes as a change of the
  /// model, or after `settled()`.
  public func cancel() async {
    let cancelled = starts
    await flow.cancel()
    // The flow has ended, but the model may not have shown its last update yet.
    if cancelled == starts, !isFinished { awaitsUpdate = true }
  }

  // MARK: Following

  private var situation: RecoverySituation? {
    problem.map {
      RecoverySituation(
        $0, since: problemSince, prompt: prompt, canRepeat: lastAnswer != nil, canStart: start != nil)
    }
  }

  private func restart(_ request: FlowRequest) async {
    guard let start else { return }
    following?.cancel()
    if !isFinished { await flow.cancel() }
    self.request = request
    prompt = nil
    context = PromptContext()
    input = PromptInput()
    activity = nil
    result = nil
    failure = nil
    answerError = nil
    lastAnswer = nil
    isAnswering = false
    awaitsUpdate = false
    starts += 1
    flow = start(request)
    follow()
  }

  private func follow() {
    following = Task { [weak self, flow] in
      for await update in flow {
        // A restart may have replaced the flow since the update.
        guard let self, !Task.isCancelled else { return }
        self.show(update)
      }
    }
  }

  private func show(_ update: FlowUpdate) {
    defer { resumeWaiting() }
    updates += 1
    awaitsUpdate = false
    activity = nil
    switch update {
    case .idle: break
    case .working(let activity): self.activity = activity
    case .prompt(let prompt, let context):
      answerError = nil
      if context.lastError == nil { lastAnswer = nil }
      input = input.following(prompt, after: context.lastError)
      self.prompt = prompt
      self.context = context
      noteProblem()
    case .completed(let result):
      close()
      self.result = result
    case .failed(let error):
      close()
      failure = error
      noteProblem()
    }
  }

  private func close() {
    prompt = nil
    context = PromptContext()
    input = PromptInput()
    answerError = nil
    lastAnswer = nil
    ticker.count(to: [])
  }

  /// Notes the time of a problem, and starts the countdowns to the times at which the possible actions change.
  private func noteProblem() {
    let correction = flow.clockCorrection
    problemSince = clock.now().addingTimeInterval(correction)
    let ends = [prompt?.expiresAt, prompt?.resendAt, situation?.waitsUntil]
    ticker.count(to: ends.compactMap { $0 }, correction: correction)
  }
}

extension Prompt {
  var expiresAt: Date? {
    switch self {
    case .enterCode(let code): code.expiresAt
    case .awaitApproval(let approval): approval.expiresAt
    default: nil
    }
  }

  var resendAt: Date? { if case .enterCode(let code) = self { code.resendAt } else { nil } }
}
