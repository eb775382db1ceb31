import AuthCore
import AuthTerminal
import AuthUI

/// What a command prints for people. A terminal gets wrapped lines.
extension Invocation {
  /// Prints a note on standard error.
  func note(_ phrase: Phrase) { Output.note(Layout.error.line(text(phrase))) }

  /// Prints a warning on standard error.
  func warn(_ phrase: Phrase) {
    Output.note(Layout.error.line(Style.error.yellow(text(Phrase("command.warning")) + " ") + text(phrase), indent: 2))
  }

  /// Prints the JSON object with `--json`, otherwise that something is done.
  func reportDone(_ json: JSONObject, _ phrase: Phrase) {
    report(json, Layout.output.line(Style.output.green("✓ ") + text(phrase), indent: 2))
  }
}
