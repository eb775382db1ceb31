public import AuthCore

/// Called when an activity, such as a login, waits for a further factor. The app satisfies the factor with
/// `approve(by:)` or at its own backend. After the handler has returned, the activity is polled for up to ten seconds,
/// and the call continues. If the activity is still waiting after that, the call throws `mfa_required` or
/// `consensus_needed`.
///
/// The call throws an `AuthError` of the handler unchanged, `cancelled` for `CancellationError`, and `mfa_required` for
/// any other error.
public typealias TurnkeyFactorHandler = @Sendable (TurnkeyFactorRequest) async throws -> Void

/// An activity that waits for a further factor (T37).
public struct TurnkeyFactorRequest: Sendable {
  /// The vendor's ID of the activity.
  public let activityID: String
  /// The ID of the organisation that the activity belongs to.
  public let organizationID: String
  /// The reference to the activity in an approval; empty if the vendor returned none.
  public let fingerprint: String
  /// The activity's type, such as `ACTIVITY_TYPE_STAMP_LOGIN`; empty if the vendor returned none.
  public let type: String
  /// One status for each policy of each user who voted.
  public let statuses: [TurnkeyFactorStatus]
  private let api: TurnkeyAPI

  init(_ activity: VendorActivity, organizationID: String, statuses: [TurnkeyFactorStatus], api: TurnkeyAPI) {
    activityID = activity.id
    self.organizationID = organizationID
    fingerprint = activity.fingerprint ?? ""
    type = activity.type ?? ""
    self.statuses = statuses
    self.api = api
  }

  /// Approves the activity with a further stamp by its user, for example by a passkey if a key has already stamped the
  /// activity.
  ///
  /// - Throws: `malformed_response` if `fingerprint` is empty, the vendor's refusal, and the errors of the stamper and
  ///   the transport.
  public func approve(by stamper: any Stamper) async throws(AuthError) {
    _ = try await api.vote("approve_activity", on: fingerprint, organizationID: organizationID, stamper: stamper)
  }
}
