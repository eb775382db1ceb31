import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What signing in and renewing give:
/// `{"user": {"id", "is_new"?}, "access_token", "refresh_token"?, "expires_in"}`.
struct TokenAnswer: Sendable {
  let userID: String
  let isNewUser: Bool
  let access: Secret
  /// nil where the vendor does not rotate.
  let refresh: Secret?
  /// Seconds.
  let lifetime: Double

  /// Reads an answer. What the protocol says must be there is required: a session is never made of half an answer.
  ///
  /// - Throws: `malformed_response` naming the field.
  init(_ answer: JSONValue) throws(AuthError) {
    let user = try answer.requiredObject("user")
    userID = try user.requiredString("id")
    isNewUser = user["is_new"]?.boolValue ?? false
    access = try answer.requiredSecret("access_token")
    refresh = answer["refresh_token"]?.stringValue.map { Secret($0) }
    guard let seconds = answer["expires_in"]?.numberValue, seconds > 0, seconds <= 0x1p40 else {
      throw AuthError(.malformedResponse, "The answer has no valid field 'expires_in'.")
    }
    lifetime = seconds
  }

  /// When the access token stops working, for one that was given at `date`.
  func expiry(from date: Date) -> Date { date.addingTimeInterval(lifetime) }
}
