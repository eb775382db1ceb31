public import AuthCore

/// A scanned challenge that was claimed for this device: what to show before it is decided.
public struct ClaimedChallenge: Sendable, Hashable {
  /// What `AuthsignalProvider.approve` and `deny` take.
  public let id: String
  /// What is to be approved.
  public let action: String?
  /// Which of that name.
  public let idempotencyKey: String?
  /// Where the sign-in comes from.
  public let ipAddress: String?
  /// The browser there.
  public let userAgent: String?
  /// What the side that asks wants shown; nil where it said nothing.
  public let custom: JSONValue?
  /// What the app's backend keeps about the user; nil where it keeps nothing.
  public let userCustom: JSONValue?
}
