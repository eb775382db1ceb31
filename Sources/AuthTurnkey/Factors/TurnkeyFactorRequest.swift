public import AuthCore

/// Called where an activity, a login for one, waits for a further factor: the app satisfies it, by `approve(by:)` or at
/// its own backend, and returns; the activity is asked for again, and what it was part of goes on.
public typealias TurnkeyFactorHandler = @Sendable (TurnkeyFactorRequest) async throws -> Void

/// An activity that waits for a further factor (T37).
public struct TurnkeyFactorRequest: Sendable {
  /// The activity.
  public let activityID: String
  /// The organisation that it is of.
  public let organizationID: String
  /// What approvals refer to it by.
  public let fingerprint: String
  /// The activity's type: `ACTIVITY_TYPE_STAMP_LOGIN`.
  public let type: String
  /// How far each policy is.
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

  /// Approves the activity with a further stamp of its user: a passkey's, where a key has stamped before.
  ///
  /// - Throws: the vendor's refusal; what the stamper throws.
  public func approve(by stamper: any Stamper) async throws(AuthError) {
    _ = try await api.vote("approve_activity", on: fingerprint, organizationID: organizationID, stamper: stamper)
  }
}
