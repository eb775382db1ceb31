/// What a provider decides in a flow: a value without I/O, (state, event) → (state, step).
///
/// The flow's runner calls it and performs what it asks for, one effect at a time, through a `FlowPerformer`. Whether
/// an answer has a place under the current prompt, generations, cancellation and the sequence of updates are the
/// runner's business: a logic sees only answers that its last prompt allows.
///
/// A fault that the user can mend is a `prompt` step with the same prompt and `context.failing(error)`.
public protocol FlowLogic<Effect, Outcome>: Sendable {
  /// Something to be done outside: a request, a key, a token.
  associatedtype Effect: Sendable
  /// What came of an effect.
  associatedtype Outcome: Sendable

  /// The first step.
  mutating func begin() -> FlowStep<Effect>
  /// The user answered the last prompt.
  mutating func answered(_ answer: FlowAnswer) -> FlowStep<Effect>
  /// The last effect was performed, or failed.
  mutating func received(_ result: Result<Outcome, AuthError>) -> FlowStep<Effect>
  /// What to tell the server when the user gives up; nil when there is nothing to tell.
  var cancellation: Effect? { get }
  /// What another process needs to go on from the current prompt; nil when that cannot be done.
  var suspended: JSONValue? { get }
  /// `cancel()`, `reset()` or `suspend()` ended the flow. Releases its secrets, even while a caller holds the flow.
  mutating func ended()
}

extension FlowLogic {
  /// Nothing to tell.
  public var cancellation: Effect? { nil }
  /// Cannot be suspended.
  public var suspended: JSONValue? { nil }
  /// There is nothing to release.
  public mutating func ended() {}
}
