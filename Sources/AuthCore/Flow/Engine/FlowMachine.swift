#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The part of a flow that all providers share: a pure value, (state, event) → (state, effects).
///
/// The machine checks which calls are allowed, drops results of an earlier generation, and decides which updates are
/// published. The runner performs the machine's commands in order.
struct FlowMachine<Logic: FlowLogic>: Sendable {
  indirect enum State: Sendable {
    case idle
    /// An effect of the logic is under way.
    case working
    /// The user has to act.
    case prompting(Prompt, PromptContext)
    /// The user has to act, while the server is asked whether another device has acted.
    case polling(Prompt, PromptContext)
    /// The flow is being suspended for another process, at this prompt; answers are refused.
    case suspending(Prompt, PromptContext)
    /// The logic has finished; its result is being exchanged or stored.
    case finishing
    case ended
  }

  enum Command: Sendable {
    case publish(FlowUpdate)
    case perform(Logic.Effect, generation: UInt64)
    /// Exchange and store the result, then call `finished`.
    case finish(FlowResult, generation: UInt64)
    case schedulePoll(after: Duration, generation: UInt64)
    /// Cancel the effect under way.
    case stop
    /// Notify the server of the cancellation. `FlowRunner.cancel()` waits for this, up to a time limit.
    case tellServer(Logic.Effect)
  }

  private(set) var state: State = .idle
  private(set) var logic: Logic
  /// The result of the flow, set when it ends.
  private(set) var ending: FlowUpdate?
  /// Grows with every event that makes the effect under way obsolete.
  private(set) var generation: UInt64 = 0

  /// The state of a suspended flow as the provider describes it, and the commands that stop the flow's work.
  typealias Suspended = (state: JSONValue, commands: [Command])

  init(_ logic: Logic) { self.logic = logic }

  mutating func begin() -> [Command] {
    guard case .idle = state else { return [] }
    generation += 1
    return follow(logic.begin())
  }

  /// Processes an answer.
  ///
  /// - Throws: `flow_busy` while an effect is under way, while the result is exchanged or stored, and while the flow is
  ///   suspended; `invalid_state` before the first prompt, after the end, and for an answer that the prompt does not
  ///   allow; `invalid_state` with `retryAfter` for a new code that is requested too early. If the call throws, nothing
  ///   changes.
  mutating func answer(_ answer: FlowAnswer, now: Date) throws(AuthError) -> [Command] {
    let prompt: Prompt
    let context: PromptContext
    switch state {
    case .prompting(let current, let around), .polling(let current, let around): (prompt, context) = (current, around)
    case .working, .finishing, .suspending, .idle, .ended: throw refusal(of: answer.name)
    }
    guard prompt.allows(answer) || context.allows(answer) else {
      throw AuthError(
        .invalidState,
        "The prompt '\(prompt.name)' does not allow \(answer.name) with this value. Submit an answer that this prompt "
          + "asks for. If the prompt offers options, choose one of them.")
    }
    if case .resend = answer, case .enterCode(let code) = prompt, !code.canResend(at: now), let open = code.resendAt {
      throw AuthError(
        .invalidState, "A new code cannot be requested yet. Wait until the resend time.", recovery: .wait(until: open),
        retryAfter: Duration(fractionalSeconds: open.timeIntervalSince(now)))
    }
    if case .poll = answer { return poll() }
    generation += 1
    return [.stop] + follow(logic.answered(answer))
  }

  /// Why a call is not allowed in this state.
  private func refusal(of call: String) -> AuthError {
    switch state {
    case .working, .finishing, .prompting, .polling:
      AuthError(
        .flowBusy, "\(call) is not allowed now: the flow is waiting for the server. Wait for the flow's next update.")
    case .suspending:
      AuthError(
        .flowBusy, "\(call) is not allowed now: the flow is being suspended. Continue with the resumed flow.")
    case .idle, .ended:
      AuthError(
        .invalidState,
        "\(call) is not allowed now: the flow does not show a prompt. Wait for a prompt or, if the flow has ended, "
          + "start a new flow.")
    }
  }

  /// Asks the server after the poll interval has passed. Does nothing if the flow has changed since the interval began.
  mutating func pollDue(generation due: UInt64) -> [Command] {
    guard due == generation, case .prompting(.awaitApproval, _) = state else { return [] }
    return poll()
  }

  /// Processes the outcome of an effect of the logic.
  mutating func performed(_ result: Result<Logic.Outcome, AuthError>, generation answered: UInt64) -> [Command] {
    guard answered == generation else { return [] }
    switch state {
    case .working, .polling: return follow(logic.received(result))
    case .idle, .prompting, .suspending, .finishing, .ended: return []
    }
  }

  /// Starts to suspend the flow. From then on, the flow does not accept answers and does not send requests, so the
  /// suspended state is final.
  ///
  /// - Throws: `flow_busy` while the flow waits for the server or is already being suspended; `invalid_state` before
  ///   the first prompt and after the end; `unsupported` if the logic cannot be suspended at this prompt. Nothing
  ///   changes then.
  mutating func suspend() throws(AuthError) -> Suspended {
    guard case .prompting(let prompt, let context) = state else { throw refusal(of: "suspend()") }
    guard let suspended = logic.suspended else {
      throw AuthError(
        .unsupported,
        "The flow cannot be suspended: the provider, or the current prompt, does not support this. Complete the prompt "
          + "in this process.")
    }
    generation += 1
    state = .suspending(prompt, context)
    return (suspended, [.stop])
  }

  /// Continues the flow at its prompt, after the suspended state could not be stored.
  mutating func unsuspended() -> [Command] {
    guard case .suspending(let prompt, let context) = state else { return [] }
    state = .prompting(prompt, context)
    return polling(prompt)
  }

  /// Whether the server is being asked about an approval while the prompt is shown.
  var isPolling: Bool { if case .polling = state { true } else { false } }

  /// Whether the flow is being suspended. False after a cancellation, which ends the flow.
  var isSuspending: Bool { if case .suspending = state { true } else { false } }

  /// Ends the flow, after its result was exchanged and stored, or after an error in this work.
  mutating func finished(_ result: Result<FlowResult, AuthError>, generation answered: UInt64) -> [Command] {
    guard answered == generation, case .finishing = state else { return [] }
    switch result {
    case .success(let value): return [end(with: .completed(value))]
    case .failure(let error): return [end(with: .failed(error))]
    }
  }

  /// Ends the flow, and notifies the server if the logic has an effect for that.
  mutating func cancel() -> [Command] { end(telling: true) }

  /// Ends the flow without notifying the server.
  mutating func reset() -> [Command] { end(telling: false) }

  private mutating func end(telling: Bool) -> [Command] {
    let notice: Logic.Effect?
    switch state {
    case .ended: return []
    case .idle: notice = nil
    case .working, .prompting, .polling, .suspending, .finishing: notice = telling ? logic.cancellation : nil
    }
    generation += 1
    logic.ended()
    return [.stop] + (notice.map { [.tellServer($0)] } ?? []) + [end(with: .failed(.cancelled))]
  }

  private mutating func end(with update: FlowUpdate) -> Command {
    state = .ended
    ending = update
    return .publish(update)
  }

  private mutating func poll() -> [Command] {
    guard case .prompting(let prompt, let context) = state else { return [] }
    generation += 1
    let step = logic.answered(.poll)
    guard case .perform(let effect, _) = step else { return [.stop] + follow(step) }
    state = .polling(prompt, context)
    return [.stop, .perform(effect, generation: generation)]
  }

  private func polling(_ prompt: Prompt) -> [Command] {
    guard case .awaitApproval(let approval) = prompt, approval.isPolled else { return [] }
    return [.schedulePoll(after: approval.pollInterval, generation: generation)]
  }

  private mutating func follow(_ step: FlowStep<Logic.Effect>) -> [Command] {
    switch step {
    case .perform(let effect, let activity):
      state = .working
      return [.publish(.working(activity)), .perform(effect, generation: generation)]
    case .prompt(let prompt, let context):
      let unchanged: Bool
      if case .polling(let shown, let around) = state {
        unchanged = shown == prompt && around == context
      } else {
        unchanged = false
      }
      state = .prompting(prompt, context)
      return (unchanged ? [] : [.publish(.prompt(prompt, context))]) + polling(prompt)
    case .completed(let result):
      state = .finishing
      return [.finish(result, generation: generation)]
    case .failed(let error):
      return [end(with: .failed(error))]
    }
  }
}
