/// Consents that ask no person: for tests and for machines without a person.
public enum UnattendedConsent {
  /// Approves the newest account and claims that the person was there and verified.
  public static let verified: PasskeyConsent = { _ in .approve(isVerified: true) }
  /// Approves the newest account and claims that a person was there.
  public static let present: PasskeyConsent = { _ in .approve(isVerified: false) }
}
