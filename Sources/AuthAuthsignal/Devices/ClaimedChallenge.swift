public import AuthCore

/// A scanned challenge that was claimed for this device, with the values to show before the decision.
public struct ClaimedChallenge: Sendable, Hashable {
  /// The ID for `AuthsignalProvider.approve` and `deny`.
  public let id: String
  /// The action to approve.
  public let action: String?
  /// The ID of the request for the action.
  public let idempotencyKey: String?
  /// The address from which the sign-in comes.
  public let ipAddress: String?
  /// The browser of the sign-in.
  public let userAgent: String?
  /// The values to show, from the requesting device; nil if there are no values.
  public let custom: JSONValue?
  /// The data that the app's backend keeps about the user; nil for none.
  public let userCustom: JSONValue?
}
