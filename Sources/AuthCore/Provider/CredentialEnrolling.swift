/// A provider that can add a method to a signed-in user: flows of purpose `enroll`.
public protocol CredentialEnrolling: AuthProvider {
  /// The methods that can be added.
  var enrollableMethods: [MethodID] { get }
}
