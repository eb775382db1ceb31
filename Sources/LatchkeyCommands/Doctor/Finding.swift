import AuthCore
import AuthTerminal
import AuthUI

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
  let text: Phrase
  /// The fix; nil if there is nothing to fix.
  let remedy: Phrase?
  /// The exit status of a bad finding.
  let exitStatus: Int32

  init(_ area: String, _ verdict: Verdict, _ text: Phrase, remedy: Phrase? = nil, exitStatus: Int32 = 78) {
    self.area = area
    self.verdict = verdict
    self.text = text
    self.remedy = remedy
    self.exitStatus = exitStatus
  }

  /// A finding for a thrown error.
  init(_ area: String, _ error: AuthError, remedy: Phrase? = nil) {
    self.init(area, .bad, .verbatim(error.message), remedy: remedy, exitStatus: error.code.exitStatus)
  }

  /// The finding as JSON, in English.
  var json: JSONObject {
    let english = TextCatalog.commandLineEnglish
    var object: JSONObject = [
      "area": .string(area), "verdict": .string(verdict.rawValue), "finding": .string(english.text(text)),
    ]
    object["remedy"] = remedy.map { .string(english.text($0)) }
    return object
  }

  func text(_ style: Style, in catalog: TextCatalog) -> TerminalText {
    let shown = TerminalText(text, in: catalog)
    let mark =
      switch verdict {
      case .good: style.green("✓")
      case .warning: style.yellow("!")
      case .bad: style.red("✗")
      case .skipped: style.dim("–")
      }
    let line: TerminalText = "  \(mark)  \(verdict == .skipped ? style.dim(shown) : shown)"
    let layout = Layout.output
    return layout.line(line, indent: 5)
      + (remedy.map { remedy in
        "\n" + layout.line("     \(style.cyan("→")) " + TerminalText(remedy, in: catalog), indent: 7)
      } ?? "")
  }
}
