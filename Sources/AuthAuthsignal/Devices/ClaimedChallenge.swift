public import AuthCore

/// A scanned challenge that this device has claimed, with the values to show before the decision.
public struct ClaimedChallenge: Sendable, Hashable {
  /// The ID for `AuthsignalProvider.approve` and `deny`.
  public let id: String
  /// The action to approve; nil if the server does not name it.
  public let action: String?
  /// The ID of the request for the action; nil if the server does not send it.
  public let idempotencyKey: String?
  /// The IP address of the requesting device; nil if the server does not send it.
  public let ipAddress: String?
  /// The user agent of the requesting device; nil if the server does not send it.
  public let userAgent: String?
  /// The values to show: those of the requesting device or, for a known user, of the tracked action (A61); nil without
  /// values.
  public let custom: JSONValue?
  /// The data that the app's backend keeps about the user; nil without such data.
  public let userCustom: JSONValue?
}
