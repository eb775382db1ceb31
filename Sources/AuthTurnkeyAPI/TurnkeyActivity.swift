public import AuthCore
import AuthTurnkey

/// What came of a submission (v1Activity).
public struct TurnkeyActivity: Sendable {
  /// Where an activity stands. Statuses that are new keep the vendor's name.
  public enum Status: Sendable, Hashable {
    /// Not begun.
    case created
    /// Under way.
    case pending
    /// Done.
    case completed
    /// Not done; see `failure`.
    case failed
    /// Others have to approve it first.
    case consensusNeeded
    /// A user whose approval it needs has rejected it.
    case rejected
    /// A further factor is asked for.
    case authenticatorsNeeded
    /// A status that is not known here.
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

  /// Its id.
  public var id: String { activity.id }
  /// Where it stands.
  public var status: Status { Status(activity.status) }
  /// What approvals refer to: the hash of the body.
  public var fingerprint: String? { activity.json["fingerprint"]?.stringValue }
  /// Why it failed, where it did and says so.
  public var failure: AuthError? { activity.error }
  /// The whole of it, as the vendor says it.
  public var json: JSONValue { activity.json }

  /// What it gave.
  ///
  /// - Parameter kind: the member of its result: `createWalletResult`.
  /// - Throws: `consensus_needed`, `mfa_required`, `forbidden`, what its failure says, `malformed_response`.
  public func result(_ kind: String) throws(AuthError) -> JSONValue { try activity.result(kind) }
}
