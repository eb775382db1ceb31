/// A provider whose flows can be resumed in another process.
public protocol FlowResuming: AuthProvider {
  /// Resumes a flow where `flow.suspend()` stopped.
  func resume(_ state: SuspendedFlow) -> AuthFlow
}
