/// A provider that can join accounts: flows of purpose `link`.
public protocol AccountLinking: AuthProvider {
  /// The methods that can be joined.
  var linkableMethods: [MethodID] { get }
  /// Unlinks an account from the user.
  func unlink(_ credential: String, from session: Session) async throws(AuthError)
}
