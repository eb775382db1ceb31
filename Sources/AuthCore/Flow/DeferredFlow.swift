/// A flow that must look something up before it can start: a stored session, or a suspended state.
final class DeferredFlow: FlowEngine {
  private enum State {
    case waiting
    case opening(Task<Void, Never>)
    case open(AuthFlow)
    case ended
  }

  let providerID: ProviderID
  let updates = FlowUpdates()
  private let open: @Sendable () async throws(AuthError) -> AuthFlow
  private let completion = Locked<FlowCompletion?>(nil)
  private let state = Locked(State.waiting)

  init(providerID: ProviderID, _ open: @escaping @Sendable () async throws(AuthError) -> AuthFlow) {
    self.providerID = providerID
    self.open = open
  }

  var clockCorrection: Double {
    if case .open(let flow) = state.withLock({ $0 }) { flow.clockCorrection } else { 0 }
  }

  func attach(_ completion: FlowCompletion) {
    self.completion.withLock { $0 = completion }
  }

  func begin() {
    state.withLock { state in
      guard case .waiting = state else { return }
      state = .opening(Task.detached { [self] in await run() })
    }
  }

  func answer(_ answer: FlowAnswer) async throws(AuthError) {
    try await inner(orThrow: answer.name).engine.answer(answer)
  }

  func cancel() async {
    if case .open(let flow) = end() { await flow.cancel() }
    updates.append(.failed(.cancelled.adding(provider: providerID)))
  }

  func reset() {
    if case .open(let flow) = end() { flow.reset() }
    updates.append(.failed(.cancelled.adding(provider: providerID)))
  }

  func suspend() async throws(AuthError) -> FlowTicket {
    try await inner(orThrow: "suspend()").suspend()
  }

  private func run() async {
    do throws(AuthError) {
      let flow = try await open()
      if let completion = completion.withLock({ $0 }) { flow.engine.attach(completion) }
      let wanted = state.withLock { state in
        guard case .opening = state else { return false }
        state = .open(flow)
        return true
      }
      guard wanted else { return flow.reset() }
      for await update in flow {
        if case .idle = update { continue }
        updates.append(update)
      }
    } catch {
      updates.append(.failed(error.adding(provider: providerID)))
    }
    state.withLock { $0 = .ended }
  }

  private func end() -> State {
    let previous = state.withLock { state in
      defer { state = .ended }
      return state
    }
    if case .opening(let task) = previous { task.cancel() }
    return previous
  }

  private func inner(orThrow call: String) throws(AuthError) -> AuthFlow {
    let state = state.withLock { $0 }
    switch state {
    case .open(let flow): return flow
    case .waiting, .opening:
      throw AuthError(.flowBusy, "\(call) has to wait: the flow is being prepared.", provider: providerID)
    case .ended:
      throw AuthError(.invalidState, "\(call) is not allowed now: the flow has ended.", provider: providerID)
    }
  }
}
