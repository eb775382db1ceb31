/// A provider's decisions in a flow: a value without I/O, (state, event) → (state, step).
///
/// The flow's runner calls the logic and performs the logic's effects, one at a time, through a `FlowPerformer`. The
/// runner checks whether an answer is allowed for the current prompt, handles cancellation, drops outcomes that are out
/// of date, and publishes the updates. A logic therefore receives only answers that its last prompt allows, and choices
/// among the `alternatives` of that prompt's context.
///
/// After a mistake that the user can correct, return a `prompt` step with the same prompt and `context.failing(error)`.
public protocol FlowLogic<Effect, Outcome>: Sendable {
  /// Work that the logic requests, such as sending a request, using a key or getting a token.
  associatedtype Effect: Sendable
  /// The outcome of an effect.
  associatedtype Outcome: Sendable

  /// Returns the first step.
  mutating func begin() -> FlowStep<Effect>
  /// Processes the user's answer to the last prompt.
  mutating func answered(_ answer: FlowAnswer) -> FlowStep<Effect>
  /// Processes the outcome of the last effect, or its failure.
  mutating func received(_ result: Result<Outcome, AuthError>) -> FlowStep<Effect>
  /// The effect that notifies the server of a cancellation; nil if the server needs no request.
  var cancellation: Effect? { get }
  /// The data with which another process can resume the flow at the current prompt; nil if the flow cannot be resumed
  /// there.
  var suspended: JSONValue? { get }
  /// Releases the secrets of the flow. Called when `cancel()`, `reset()` or `suspend()` ends the flow, because a caller
  /// may keep a reference to the ended flow. Not called after a `completed` or `failed` step, with which the logic
  /// itself ends the flow.
  mutating func ended()
}

extension FlowLogic {
  /// nil: the server needs no request.
  public var cancellation: Effect? { nil }
  /// nil: the flow cannot be suspended.
  public var suspended: JSONValue? { nil }
  /// Does nothing.
  public mutating func ended() {}
}
