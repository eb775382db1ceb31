/// The object that a flow's holders and readers share. When the last of them releases it, the flow is cancelled
/// locally.
final class FlowHandle: Sendable {
  let engine: any FlowEngine
  init(engine: any FlowEngine) { self.engine = engine }
  deinit { engine.reset() }
}
