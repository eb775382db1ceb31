/// A provider's decisions in a flow: a value without I/O, (state, event) → (state, step).
///
/// The flow's runner calls it and performs its effects, one at a time, through a `FlowPerformer`. The runner also
/// checks whether an answer is allowed for the current prompt, and handles generations, cancellation and the sequence
/// of updates. A logic therefore sees only answers that its last prompt allows, and choices among the `alternatives` of
/// its context.
///
/// After a mistake that the user can correct, return a `prompt` step with the same prompt and `context.failing(error)`.
public protocol FlowLogic<Effect, Outcome>: Sendable {
  /// Work outside of the logic: a request, a key, a token.
  associatedtype Effect: Sendable
  /// The outcome of an effect.
  associatedtype Outcome: Sendable

  /// The first step.
  mutating func begin() -> FlowStep<Effect>
  /// The user answered the last prompt.
  mutating func answered(_ answer: FlowAnswer) -> FlowStep<Effect>
  /// The last effect was performed, or failed.
  mutating func received(_ result: Result<Outcome, AuthError>) -> FlowStep<Effect>
  /// The effect that tells the server about a cancellation; nil when there is nothing to tell.
  var cancellation: Effect? { get }
  /// The data with which another process can resume from the current prompt; nil when that is impossible.
  var suspended: JSONValue? { get }
  /// Called after `cancel()`, `reset()` or `suspend()` ended the flow. Releases its secrets, even while a caller holds
  /// the flow.
  mutating func ended()
}

extension FlowLogic {
  /// nil: there is nothing to tell.
  public var cancellation: Effect? { nil }
  /// nil: the flow cannot be suspended.
  public var suspended: JSONValue? { nil }
  /// Does nothing.
  public mutating func ended() {}
}
