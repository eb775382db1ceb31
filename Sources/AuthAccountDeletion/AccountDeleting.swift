public import AuthCore

/// A provider whose vendor lets users delete their own account with the credential of their session.
public protocol AccountDeleting: AuthProvider {
  /// Deletes the account of the session's user at the vendor. The account's data cannot be restored.
  ///
  /// The call is repeated if its outcome is not known.
  ///
  /// - Throws: the vendor's refusals; transient errors and `timeout` if the outcome is not known.
  func deleteAccount(of session: Session) async throws(AuthError)
}
