/// The code that performs a provider's effects. Only this part of a flow does I/O.
public protocol FlowPerformer<Effect, Outcome>: Sendable {
  /// Work that the logic requests.
  associatedtype Effect: Sendable
  /// The outcome of an effect.
  associatedtype Outcome: Sendable

  /// Performs one effect. The task is cancelled when the flow is cancelled, or when an answer makes the effect
  /// obsolete.
  ///
  /// - Throws: an error that the logic receives as the failure of the effect.
  func perform(_ effect: Effect) async throws(AuthError) -> Outcome
}
