/// A flow that has to read a session or a suspended state from a store before it can start, or that fails before it
/// starts. The engine that it opens publishes to the updates of this flow.
final class OpeningFlow: FlowEngine {
  private enum State {
    case waiting
    case opening(Task<Void, Never>)
    case open(any FlowEngine)
    case ended
  }

  /// The provider instance of the engine; until the engine is open, the instance with which this flow was created.
  var providerID: ProviderID {
    if case .open(let engine) = state.withLock({ $0 }) { engine.providerID } else { initialID }
  }
  let updates = FlowUpdates()
  private let initialID: ProviderID
  private let open: @Sendable (FlowUpdates) async throws(AuthError) -> any FlowEngine
  private let state = Locked(State.waiting)

  /// Creates a flow that opens its engine when it begins.
  ///
  /// - Parameters:
  ///   - providerID: the provider instance of the flow until its engine is open.
  ///   - open: creates the flow's engine. The engine must publish to the updates that `open` receives, and must not
  ///     have begun.
  init(
    providerID: ProviderID, _ open: @escaping @Sendable (FlowUpdates) async throws(AuthError) -> any FlowEngine
  ) {
    initialID = providerID
    self.open = open
  }

  var clockCorrection: Double {
    if case .open(let engine) = state.withLock({ $0 }) { engine.clockCorrection } else { 0 }
  }

  func begin() {
    state.withLock { state in
      guard case .waiting = state else { return }
      state = .opening(Task.detached { [self] in await run() })
    }
  }

  func answer(_ answer: FlowAnswer) async throws(AuthError) {
    try await engine(orThrow: answer.name).answer(answer)
  }

  func cancel() async {
    if case .open(let engine) = end() { await engine.cancel() }
    updates.append(.failed(.cancelled.adding(provider: providerID)))
  }

  func reset() {
    if case .open(let engine) = end() { engine.reset() }
    updates.append(.failed(.cancelled.adding(provider: providerID)))
  }

  func suspend() async throws(AuthError) -> FlowTicket {
    try await engine(orThrow: "suspend()").suspend()
  }

  private func run() async {
    do throws(AuthError) {
      let engine = try await open(updates)
      let isWanted = state.withLock { state in
        guard case .opening = state else { return false }
        state = .open(engine)
        return true
      }
      // If the flow has ended in the meantime, the engine is dropped. It has not begun, so there is nothing to undo.
      if isWanted { engine.begin() }
    } catch {
      updates.append(.failed(error.adding(provider: providerID)))
      state.withLock { $0 = .ended }
    }
  }

  private func end() -> State {
    let previous = state.withLock { state in
      defer { state = .ended }
      return state
    }
    if case .opening(let task) = previous { task.cancel() }
    return previous
  }

  private func engine(orThrow call: String) throws(AuthError) -> any FlowEngine {
    let state = state.withLock { $0 }
    switch state {
    case .open(let engine): return engine
    case .waiting, .opening:
      throw AuthError(
        .flowBusy, "\(call) is not allowed now: the flow is being prepared. Wait for the first prompt.",
        provider: providerID)
    case .ended:
      throw AuthError(
        .invalidState, "\(call) is not allowed now: the flow has ended. Start a new flow.", provider: providerID)
    }
  }
}
