public import AuthAccountDeletion
public import AuthCore
public import AuthTurnkey

extension TurnkeyProvider: AccountDeleting {
  /// Deletes the user's sub-organisation with its wallets, even if they were not exported. Offer an export first.
  ///
  /// - Throws: `mfa_required` and `consensus_needed` if a policy requires more than the user's session, the vendor's
  ///   other refusals, `timeout` if the outcome is not known after ten seconds, and the errors of the transport and the
  ///   key store.
  public func deleteAccount(of session: Session) async throws(AuthError) {
    let _: JSONValue = try await TurnkeyClient(session, of: self).submit(
      "delete_sub_organization", ["deleteWithoutExport": true])
  }
}
