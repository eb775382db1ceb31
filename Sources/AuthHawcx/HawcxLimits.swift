#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The limits for what a flow does without its user.
///
/// DESIGN H83: no source says what the vendor's clients do here; these numbers are this package's own.
enum HawcxLimits {
  /// The maximum number of consecutive steps that the user does not see; a captured sign-in has two (H34).
  static let unseenSteps = 4
  /// How many consecutive polls may fail before the user sees an error.
  static let failedPolls = 3
  /// How many lost enrolments are a problem rather than chance …
  static let lostEnrolments = 3
  /// … within this many seconds.
  static let lostEnrolmentWindow = 600.0

  /// When to continue, where a failure names several times: the latest of them.
  static func deadline(of times: [Date?]) -> Date? { times.compactMap(\.self).max() }
}
