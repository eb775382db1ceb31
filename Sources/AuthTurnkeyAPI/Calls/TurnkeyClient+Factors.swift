public import AuthCore
public import AuthTurnkey

/// Votes on activities that wait: for others' consent, or for a further factor of their user's.
extension TurnkeyClient {
  /// How far the further factors of an activity are (`get_mfa_status`); empty where it waits for none.
  ///
  /// - Parameters:
  ///   - activityID: the activity.
  ///   - user: one user's alone; nil for all who voted.
  public func factorStatuses(
    of activityID: String, user: String? = nil
  ) async throws(AuthError) -> [TurnkeyFactorStatus] {
    try await api.factorStatuses(of: activityID, organizationID: organizationID, user: user, stamper: stamper)
  }

  /// Approves an activity (`approve_activity`) by this client's stamper, and gives that activity as it stands then. The
  /// stamper is another user's where consent is needed, and another credential of the same user where a further factor
  /// is.
  ///
  /// - Parameter fingerprint: the activity's.
  @discardableResult
  public func approveActivity(fingerprint: String) async throws(AuthError) -> TurnkeyActivity {
    TurnkeyActivity(
      try await api.vote("approve_activity", on: fingerprint, organizationID: organizationID, stamper: stamper))
  }

  /// Rejects an activity (`reject_activity`), and gives it as it stands then.
  @discardableResult
  public func rejectActivity(fingerprint: String) async throws(AuthError) -> TurnkeyActivity {
    TurnkeyActivity(
      try await api.vote("reject_activity", on: fingerprint, organizationID: organizationID, stamper: stamper))
  }
}
