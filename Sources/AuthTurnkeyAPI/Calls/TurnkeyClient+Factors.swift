public import AuthCore
public import AuthTurnkey

/// Votes on activities that wait for the consensus of other users, or for another factor of the user who submitted
/// them.
extension TurnkeyClient {
  /// Fetches the progress of an activity's further factors (`get_mfa_status`). The list is empty if no policy of a user
  /// requires another factor.
  ///
  /// - Parameters:
  ///   - activityID: the activity's ID.
  ///   - user: the ID of the user whose factors are returned; nil for all users who voted.
  public func factorStatuses(
    of activityID: String, user: String? = nil
  ) async throws(AuthError) -> [TurnkeyFactorStatus] {
    try await api.factorStatuses(of: activityID, organizationID: organizationID, user: user, stamper: stamper)
  }

  /// Approves an activity (`approve_activity`) with this client's stamper, and returns the activity's state. For
  /// consensus, the stamper is another user's. For another factor, the stamper uses another credential of the same
  /// user.
  ///
  /// - Parameter fingerprint: the activity's fingerprint.
  /// - Throws: `malformed_response` for an empty fingerprint.
  @discardableResult
  public func approveActivity(fingerprint: String) async throws(AuthError) -> TurnkeyActivity {
    TurnkeyActivity(
      try await api.vote("approve_activity", on: fingerprint, organizationID: organizationID, stamper: stamper))
  }

  /// Rejects an activity (`reject_activity`), and returns the activity's state.
  ///
  /// - Parameter fingerprint: the activity's fingerprint.
  /// - Throws: `malformed_response` for an empty fingerprint.
  @discardableResult
  public func rejectActivity(fingerprint: String) async throws(AuthError) -> TurnkeyActivity {
    TurnkeyActivity(
      try await api.vote("reject_activity", on: fingerprint, organizationID: organizationID, stamper: stamper))
  }
}
