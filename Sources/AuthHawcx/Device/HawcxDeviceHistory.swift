import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// When one user's enrolment on this device was lost lately: enrolling again and again is a known trouble, and is told
/// from chance by `HawcxLimits`.
struct HawcxDeviceHistory: Sendable, Equatable {
  private(set) var times: [Date] = []

  /// What was kept; nothing where that cannot be read.
  init(_ sealed: Secret?) {
    guard let sealed else { return }
    do throws(JSONError) {
      let kept = try JSONValue(parsing: sealed.revealBytes())["at"]?.arrayValue ?? []
      times = kept.compactMap { $0.numberValue.map { Date(timeIntervalSince1970: $0) } }
    } catch {
      times = []
    }
  }

  /// The enrolment was lost once more; whether it is lost too often.
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
