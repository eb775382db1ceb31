/// A flow of a provider before it runs: its logic, and the code that performs its effects. `AuthClient` runs it.
public struct ProviderFlow: Sendable {
  /// Creates the object that runs the flow. The flow begins when the client calls the object's `begin()`.
  let engine: @Sendable (FlowSetting) -> any FlowEngine

  /// Creates a flow from a logic and the code that performs its effects.
  public init<Logic: FlowLogic, Performer: FlowPerformer>(_ logic: Logic, performer: Performer)
  where Performer.Effect == Logic.Effect, Performer.Outcome == Logic.Outcome {
    engine = { FlowRunner($0, logic, performer) }
  }
}
