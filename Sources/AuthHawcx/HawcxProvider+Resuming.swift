public import AuthCore

extension HawcxProvider: FlowResuming {
  /// Resumes a suspended flow, which shows its prompt again. If the server has deleted the flow, it fails with
  /// `flow_expired`.
  public func resume(_ state: SuspendedFlow) throws(AuthError) -> ProviderFlow {
    flow(
      try HawcxFlow(
        resuming: state.state, startedFor: state.request, policy: configuration.methodSelection,
        pollsApprovals: configuration.pollsApprovals,
        takesAnyIdentifier: configuration.identifierPrompt == .any, mayRestart: configuration.restartsOnLostDevice,
        codec: HawcxJSONCodec(), now: services.clock.now()))
  }
}
