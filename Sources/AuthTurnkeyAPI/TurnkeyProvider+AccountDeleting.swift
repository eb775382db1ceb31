public import AuthAccountDeletion
public import AuthCore
public import AuthTurnkey

extension TurnkeyProvider: AccountDeleting {
  /// Checks with a query (`whoami`) that the vendor accepts the session's key and that the user has a sub-organisation.
  ///
  /// - Throws: `invalid_state` for a user of the parent organisation; the errors of `whoAmI(_:)`.
  public func checkAccountDeletion(of session: Session) async throws(AuthError) {
    let identity = try await whoAmI(session)
    guard identity.organizationID != configuration.organizationID,
      identity.organizationID == organization(of: session)
    else {
      throw AuthError(
        .invalidState,
        "The user belongs to the parent organisation, which a user cannot delete. Delete the user in the vendor's "
          + "dashboard.", provider: id)
    }
  }

  /// Deletes the user's sub-organisation with its wallets, even if they were not exported. Offer an export first.
  ///
  /// GUESS T89: after the deletion, the vendor's refusal of a request that names the sub-organisation has the code
  /// `ORGANIZATION_NOT_FOUND`. An unknown key has another code, and does not count as a deleted organisation.
  public func deleteAccount(of session: Session) async -> AccountDeletionOutcome {
    let organizationID = organization(of: session)
    let once = SingleSubmission(next: services.transport)
    do throws(AuthError) {
      var client = try TurnkeyClient(session, of: self, sending: once)
      if let factors { client = client.satisfyingFactors(by: Self.withoutVendorCodes(factors)) }
      let deleted = try await client.deleteSubOrganization(deletesUnexportedKeys: true)
      guard deleted == organizationID else {
        return .unknown(
          AuthError(
            .malformedResponse, "The vendor reported the deletion of another organisation. Check the dashboard.",
            provider: id))
      }
      return .deleted
    } catch {
      return outcome(after: error.adding(provider: id), once.progress)
    }
  }

  /// The app's handler for factors, with errors that have no vendor code. The handler may call the vendor about
  /// something else, so the vendor code of its error does not concern the deletion.
  private static func withoutVendorCodes(_ factors: @escaping TurnkeyFactorHandler) -> TurnkeyFactorHandler {
    { request in
      do {
        try await factors(request)
      } catch var error as AuthError {
        error.vendorCode = nil
        throw error
      }
    }
  }

  private func outcome(after error: AuthError, _ progress: SingleSubmission.Progress) -> AccountDeletionOutcome {
    if progress == .notSent { return .refused(error) }
    if error.vendorCode == "ORGANIZATION_NOT_FOUND" { return .deleted }
    // An accepted activity can wait for a factor or for other users, and is performed later. Only a rejection ends it.
    if progress == .accepted { return error.vendorCode == Self.rejected ? .refused(error) : .unknown(error) }
    return AccountDeletionOutcome(after: error)
  }

  private static let rejected = "ACTIVITY_STATUS_REJECTED"
}
