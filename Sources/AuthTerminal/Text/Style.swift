/// Colour for a terminal.
package struct Style: Sendable {
  /// Whether texts get colours.
  package let isOn: Bool

  /// Creates a style with or without colours.
  package init(isOn: Bool) { self.isOn = isOn }

  /// Whether the environment of a process allows colours: not if `NO_COLOR` is not empty (no-color.org) or `TERM` is
  /// `dumb`.
  package static func isWanted(in environment: [String: String]) -> Bool {
    environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
  }

  /// The text in bold.
  package func bold(_ text: TerminalText) -> TerminalText { wrap(text, "1") }
  /// The text in a faint colour.
  package func dim(_ text: TerminalText) -> TerminalText { wrap(text, "2") }
  /// The text in red.
  package func red(_ text: TerminalText) -> TerminalText { wrap(text, "31") }
  /// The text in green.
  package func green(_ text: TerminalText) -> TerminalText { wrap(text, "32") }
  /// The text in yellow.
  package func yellow(_ text: TerminalText) -> TerminalText { wrap(text, "33") }
  /// The text in cyan.
  package func cyan(_ text: TerminalText) -> TerminalText { wrap(text, "36") }

  private func wrap(_ text: TerminalText, _ code: String) -> TerminalText {
    isOn ? TerminalText(trusted: "\u{1B}[\(code)m\(text.text)\u{1B}[0m") : text
  }
}
