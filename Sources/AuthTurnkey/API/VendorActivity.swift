package import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// What came of a submission (v1Activity).
package struct VendorActivity: Sendable {
  /// Its id, to ask again by.
  package let id: String
  /// Where it stands, as the vendor spells it.
  package let status: String
  /// What it gave, by its kind.
  package let result: JSONValue?
  /// The whole of it.
  package let json: JSONValue
  private let failure: RPCStatus?

  /// The activity in an answer.
  package init(_ answer: JSONValue) throws(AuthError) {
    let activity = try answer.requiredObject("activity")
    json = activity
    id = try json.requiredString("id")
    status = try json.requiredString("status")
    result = activity["result"]
    failure = RPCStatus(activity["failure"])
  }

  /// Its type: `ACTIVITY_TYPE_STAMP_LOGIN`.
  package var type: String? { json["type"]?.stringValue }
  /// The organisation that it is of, which a login by a credential finds.
  package var organizationID: String? { json["organizationId"]?.stringValue }
  /// What votes refer to it by; opaque here.
  package var fingerprint: String? { json["fingerprint"]?.stringValue }
  /// Whether it waits for a further factor of its user's.
  package var needsFactor: Bool { status == "ACTIVITY_STATUS_AUTHENTICATORS_NEEDED" }
  /// Whether it waits for a factor, or for others' consent, which can hide one (T37).
  package var isWaiting: Bool { needsFactor || status == "ACTIVITY_STATUS_CONSENSUS_NEEDED" }

  /// Whether its outcome is not known yet.
  package var isPending: Bool { status == "ACTIVITY_STATUS_CREATED" || status == "ACTIVITY_STATUS_PENDING" }

  /// What it gave.
  ///
  /// - Parameter kind: the member of `result`: `stampLoginResult`.
  /// - Throws: `consensus_needed`, `mfa_required`, `forbidden`, what its failure says, `malformed_response`.
  package func result(_ kind: String) throws(AuthError) -> JSONValue {
    switch status {
    case "ACTIVITY_STATUS_COMPLETED":
      guard let value = result?[kind] else {
        throw AuthError(.malformedResponse, "The activity is completed and has no '\(kind)'.")
      }
      return value
    case "ACTIVITY_STATUS_CONSENSUS_NEEDED":
      throw AuthError(.consensusNeeded, "Others have to approve this first.", traceID: id, vendorCode: status)
    case "ACTIVITY_STATUS_AUTHENTICATORS_NEEDED":
      throw AuthError(
        .mfaRequired,
        "The vendor asks for a further factor; satisfy it in the handler that .turnkey(satisfying:) is given.",
        traceID: id, vendorCode: status)
    case "ACTIVITY_STATUS_REJECTED":
      throw AuthError(.forbidden, "A user whose approval this needs has rejected it.", vendorCode: status)
    case "ACTIVITY_STATUS_FAILED":
      throw failure.map { TurnkeyErrors.error($0, in: .stamped) }
        ?? AuthError(.providerError, "The activity failed and does not say why.", vendorCode: status)
    default:
      throw AuthError(.providerError, "The activity has a status that is not known here.", vendorCode: status)
    }
  }

  /// Why it failed, where it did and says so.
  package var error: AuthError? { failure.map { TurnkeyErrors.error($0, in: .stamped) } }

  /// What the same body has in common with itself, for retries here.
  ///
  /// GUESS T7: the vendor's own fingerprint is a hash of the stamped bytes. This one is never sent, and the vendor's is
  /// taken as it comes.
  package static func fingerprint(of body: [UInt8]) -> String { Hex.encode(SHA256.hash(data: body)) }

  /// The body of a submission. Numbers of 64 bits travel as texts; the time makes the submission one of its own.
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
