import AuthCore
import AuthUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Compares this machine's clock with those of the servers.
enum ClockCheck {
  /// The finding about a server's clock; empty if the response has no valid `Date`. `Date` has whole seconds
  /// (RFC 9110 §5.6.7), so a difference of less than two seconds is ignored.
  static func findings(
    _ response: TransportResponse, between before: Date, and after: Date, _ origin: String
  ) -> [Finding] {
    guard let date = response.headers["Date"].flatMap({ HTTPDate.decode($0, now: after) }) else { return [] }
    let middle = before.addingTimeInterval(after.timeIntervalSince(before) / 2)
    let ahead = Int(middle.timeIntervalSince(date).rounded())
    guard abs(ahead) >= 2 else { return [] }
    let text = Phrase(
      ahead > 0 ? "command.doctor.clock.ahead" : "command.doctor.clock.behind",
      ["count": .number(abs(ahead)), "origin": .text(origin)])
    // Servers usually accept up to a minute of clock skew in proofs and tokens, and the expiry of sessions is corrected
    // by the server's date.
    return [
      Finding(
        "network", abs(ahead) > 60 ? .bad : .warning, text,
        remedy: Phrase("command.doctor.clock.remedy"), exitStatus: 75)
    ]
  }
}
