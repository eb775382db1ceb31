public import AuthCore

/// A provider whose vendor lets users delete their own account with the credential of their session.
public protocol AccountDeleting: AuthProvider {
  /// Checks, without deleting anything, that the vendor accepts the session and that its user's account can be deleted.
  ///
  /// - Throws: why the account cannot be deleted; the errors of the request.
  func checkAccountDeletion(of session: Session) async throws(AuthError)
  /// Sends one request that deletes the account of the session's user, and does not repeat it.
  ///
  /// - Returns: what the answer proves. It is `deleted` only after a success of this request, or if the vendor says
  ///   that exactly this account does not exist. It is `refused` only if the request was not sent, or if the vendor did
  ///   not perform it and will not perform it later. Any other outcome is `unknown`.
  func deleteAccount(of session: Session) async -> AccountDeletionOutcome
}
