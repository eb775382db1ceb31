/// A flow of a provider before it runs: its logic, and the code that performs its effects. `AuthClient` runs it.
public struct ProviderFlow: Sendable {
  /// Makes the object that runs the flow; it begins when the client starts it.
  let engine: @Sendable (FlowSetting) -> any FlowEngine

  /// Creates a flow from a logic and the code that performs its effects.
  public init<Logic: FlowLogic, Performer: FlowPerformer>(_ logic: Logic, performer: Performer)
  where Performer.Effect == Logic.Effect, Performer.Outcome == Logic.Outcome {
    engine = { FlowRunner($0, logic, performer) }
  }
}
