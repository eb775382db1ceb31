public import AuthCore

extension OIDCProvider: FlowResuming {
  /// Goes on with a flow that was put away under a prompt: the prompt comes again, and takes the callback of the page
  /// that was opened before.
  public func resume(_ state: SuspendedFlow) -> AuthFlow {
    do throws(AuthError) {
      return flow(try OIDCFlow(resuming: state.state, issuer: configuration.issuer), state.request)
    } catch {
      return .failed(error.adding(provider: id), providerID: id)
    }
  }
}
