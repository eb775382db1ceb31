/// The sandbox's own numbers, where no source says what the vendor's are.
///
/// DESIGN H93: these, and the order of the stages in `HawcxVendor+Stages`. The captured numbers, a code's lifetime and
/// the time between two codes (H37), are in `HawcxOneTimeCode`.
enum HawcxLimits {
  /// The attempts for one code, and for an authenticator app's.
  static let codeAttempts = 5
  /// How often a step sends a code.
  static let codeSends = 5
  /// How many seconds a flow waits for a second device's decision.
  static let approvalLifetime = 120.0
  /// The seconds between two polls for it.
  static let approvalInterval: Int64 = 2
  /// How many seconds a device's challenge is valid.
  static let challengeLifetime = 60.0
}
