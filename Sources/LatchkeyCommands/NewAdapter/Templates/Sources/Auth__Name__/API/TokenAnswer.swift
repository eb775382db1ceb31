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
  /// The refresh token; nil in the response to a renewal if the vendor does not rotate refresh tokens.
  let refresh: Secret?
  /// The lifetime of the access token, in seconds.
  let lifetime: Double

  // CHANGE ME 4: the fields of the vendor's response.

  /// Reads a response. Every field that the protocol requires is required here, so that no session is made from an
  /// incomplete response.
  ///
  /// - Throws: `malformed_response` naming the field, also for an `expires_in` that is not above 0 and at most 2^40.
  init(_ answer: JSONValue) throws(AuthError) {
    let user = try answer.requiredObject("user")
    userID = try user.requiredString("id")
    isNewUser = user["is_new"]?.boolValue ?? false
    access = try answer.requiredToken("access_token")
    refresh = try answer.optionalToken("refresh_token")
    guard let seconds = answer["expires_in"]?.numberValue, seconds > 0, seconds <= 0x1p40 else {
      throw AuthError(
        .malformedResponse, "The response has no valid field 'expires_in'. Try again, or check the server's address.")
    }
    lifetime = seconds
  }

  /// The time at which an access token that was issued at `date` expires.
  func expiry(from date: Date) -> Date { date.addingTimeInterval(lifetime) }
}
