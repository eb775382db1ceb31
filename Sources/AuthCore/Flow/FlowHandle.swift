/// What the flow's holders and readers share; the flow is cancelled locally when none is left.
final class FlowHandle: Sendable {
  let engine: any FlowEngine
  init(engine: any FlowEngine) { self.engine = engine }
  deinit { engine.reset() }
}
