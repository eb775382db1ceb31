import AuthCore
import AuthTerminal

/// The result of one check by `doctor`.
struct Finding: Sendable {
  enum Verdict: String, Sendable {
    case good
    /// Works now, but not for long or not in every case.
    case warning
    case bad
    /// Could not be checked, or does not concern this set-up.
    case skipped
  }

  /// The area of the check: `configuration`, `storage`, ….
  let area: String
  let verdict: Verdict
  /// The observation.
  let text: String
  /// The fix; nil if there is nothing to fix.
  let remedy: String?
  /// The exit status of a bad finding.
  let exitStatus: Int32

  init(_ area: String, _ verdict: Verdict, _ text: String, remedy: String? = nil, exitStatus: Int32 = 78) {
    self.area = area
    self.verdict = verdict
    self.text = text
    self.remedy = remedy
    self.exitStatus = exitStatus
  }

  /// A finding for a thrown error.
  init(_ area: String, _ error: AuthError, remedy: String? = nil) {
    self.init(area, .bad, error.message, remedy: remedy, exitStatus: error.code.exitStatus)
  }

  var json: JSONObject {
    var object: JSONObject = [
      "area": .string(area), "verdict": .string(verdict.rawValue), "finding": .string(text),
    ]
    object["remedy"] = remedy.map { .string($0) }
    return object
  }

  func text(_ style: Style) -> TerminalText {
    let mark =
      switch verdict {
      case .good: style.green("✓")
      case .warning: style.yellow("!")
      case .bad: style.red("✗")
      case .skipped: style.dim("–")
      }
    let line: TerminalText = "  \(mark)  \(verdict == .skipped ? style.dim("\(text)") : "\(text)")"
    let layout = Layout.output
    return layout.line(line, indent: 5)
      + (remedy.map { "\n" + layout.line("     \(style.cyan("→")) \($0)", indent: 7) } ?? "")
  }
}
