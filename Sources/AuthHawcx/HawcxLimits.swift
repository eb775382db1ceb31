#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How often and how long a flow goes on by itself.
///
/// DESIGN H83: no source says what the vendor's clients do here; these are our own numbers.
enum HawcxLimits {
  /// At most this many steps in a row go by unseen; a captured sign-in has two (H34).
  static let unseenSteps = 4
  /// So many polls in a row may fail before the user hears of it.
  static let failedPolls = 3
  /// Losing an enrolment this often is no chance …
  static let lostEnrolments = 3
  /// … within so many seconds.
  static let lostEnrolmentWindow = 600.0

  /// When to go on where a failure names several times: the last of them.
  static func deadline(of times: [Date?]) -> Date? { times.compactMap(\.self).max() }
}
