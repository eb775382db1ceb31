/// The limits for which no source gives the vendor's numbers.
///
/// DESIGN H93: these numbers, and the order of the stages in `HawcxVendor+Stages`. `HawcxOneTimeCode` has the captured
/// numbers: the lifetime of a code and the time between two codes (H37).
enum HawcxLimits {
  /// How many attempts the user has for a code that was sent, or for the codes of an authenticator app.
  static let codeAttempts = 5
  /// How many codes a step sends at most, including the first.
  static let codeSends = 5
  /// How many seconds a flow waits for a second device's decision.
  static let approvalLifetime = 120.0
  /// How many seconds the client waits between two polls for a second device's decision.
  static let approvalInterval: Int64 = 2
  /// How many seconds a device's challenge is valid.
  static let challengeLifetime = 60.0
}
