/// A provider that can ask a signed-in user to prove presence for one action: flows of purpose `stepUp`.
public protocol StepUp: AuthProvider {
  /// The methods for a step-up.
  var stepUpMethods: [MethodID] { get }
}
