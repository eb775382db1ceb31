package import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// An activity: a submission and its outcome (v1Activity).
package struct VendorActivity: Sendable {
  /// The activity's ID, for polling.
  package let id: String
  /// The activity's status, as the vendor spells it.
  package let status: String
  /// The activity's result: an object with one member, whose name depends on the kind of activity; nil if it is
  /// missing.
  package let result: JSONValue?
  /// The whole activity, as received.
  package let json: JSONValue
  /// Why the activity failed, as this package's error; nil if the activity contains no failure.
  package let error: AuthError?

  /// Reads the activity in a response.
  package init(_ answer: JSONValue) throws(AuthError) { try self.init(answer, in: .stamped) }

  /// The activity in a response. The meaning of some failures depends on the kind of request (`context`).
  init(_ answer: JSONValue, in context: TurnkeyErrors.Context) throws(AuthError) {
    let activity = try answer.requiredObject("activity")
    json = activity
    id = try json.requiredString("id")
    status = try json.requiredString("status")
    result = activity["result"]
    error = RPCStatus(activity["failure"]).map { TurnkeyErrors.error($0, in: context) }
  }

  /// The activity's type, such as `ACTIVITY_TYPE_STAMP_LOGIN`; nil if the vendor returned none.
  package var type: String? { json["type"]?.stringValue }
  /// The ID of the organisation that the activity belongs to. For a login by a credential, the server finds this
  /// organisation.
  package var organizationID: String? { json["organizationId"]?.stringValue }
  /// The reference to the activity in a vote, which is opaque to this package; nil if the vendor returned none.
  package var fingerprint: String? { json["fingerprint"]?.stringValue }
  /// Whether the activity waits for a further factor of its user.
  package var needsFactor: Bool { status == "ACTIVITY_STATUS_AUTHENTICATORS_NEEDED" }
  /// Whether the activity waits for a factor or for the consensus of other users. An activity with the status for
  /// consensus can wait for a factor, too (T37).
  package var isWaiting: Bool { needsFactor || status == "ACTIVITY_STATUS_CONSENSUS_NEEDED" }

  /// Whether the vendor is still working on the activity, which does not wait for a user.
  package var isPending: Bool { status == "ACTIVITY_STATUS_CREATED" || status == "ACTIVITY_STATUS_PENDING" }

  /// The activity's result.
  ///
  /// - Parameter kind: the member of `result`, such as `stampLoginResult`.
  /// - Throws: `consensus_needed`, `mfa_required`, `forbidden` for a rejected activity, the error of a failed one,
  ///   `malformed_response` if a completed activity has no such member, `provider_error` for any other status.
  package func result(_ kind: String) throws(AuthError) -> JSONValue {
    switch status {
    case "ACTIVITY_STATUS_COMPLETED":
      guard let value = result?[kind] else {
        throw AuthError(
          .malformedResponse,
          "The activity is completed, but its result has no '\(kind)'. Check that this is the result of the "
            + "activity's type.")
      }
      return value
    case "ACTIVITY_STATUS_CONSENSUS_NEEDED":
      throw AuthError(
        .consensusNeeded, "Other users have to approve this activity first. Its id is in traceID.", traceID: id,
        vendorCode: status)
    case "ACTIVITY_STATUS_AUTHENTICATORS_NEEDED":
      throw AuthError(
        .mfaRequired,
        "The vendor asks for a further factor. Satisfy it in the handler of .turnkey(satisfying:).",
        traceID: id, vendorCode: status)
    case "ACTIVITY_STATUS_REJECTED":
      throw AuthError(
        .forbidden, "A required approver has rejected this activity. Ask the approver before you submit it again.",
        vendorCode: status)
    case "ACTIVITY_STATUS_FAILED":
      throw error
        ?? AuthError(
          .providerError,
          "The activity failed, and the vendor gave no reason. Look the activity up in the vendor's dashboard.",
          vendorCode: status)
    default:
      throw AuthError(
        .providerError,
        "The activity has a status that this package does not support; vendorCode contains it. Update this package.",
        vendorCode: status)
    }
  }

  /// The key for `RetryIntent.idempotent`: the hash of the body. It is never sent.
  ///
  /// GUESS T7: the vendor recognises a repeated submission by its own fingerprint, a hash of the stamped bytes.
  package static func retryKey(of body: [UInt8]) -> String { Hex.encode(SHA256.hash(data: body)) }

  /// The body of a submission. 64-bit numbers are sent as strings. The time makes each submission unique.
  package static func body(
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
