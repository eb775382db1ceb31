/// Consent functions that do not ask a user, for tests and for unattended machines.
public enum UnattendedConsent {
  /// Approves the newest account and claims that the user was present and verified.
  public static let verified: PasskeyConsent = { _ in .approve(isVerified: true) }
  /// Approves the newest account and claims that a user was present.
  public static let present: PasskeyConsent = { _ in .approve(isVerified: false) }
}
