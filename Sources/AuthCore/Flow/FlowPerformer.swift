/// Performs a provider's effects. Only this part of a flow does I/O.
public protocol FlowPerformer<Effect, Outcome>: Sendable {
  /// Work outside of the logic.
  associatedtype Effect: Sendable
  /// The outcome of an effect.
  associatedtype Outcome: Sendable

  /// Performs one effect; cancelled when the flow is.
  func perform(_ effect: Effect) async throws(AuthError) -> Outcome
}
