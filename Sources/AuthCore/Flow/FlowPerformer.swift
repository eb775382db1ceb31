/// Performs a provider's effects: the only part of a flow that touches the outside.
public protocol FlowPerformer<Effect, Outcome>: Sendable {
  /// Something to be done outside.
  associatedtype Effect: Sendable
  /// What came of it.
  associatedtype Outcome: Sendable

  /// Performs one effect; cancelled when the flow is.
  func perform(_ effect: Effect) async throws(AuthError) -> Outcome
}
