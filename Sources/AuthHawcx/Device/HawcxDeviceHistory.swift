import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The times at which one user's enrolment on this device was lost. A single loss can happen by chance. `HawcxLimits`
/// defines how many losses, within what period, are reported as a problem.
struct HawcxDeviceHistory: Sendable, Equatable {
  private(set) var times: [Date] = []

  /// Reads the stored times. The history is empty if nothing is stored, or the stored value cannot be read.
  init(_ sealed: Secret?) {
    guard let sealed else { return }
    do throws(JSONError) {
      let kept = try JSONValue(parsing: sealed)["at"]?.arrayValue ?? []
      times = kept.compactMap { $0.numberValue.map { Date(timeIntervalSince1970: $0) } }
    } catch {
      times = []
    }
  }

  /// Records another lost enrolment, and returns whether enrolments are lost too often.
  mutating func cleared(at now: Date) -> Bool {
    times =
      times.filter { abs(now.timeIntervalSince($0)) <= HawcxLimits.lostEnrolmentWindow }.suffix(
        HawcxLimits.lostEnrolments - 1) + [now]
    return times.count >= HawcxLimits.lostEnrolments
  }

  var sealed: Secret {
    JSONValue.object(["v": 1, "at": .array(times.map { .number($0.timeIntervalSince1970) })]).serializedSecret
  }
}
