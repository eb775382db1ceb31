/// A provider's decisions in a flow: a value without I/O, (state, event) → (state, step).
///
/// The flow's runner calls it and performs its effects, one at a time, through a `FlowPerformer`. The runner also
/// checks whether an answer is allowed for the current prompt, and handles generations, cancellation and the sequence
/// of updates. A logic therefore receives only answers that its last prompt allows, and choices among the
/// `alternatives` of its context.
///
/// After a mistake that the user can correct, return a `prompt` step with the same prompt and `context.failing(error)`.
public protocol FlowLogic<Effect, Outcome>: Sendable {
  /// Work that the logic requests: to send a request, to use a key, to get a token.
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
  /// The data with which another process can resume from the current prompt; nil when that is impossible.
  var suspended: JSONValue? { get }
  /// Releases the secrets of the flow. Called after `cancel()`, `reset()` or `suspend()` has ended it, because a caller
  /// may keep a reference to the ended flow.
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
