public import AuthCore
public import Observation

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A flow as a view sees it: what to show now, and what the user can do about it. A view needs nothing else.
///
/// Follows the flow for as long as the model lives. Every answer that cannot be given is kept in `answerError`, so
/// that a button's action needs no error handling of its own.
@MainActor @Observable
public final class FlowModel {
  /// Starts a flow for a request: `AuthClient.start`, as a rule.
  public typealias Start = @MainActor (FlowRequest) -> AuthFlow

  /// What the user has to do; nil while there is nothing. It stays while an answer to it is under way.
  public private(set) var prompt: Prompt?
  /// What surrounds the prompt.
  public private(set) var context = PromptContext()
  /// What the user has typed. A new prompt empties it.
  public var input = PromptInput()
  /// What is under way; nil while nothing is.
  public private(set) var activity: Activity?
  /// What the flow ended in; nil until then, and when it failed.
  public private(set) var result: FlowResult?
  /// Why the flow ended without a result.
  public private(set) var failure: AuthError?
  /// Why the last answer could not be given, as opposed to being refused: see `context.lastError` for that.
  public private(set) var answerError: AuthError?

  /// The flow that is followed; another one after a new start.
  public private(set) var flow: AuthFlow
  /// What the flow was asked to do.
  public private(set) var request: FlowRequest

  private var isAnswering = false
  /// How often a new flow took the place of another.
  @ObservationIgnored private var starts = 0
  private var problemSince: Date
  private let ticker: Ticker
  @ObservationIgnored private let clock: any AuthClock
  @ObservationIgnored private let start: Start?
  @ObservationIgnored private var lastAnswer: FlowAnswer?
  @ObservationIgnored private var following: Task<Void, Never>?

  /// Starts a flow and follows it; a problem that takes a new start can then be mended from here.
  public convenience init(
    _ request: FlowRequest = FlowRequest(), clock: any AuthClock = SystemClock(), start: @escaping Start
  ) {
    self.init(flow: start(request), request: request, clock: clock, start: start)
  }

  /// Follows a flow that was started elsewhere.
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

  /// Whether the user has to wait: an answer is being given, or something is under way.
  public var isBusy: Bool { !isFinished && (isAnswering || activity != nil) }

  /// Whether what was typed can be sent now.
  public var canSubmit: Bool { !isBusy && input.answer != nil }

  /// Whether a new code can be asked for now.
  public var canResend: Bool {
    guard !isBusy, case .enterCode(let code) = prompt else { return false }
    return code.canResend(at: ticker.now)
  }

  /// The time until a new code can be asked for; nil where one can be, or where none was sent.
  public var resendCountdown: Countdown? {
    guard case .enterCode(let code) = prompt, code.isResendable, let end = code.resendAt else { return nil }
    let countdown = Countdown(to: end, at: ticker.now)
    return countdown.isOver ? nil : countdown
  }

  /// The time until the code or the approval is too late; nil where nothing runs out.
  public var expiryCountdown: Countdown? { prompt?.expiresAt.map { Countdown(to: $0, at: ticker.now) } }

  /// The message that a wallet has to sign, under a prompt for its signature; nil under any other.
  public var messageToSign: String? {
    guard case .sign(let prompt) = prompt else { return nil }
    return prompt.message
  }

  /// What went wrong last, wherever it did; nil when the user gave up.
  public var problem: AuthError? { failure == .cancelled ? nil : failure ?? answerError ?? context.lastError }

  /// What can be done about the problem, the best first; empty without one.
  public var recoveryActions: [RecoveryAction] { situation?.actions(at: ticker.now) ?? [] }

  /// The time until something can be done about the problem; nil when something can be now.
  public var recoveryCountdown: Countdown? {
    guard let end = situation?.waitsUntil else { return nil }
    let countdown = Countdown(to: end, at: ticker.now)
    return countdown.isOver ? nil : countdown
  }

  // MARK: What the user does

  /// Sends what was typed; does nothing while that cannot be sent.
  public func submit() async {
    guard canSubmit, let answer = input.answer else { return }
    await self.answer(answer)
  }

  /// Chooses a method.
  public func select(method: MethodID) async { await answer(.method(method)) }
  /// Chooses an account.
  public func select(account: String) async { await answer(.account(account)) }
  /// Gives a code; blanks around it do not count.
  public func submit(code: String) async { await answer(.code(Secret(code.trimmingBlanks))) }
  /// Gives a wallet's signature of `messageToSign`.
  public func submit(signature: String) async { await answer(.signature(Secret(signature.trimmingBlanks))) }
  /// Hands the callback of a redirect back.
  public func resume(callback: URL) async { await answer(.callback(callback)) }
  /// Asks for a new code.
  public func resend() async { await answer(.resend) }

  /// Gives an answer; a second one while the first is on its way is dropped.
  public func answer(_ answer: FlowAnswer) async {
    guard !isAnswering else { return }
    isAnswering = true
    answerError = nil
    lastAnswer = answer
    var refusal: AuthError?
    let answered = starts
    do throws(AuthError) { try await flow.answer(answer) } catch { refusal = error }
    // Another flow can have taken this one's place meanwhile, and has its own answers.
    guard answered == starts else { return }
    isAnswering = false
    guard let refusal else { return }
    answerError = refusal
    noteProblem()
  }

  /// Does what a recovery asks for.
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

  /// Gives up.
  public func cancel() async { await flow.cancel() }

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
    starts += 1
    flow = start(request)
    follow()
  }

  private func follow() {
    following = Task { [weak self, flow] in
      for await update in flow {
        // Between an update and its reader another flow can have taken this one's place.
        guard let self, !Task.isCancelled else { return }
        self.show(update)
      }
    }
  }

  private func show(_ update: FlowUpdate) {
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
    input = PromptInput()
    answerError = nil
    lastAnswer = nil
    ticker.count(to: [])
  }

  /// Counts down to the next change that happens by itself.
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
