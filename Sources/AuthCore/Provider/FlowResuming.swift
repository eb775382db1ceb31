/// A provider whose flows can be resumed in another process.
public protocol FlowResuming: AuthProvider {
  /// The flow that goes on where `flow.suspend()` stopped.
  ///
  /// - Throws: when the state cannot be read or has expired.
  func resume(_ state: SuspendedFlow) throws(AuthError) -> ProviderFlow
}
