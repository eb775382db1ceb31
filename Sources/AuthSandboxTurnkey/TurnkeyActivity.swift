import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One submission and its state (v1Activity).
struct TurnkeyActivity: Sendable {
  enum Status: String, Sendable {
    case pending = "ACTIVITY_STATUS_PENDING"
    case completed = "ACTIVITY_STATUS_COMPLETED"
    case failed = "ACTIVITY_STATUS_FAILED"
    case consensusNeeded = "ACTIVITY_STATUS_CONSENSUS_NEEDED"
    case rejected = "ACTIVITY_STATUS_REJECTED"
    case authenticatorsNeeded = "ACTIVITY_STATUS_AUTHENTICATORS_NEEDED"
  }

  let id: String
  let organization: String
  let type: String
  let kind: TurnkeyActivityType
  let parameters: JSONObject
  let fingerprint: String
  /// The user who submitted the activity, and the stamp of the submission.
  let caller: TurnkeyCaller
  var status: Status
  /// The result. Clients see it only when the activity is completed.
  var result: JSONObject?
  var failure: JSONValue?
  /// How many more queries it takes to complete a pending activity. The last of these queries returns the completed
  /// activity.
  var pollsLeft = 0
  /// The votes for and against the activity so far, one for each user.
  var votes: [TurnkeyVote] = []
  /// How many approvals the activity needs.
  var approvalsNeeded = 1
  /// The id of the policy that requires another factor; the sandbox invents this id. nil if no factor is required.
  var factorPolicyID: String?
  let createdAt: Date
  var updatedAt: Date

  var isWaiting: Bool { status == .consensusNeeded || status == .authenticatorsNeeded }

  /// The activity on the wire: v1Activity.
  var json: JSONValue {
    var object: JSONObject = [
      "id": .string(id), "organizationId": .string(organization), "status": .string(status.rawValue),
      "type": .string(type), "intent": .object(JSONObject([(kind.intent, .object(parameters))])),
    ]
    let shown = status == .completed ? result : nil
    object["result"] = .object(JSONObject(shown.map { [(kind.result, .object($0))] } ?? []))
    object["votes"] = .array(votes.map { $0.json(of: self) })
    object["fingerprint"] = .string(fingerprint)
    object["canApprove"] = .bool(status == .consensusNeeded)
    object["canReject"] = .bool(status == .consensusNeeded)
    object["createdAt"] = createdAt.turnkeyTimestamp
    object["updatedAt"] = updatedAt.turnkeyTimestamp
    object["appProofs"] = []
    object["failure"] = failure
    return .object(object)
  }

  var response: JSONValue { ["activity": json] }
}
