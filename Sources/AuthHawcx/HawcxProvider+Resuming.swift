public import AuthCore

extension HawcxProvider: FlowResuming {
  /// Resumes a flow that was suspended under a prompt, and shows the prompt again. A flow that the server has deleted
  /// fails with `flow_expired`.
  public func resume(_ state: SuspendedFlow) -> AuthFlow {
    do throws(AuthError) {
      let logic = try HawcxFlow(
        resuming: state.state, startedFor: state.request, policy: configuration.methodSelection,
        pollsApprovals: configuration.pollsApprovals,
        takesAnyIdentifier: configuration.identifierPrompt == .any, mayRestart: configuration.restartsOnLostDevice,
        codec: HawcxJSONCodec(), now: services.clock.now())
      return flow(logic)
    } catch {
      return .failed(error.adding(provider: id), providerID: id)
    }
  }
}
