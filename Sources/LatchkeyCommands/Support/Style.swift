#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Colour for a terminal. Text for a pipe has no colour. Neither has text for a terminal if `NO_COLOR` is not empty
/// (no-color.org) or `TERM` is `dumb`.
struct Style: Sendable {
  let isOn: Bool

  static let output = Style(isOn: Output.outputIsTerminal && isWanted)
  static let error = Style(isOn: Output.errorIsTerminal && isWanted)

  private static let isWanted: Bool = {
    let environment = ProcessInfo.processInfo.environment
    return environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
  }()

  func bold(_ text: TerminalText) -> TerminalText { wrap(text, "1") }
  func dim(_ text: TerminalText) -> TerminalText { wrap(text, "2") }
  func red(_ text: TerminalText) -> TerminalText { wrap(text, "31") }
  func green(_ text: TerminalText) -> TerminalText { wrap(text, "32") }
  func yellow(_ text: TerminalText) -> TerminalText { wrap(text, "33") }
  func cyan(_ text: TerminalText) -> TerminalText { wrap(text, "36") }

  private func wrap(_ text: TerminalText, _ code: String) -> TerminalText {
    isOn ? TerminalText(trusted: "\u{1B}[\(code)m\(text.text)\u{1B}[0m") : text
  }
}
