public import AuthCore

extension __Name__Provider: FlowResuming {
  /// Resumes a flow that was suspended at a prompt, in this process or another.
  public func resume(_ state: SuspendedFlow) -> AuthFlow {
    guard let logic = __Name__Flow(resuming: state.state) else {
      return .failed(
        AuthError(.storeCorrupt, "The suspended flow cannot be read; start again.", recovery: .restart, provider: id),
        providerID: id)
    }
    return flow(logic, purpose: state.request.purpose)
  }
}
