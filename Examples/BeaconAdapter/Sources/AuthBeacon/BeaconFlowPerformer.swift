import AuthCore

/// Performs a flow's effects; no other part of the flow does I/O. If the flow is cancelled, so is the task of an
/// effect.
struct BeaconFlowPerformer: FlowPerformer {
  let provider: BeaconProvider

  func perform(_ effect: BeaconFlow.Effect) async throws(AuthError) -> BeaconFlow.Outcome {
    switch effect {
    case .request(let user): return .requested(try await provider.api.request(user: user))
    case .ask(let pending):
      guard let approved = try await provider.api.ask(pending) else { return .undecided }
      return .approved(provider.session(approved))
    case .withdraw(let pending):
      try await provider.api.withdraw(pending)
      return .withdrawn
    }
  }
}
