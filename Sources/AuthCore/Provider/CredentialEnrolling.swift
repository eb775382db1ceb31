/// A provider that can add a sign-in method to a signed-in user's account, with flows whose purpose is `enroll`.
public protocol CredentialEnrolling: AuthProvider {
  /// The methods that can be added.
  var enrollableMethods: [MethodID] { get }
}
