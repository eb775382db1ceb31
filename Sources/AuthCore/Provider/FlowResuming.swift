/// A provider whose flows can be resumed in another process.
public protocol FlowResuming: AuthProvider {
  /// The methods whose flows show at least one prompt that can be suspended; by default `methods`. At any other prompt
  /// `flow.suspend()` throws `unsupported`.
  var resumableMethods: [MethodID] { get }
  /// Returns the flow that continues where `flow.suspend()` stopped.
  ///
  /// - Throws: when the state cannot be read or has expired.
  func resume(_ state: SuspendedFlow) throws(AuthError) -> ProviderFlow
}

extension FlowResuming {
  /// All methods.
  public var resumableMethods: [MethodID] { methods }
}
