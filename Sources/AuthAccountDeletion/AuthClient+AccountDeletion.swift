public import AuthCore

extension AuthClient {
  /// Deletes the account of the signed-in user, and then everything of the user on this device: sessions, keys,
  /// records, device credentials and history.
  ///
  /// Ask the user first, and require a recent sign-in: the account cannot be restored. If the call throws after the
  /// deletion was requested, or the app ends, `resumeAccountDeletions()` finishes the deletion at the next start.
  ///
  /// - Parameters:
  ///   - deletion: where the account is deleted, and whether Apple's tokens are revoked first.
  ///   - id: the instance; nil for the configured one.
  /// - Throws: `not_signed_in`; `unsupported` if the provider's vendor deletes no accounts at a user's request;
  ///   `origin_not_allowed` for a backend that is not among the provider's `origins`; the refusal of the backend or the
  ///   vendor, after which the account exists and the user is still signed in; transient errors and `timeout`, after
  ///   which the outcome is not known; a storage code.
  @discardableResult
  public func deleteAccount(
    _ deletion: AccountDeletion, provider id: ProviderID? = nil
  ) async throws(AuthError) -> AccountDeletionResult {
    let session = try await session(provider: id)
    let runner = AccountDeletionRunner(client: self, provider: try provider(session.providerID))
    if let apple = deletion.apple { try await runner.revoke(apple, session) }
    return try await runner.run(AccountDeletionRecord(of: session, at: deletion.place), session)
  }

  /// Finishes the deletions that an error or the end of the app interrupted. Call it at each start of an app that
  /// deletes accounts.
  ///
  /// - Parameter id: the instance; nil for the configured one.
  /// - Returns: the outcomes of the deletions that could be finished.
  /// - Throws: the errors of `deleteAccount(_:provider:)`.
  @discardableResult
  public func resumeAccountDeletions(provider id: ProviderID? = nil) async throws(AuthError) -> [AccountDeletionResult]
  {
    let runner = AccountDeletionRunner(client: self, provider: try provider(id))
    return try await runner.resume()
  }
}
