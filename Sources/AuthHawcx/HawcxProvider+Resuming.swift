public import AuthCore

extension HawcxProvider: FlowResuming {
  /// Resumes a suspended flow, which shows its prompt again. If the server has deleted the flow in the meantime, the
  /// resumed flow fails with `flow_expired`.
  ///
  /// - Throws: `store_corrupt` if the state cannot be read, or `malformed_response` if the stored response cannot be
  ///   decoded.
  public func resume(_ state: SuspendedFlow) throws(AuthError) -> ProviderFlow {
    flow(
      try HawcxFlow(
        resuming: state.state, startedFor: state.request, policy: configuration.methodSelection,
        pollsApprovals: configuration.pollsApprovals,
        takesAnyIdentifier: configuration.identifierPrompt == .any, mayRestart: configuration.restartsOnLostDevice,
        codec: HawcxJSONCodec(), now: services.clock.now()))
  }
}
