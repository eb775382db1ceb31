/// A provider that can link another account or identifier to a signed-in user, in flows with the purpose `link`.
public protocol AccountLinking: AuthProvider {
  /// The methods whose accounts can be linked.
  var linkableMethods: [MethodID] { get }
  /// Unlinks an account from the session's user. `credential` is the id of the linked credential (`Credential.id`).
  ///
  /// - Throws: the server's refusal, or an error of the request.
  func unlink(_ credential: String, from session: Session) async throws(AuthError)
}
