public import AuthCore

extension HawcxProvider: FlowResuming {
  /// The flow that was suspended under a prompt; it shows the prompt again. A flow that the server has deleted fails
  /// with `flow_expired`.
  public func resume(_ state: SuspendedFlow) throws(AuthError) -> ProviderFlow {
    flow(
      try HawcxFlow(
        resuming: state.state, startedFor: state.request, policy: configuration.methodSelection,
        pollsApprovals: configuration.pollsApprovals,
        takesAnyIdentifier: configuration.identifierPrompt == .any, mayRestart: configuration.restartsOnLostDevice,
        codec: HawcxJSONCodec(), now: services.clock.now()))
  }
}
