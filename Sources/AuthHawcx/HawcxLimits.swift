#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The limits of a flow's automatic actions.
///
/// DESIGN H83: no source gives the limits of the vendor's clients; these numbers are this package's own.
enum HawcxLimits {
  /// The maximum number of consecutive steps that the user does not see; a captured sign-in has two (H34).
  static let unseenSteps = 4
  /// How many consecutive polls may fail before the user sees an error.
  static let failedPolls = 3
  /// The number of lost enrolments within `lostEnrolmentWindow` that is reported as a problem.
  static let lostEnrolments = 3
  /// The period in which lost enrolments are counted, in seconds.
  static let lostEnrolmentWindow = 600.0

  /// The time at which the client may continue: the latest of the times that a failure names; nil if it names none.
  static func deadline(of times: [Date?]) -> Date? { times.compactMap(\.self).max() }
}
