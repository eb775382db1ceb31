/// A provider that can say what a user has enrolled.
public protocol CredentialListing: AuthProvider {
  /// The user's credentials.
  func credentials(of session: Session) async throws(AuthError) -> [Credential]
}
