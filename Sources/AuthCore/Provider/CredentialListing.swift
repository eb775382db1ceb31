/// A provider that can list a user's enrolled credentials.
public protocol CredentialListing: AuthProvider {
  /// The user's credentials.
  func credentials(of session: Session) async throws(AuthError) -> [Credential]
}
