/// The sandbox's own numbers, where no source says what the vendor's are.
///
/// DESIGN H93: these, and the order of the stages in `HawcxVendor+Stages`. What a capture shows, the life of a code and
/// the time between two (H37), stands with the code.
enum HawcxLimits {
  /// Tries of one code, and of an authenticator app's.
  static let codeAttempts = 5
  /// How often a step sends a code.
  static let codeSends = 5
  /// Seconds that a second device's decision is waited for.
  static let approvalLifetime = 120.0
  /// Seconds between two questions after it.
  static let approvalInterval: Int64 = 2
  /// Seconds that a device's challenge is good for.
  static let challengeLifetime = 60.0
}
