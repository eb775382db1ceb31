public import AuthCore

extension OIDCProvider: FlowResuming {
  /// Continues a flow that was suspended at a prompt: the flow shows the prompt again, and accepts the callback of the
  /// page that was opened before.
  ///
  /// - Throws: `store_corrupt` if the state cannot be read, `flow_expired` if its page is another issuer's.
  public func resume(_ state: SuspendedFlow) throws(AuthError) -> ProviderFlow {
    flow(try OIDCFlow(resuming: state.state, issuer: configuration.issuer), state.request)
  }
}
