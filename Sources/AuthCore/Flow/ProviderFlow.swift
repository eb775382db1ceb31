/// A flow of a provider before it runs: its decisions, and the code that performs their effects. `AuthClient` runs it.
public struct ProviderFlow: Sendable {
  /// Makes the object that runs the flow; it begins when the client starts it.
  let engine: @Sendable (FlowSetting) -> any FlowEngine

  /// A flow of these decisions and this code.
  public init<Logic: FlowLogic, Performer: FlowPerformer>(_ logic: Logic, performer: Performer)
  where Performer.Effect == Logic.Effect, Performer.Outcome == Logic.Outcome {
    engine = { FlowRunner($0, logic, performer) }
  }
}
