public import AuthCore

extension HawcxProvider: FlowResuming {
  /// Goes on with a flow that was put away under a prompt: the prompt comes again. A flow that the server has forgotten
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
