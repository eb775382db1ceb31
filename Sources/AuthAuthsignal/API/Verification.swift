import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The response to a submitted code. A wrong code is not an HTTP error: the response has the status 200, and its
/// `isVerified` is false (A21).
enum Verification: Sendable, Equatable {
  /// The code is right. The new token proves this, and may manage authenticators.
  case verified(ActionToken, at: Date)
  /// The code is wrong, with the vendor's reason.
  case refused(reason: String?, at: Date)

  init(_ json: JSONValue, now: Date) throws(AuthError) {
    guard let isVerified = json["isVerified"]?.boolValue else {
      throw AuthError(
        .malformedResponse, "The response has no valid field 'isVerified'. Try again, or check the server's address.")
    }
    guard isVerified else {
      self = .refused(reason: json["failureReason"]?.stringValue, at: now)
      return
    }
    guard let token = ActionToken(try json.requiredSecret("accessToken")) else {
      throw AuthError(.malformedResponse, "The response's accessToken is not a JWT. Start again.")
    }
    self = .verified(token, at: now)
  }
}
