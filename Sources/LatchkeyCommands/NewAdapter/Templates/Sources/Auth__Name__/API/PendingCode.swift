import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A code that was sent, but not yet entered.
struct PendingCode: Sendable, Equatable {
  /// The address to which the code was sent.
  let email: String
  /// The vendor's id of the sign-in.
  let flow: String
  /// When a new code can be requested.
  let resendAt: Date
  /// When the code expires; nil if the vendor's response does not contain the time.
  let expiresAt: Date?

  // CHANGE ME 4: the fields of the vendor's response.

  /// Reads the vendor's response.
  ///
  /// - Throws: `malformed_response` naming the field.
  init(_ answer: JSONValue, email: String, now: Date) throws(AuthError) {
    self.email = email
    flow = try answer.requiredString("flow")
    // The default is 30 seconds. The limits are 0 seconds and one day, so that a wrong number in the response cannot
    // block the resend for longer.
    resendAt = now.addingTimeInterval(min(max(answer["resend_in"]?.numberValue ?? 30, 0), 86_400))
    expiresAt = answer["expires_in"]?.numberValue.map { now.addingTimeInterval(min(max($0, 0), 86_400)) }
  }

  /// Reads the format that `json` writes; nil for any other format.
  init?(json: JSONValue) {
    guard let email = json["email"]?.stringValue, let flow = json["flow"]?.stringValue,
      let resendAt = json["resend_at"]?.numberValue
    else { return nil }
    self.email = email
    self.flow = flow
    self.resendAt = Date(timeIntervalSince1970: resendAt)
    expiresAt = json["expires_at"]?.numberValue.map { Date(timeIntervalSince1970: $0) }
  }

  /// The JSON for the sealed record of a suspended flow.
  var json: JSONValue {
    var object: JSONObject = [
      "email": .string(email), "flow": .string(flow), "resend_at": .number(resendAt.timeIntervalSince1970),
    ]
    object["expires_at"] = expiresAt.map { .number($0.timeIntervalSince1970) }
    return .object(object)
  }
}
