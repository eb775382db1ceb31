import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The answer to a code: a wrong one is no error of the protocol (A21).
enum Verification: Sendable, Equatable {
  /// Right; the new token proves it and may manage authenticators.
  case verified(ActionToken, at: Date)
  /// Wrong; the vendor's reason.
  case refused(reason: String?, at: Date)

  init(_ json: JSONValue, now: Date) throws(AuthError) {
    guard let isVerified = json["isVerified"]?.boolValue else {
      throw AuthError(.malformedResponse, "The answer has no valid field 'isVerified'.")
    }
    guard isVerified else {
      self = .refused(reason: json["failureReason"]?.stringValue, at: now)
      return
    }
    guard let token = ActionToken(try json.requiredSecret("accessToken")) else {
      throw AuthError(.malformedResponse, "The answer's accessToken is no JWT.")
    }
    self = .verified(token, at: now)
  }
}
