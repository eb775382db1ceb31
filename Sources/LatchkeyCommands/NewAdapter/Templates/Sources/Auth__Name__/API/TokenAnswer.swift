import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The response to signing in and renewing: `{"user": {"id", "is_new"?}, "access_token", "refresh_token"?,
/// "expires_in"}`.
struct TokenAnswer: Sendable {
  let userID: String
  let isNewUser: Bool
  let access: Secret
  /// nil where the vendor does not rotate.
  let refresh: Secret?
  /// Seconds.
  let lifetime: Double

  // CHANGE ME 3: the fields of the vendor's response.

  /// Reads a response. Every field that the protocol demands is required: a session is never made from half a response.
  ///
  /// - Throws: `malformed_response` naming the field.
  init(_ answer: JSONValue) throws(AuthError) {
    let user = try answer.requiredObject("user")
    userID = try user.requiredString("id")
    isNewUser = user["is_new"]?.boolValue ?? false
    access = try answer.requiredSecret("access_token")
    refresh = answer["refresh_token"]?.stringValue.map { Secret($0) }
    guard let seconds = answer["expires_in"]?.numberValue, seconds > 0, seconds <= 0x1p40 else {
      throw AuthError(.malformedResponse, "The response has no valid field 'expires_in'.")
    }
    lifetime = seconds
  }

  /// When the access token expires, for one that was issued at `date`.
  func expiry(from date: Date) -> Date { date.addingTimeInterval(lifetime) }
}
