import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What came of a submission (Turnkey protocol notes §0.1).
struct Activity: Sendable {
  /// Its id, to ask again by.
  let id: String
  /// Where it stands, as the vendor spells it.
  let status: String
  /// What it gave, by its kind.
  let result: JSONValue?
  private let failure: RPCStatus?

  /// The activity in an answer.
  init(_ answer: JSONValue) throws(AuthError) {
    let activity = try answer.requiredObject("activity")
    id = try activity.requiredString("id")
    status = try activity.requiredString("status")
    result = activity["result"]
    failure = RPCStatus(activity["failure"])
  }

  /// Whether its outcome is not known yet.
  var isPending: Bool { status == "ACTIVITY_STATUS_CREATED" || status == "ACTIVITY_STATUS_PENDING" }

  /// What it gave.
  ///
  /// - Parameter kind: the member of `result`: `stampLoginResult`.
  /// - Throws: `consensus_needed`, `mfa_required`, `forbidden`, what its failure says, `malformed_response`.
  func result(_ kind: String) throws(AuthError) -> JSONValue {
    switch status {
    case "ACTIVITY_STATUS_COMPLETED":
      guard let value = result?[kind] else {
        throw AuthError(.malformedResponse, "The activity is completed and has no '\(kind)'.")
      }
      return value
    case "ACTIVITY_STATUS_CONSENSUS_NEEDED":
      throw AuthError(.consensusNeeded, "Others have to approve this first.", vendorCode: status)
    case "ACTIVITY_STATUS_AUTHENTICATORS_NEEDED":
      throw AuthError(.mfaRequired, "The vendor asks for a further factor.", vendorCode: status)
    case "ACTIVITY_STATUS_REJECTED":
      throw AuthError(.forbidden, "Somebody who had to approve this has rejected it.", vendorCode: status)
    case "ACTIVITY_STATUS_FAILED":
      throw failure.map { TurnkeyErrors.error($0, in: .stamped) }
        ?? AuthError(.providerError, "The activity failed and does not say why.", vendorCode: status)
    default:
      throw AuthError(.providerError, "The activity has a status that is not known here.", vendorCode: status)
    }
  }

  /// The body of a submission. Numbers of 64 bits travel as texts; the time makes the submission one of its own.
  static func body(
    type: String, organizationID: String, parameters: JSONObject, now: Date
  ) -> [UInt8] {
    let milliseconds = Int64((now.timeIntervalSince1970 * 1000).rounded(.down))
    let body: JSONValue = [
      "type": .string(type), "timestampMs": .string(String(milliseconds)),
      "organizationId": .string(organizationID), "parameters": .object(parameters),
    ]
    return body.serialized
  }
}
