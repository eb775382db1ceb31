/// A provider that can list a user's enrolled credentials.
public protocol CredentialListing: AuthProvider {
  /// Returns the user's credentials.
  ///
  /// - Throws: the server's refusal, or an error of the request.
  func credentials(of session: Session) async throws(AuthError) -> [Credential]
}
