/// A provider whose flows can go on in another process.
public protocol FlowResuming: AuthProvider {
  /// Goes on where `flow.suspend()` stopped.
  func resume(_ state: SuspendedFlow) -> AuthFlow
}
