/// A provider whose flows can be resumed in another process.
public protocol FlowResuming: AuthProvider {
  /// The methods whose flows show at least one prompt at which the flow can be suspended; by default `methods`. At any
  /// other prompt, `AuthFlow.suspend()` throws `unsupported`.
  var resumableMethods: [MethodID] { get }
  /// Returns the flow that continues at the prompt at which `AuthFlow.suspend()` stopped.
  ///
  /// - Throws: an error if the state cannot be read or has expired. The resumed flow fails with it.
  func resume(_ state: SuspendedFlow) throws(AuthError) -> ProviderFlow
}

extension FlowResuming {
  /// The methods for signing in, `methods`.
  public var resumableMethods: [MethodID] { methods }
}
