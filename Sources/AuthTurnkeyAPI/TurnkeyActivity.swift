public import AuthCore
import AuthTurnkey

/// An activity: a submission and its outcome (v1Activity).
public struct TurnkeyActivity: Sendable {
  /// The status of an activity. Unknown statuses keep the vendor's name.
  public enum Status: Sendable, Hashable {
    /// The activity has not started.
    case created
    /// The activity is running.
    case pending
    /// The activity is complete.
    case completed
    /// The activity failed; see `failure`.
    case failed
    /// Other users have to approve the activity first.
    case consensusNeeded
    /// A required approver has rejected the activity.
    case rejected
    /// The activity needs another factor of its user.
    case authenticatorsNeeded
    /// An unknown status.
    case unknown(String)

    init(_ name: String) {
      switch name {
      case "ACTIVITY_STATUS_CREATED": self = .created
      case "ACTIVITY_STATUS_PENDING": self = .pending
      case "ACTIVITY_STATUS_COMPLETED": self = .completed
      case "ACTIVITY_STATUS_FAILED": self = .failed
      case "ACTIVITY_STATUS_CONSENSUS_NEEDED": self = .consensusNeeded
      case "ACTIVITY_STATUS_REJECTED": self = .rejected
      case "ACTIVITY_STATUS_AUTHENTICATORS_NEEDED": self = .authenticatorsNeeded
      default: self = .unknown(name)
      }
    }
  }

  private let activity: VendorActivity

  init(_ activity: VendorActivity) { self.activity = activity }

  /// The activity's ID.
  public var id: String { activity.id }
  /// The activity's status.
  public var status: Status { Status(activity.status) }
  /// The reference to the activity in an approval or a rejection; nil if the vendor returned none.
  public var fingerprint: String? { activity.json["fingerprint"]?.stringValue }
  /// Why the activity failed; nil if it did not fail, or the vendor gave no reason.
  public var failure: AuthError? { activity.error }
  /// The whole activity, as the vendor returned it.
  public var json: JSONValue { activity.json }

  /// The activity's result.
  ///
  /// - Parameter kind: the member of the result, such as `createWalletResult`.
  /// - Throws: `consensus_needed`, `mfa_required`, `forbidden` for a rejected activity, the error of a failed one,
  ///   `malformed_response` if a completed activity has no such member, `provider_error` for any other status.
  public func result(_ kind: String) throws(AuthError) -> JSONValue { try activity.result(kind) }
}
