import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The times when one user's enrolment on this device was lost. Repeated enrolment is a known problem; `HawcxLimits`
/// distinguishes it from chance.
struct HawcxDeviceHistory: Sendable, Equatable {
  private(set) var times: [Date] = []

  /// The stored times; empty where they cannot be read.
  init(_ sealed: Secret?) {
    guard let sealed else { return }
    do throws(JSONError) {
      let kept = try JSONValue(parsing: sealed.revealBytes())["at"]?.arrayValue ?? []
      times = kept.compactMap { $0.numberValue.map { Date(timeIntervalSince1970: $0) } }
    } catch {
      times = []
    }
  }

  /// Records another lost enrolment. Returns whether enrolments are lost too often.
  mutating func cleared(at now: Date) -> Bool {
    times =
      times.filter { abs(now.timeIntervalSince($0)) <= HawcxLimits.lostEnrolmentWindow }.suffix(
        HawcxLimits.lostEnrolments - 1) + [now]
    return times.count >= HawcxLimits.lostEnrolments
  }

  var sealed: Secret {
    Secret(JSONValue.object(["v": 1, "at": .array(times.map { .number($0.timeIntervalSince1970) })]).serialized)
  }
}
