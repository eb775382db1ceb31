import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The response to a poll after an approval:
/// `{"state": "approved", "session", "user": {"id", "name"?}, "valid_until"}`.
struct Approved: Sendable {
  let token: Secret
  let userID: String
  let userName: String?
  let validUntil: Date

  /// Reads the response to a poll; nil until the user has decided on the phone.
  ///
  /// - Throws: `approval_denied`, `approval_expired`, and `malformed_response` naming the field.
  init?(_ answer: JSONValue) throws(AuthError) {
    switch try answer.requiredString("state") {
    case "approved": break
    case "waiting": return nil
    case "denied": throw AuthError(.approvalDenied, "The user denied the sign-in. Start again.", vendorCode: "denied")
    case "expired": throw AuthError(.approvalExpired, "The request has expired. Start again.", vendorCode: "expired")
    default: throw AuthError(.malformedResponse, "The response has no valid field 'state'.")
    }
    token = try answer.requiredToken("session")
    let user = try answer.requiredObject("user")
    userID = try user.requiredString("id")
    userName = user["name"]?.stringValue
    validUntil = try Self.validUntil(answer)
  }

  /// Reads `valid_until`, in seconds since 1970.
  ///
  /// - Throws: `malformed_response` unless the number is above 0 and at most 2^40.
  static func validUntil(_ answer: JSONValue) throws(AuthError) -> Date {
    guard let seconds = answer["valid_until"]?.numberValue, seconds > 0, seconds <= 0x1p40 else {
      throw AuthError(.malformedResponse, "The response has no valid field 'valid_until'.")
    }
    return Date(timeIntervalSince1970: seconds)
  }
}
