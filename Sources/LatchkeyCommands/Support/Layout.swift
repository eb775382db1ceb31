#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Wraps text between words at the terminal's width, or at 120 columns in a wider terminal. Text for a pipe stays
/// unchanged.
struct Layout: Sendable {
  /// The number of columns, at most 120; nil without a terminal, or if its width is unknown.
  let columns: Int?

  static let output = Layout(columns: Output.outputIsTerminal ? width(of: 1) : nil)
  static let error = Layout(columns: Output.errorIsTerminal ? width(of: 2) : nil)

  /// The line, wrapped, with continuation lines indented by `indent` spaces. The line stays unchanged if fewer than 20
  /// columns are left after the indentation.
  func line(_ text: TerminalText, indent: Int = 0) -> TerminalText {
    guard let columns, columns >= indent + 20 else { return text }
    var lines: [String] = []
    var line = ""
    var count = 0
    for (index, word) in text.text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
      let length = Self.length(of: word)
      if index == 0 {
        line = String(word)
        count = length
      } else if count > indent, length > 0, count + 1 + length > columns {
        lines.append(line)
        line = String(repeating: " ", count: indent) + word
        count = indent + length
      } else {
        line += " " + word
        count += 1 + length
      }
    }
    return TerminalText(trusted: (lines + [line]).joined(separator: "\n"))
  }

  /// Several lines, wrapped. A line of more than 90 characters belongs to the same paragraph as the next line, and the
  /// two are joined. A line that begins with two spaces is a row of a list, with a name and a text: it stays a row, and
  /// its further lines begin under its text.
  func paragraphs(_ text: TerminalText) -> TerminalText {
    guard columns != nil else { return text }
    var joined: [String] = []
    var isOpen = false
    for part in text.text.split(separator: "\n", omittingEmptySubsequences: false) {
      if isOpen, !part.isEmpty, !part.hasPrefix("  ") {
        joined[joined.count - 1] += " " + part
      } else {
        joined.append(String(part))
      }
      isOpen = part.count > 90 && !part.hasPrefix("  ")
    }
    return joined.map { line(TerminalText(trusted: $0), indent: Self.indent(of: $0)) }.joined(separator: "\n")
  }

  /// The column at which a list row's text begins; 0 for any other line.
  private static func indent(of line: String) -> Int {
    guard line.hasPrefix("  "), let gap = line.dropFirst(2).firstRange(of: "  ") else { return 0 }
    return line.count - line[gap.upperBound...].drop { $0 == " " }.count
  }

  /// The number of columns of a word; colour codes take no columns.
  private static func length(of word: Substring) -> Int {
    var count = 0
    var isEscape = false
    for character in word {
      if isEscape {
        isEscape = character != "m"
      } else if character == "\u{1B}" {
        isEscape = true
      } else {
        count += 1
      }
    }
    return count
  }

  private static func width(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return min(Int(size.ws_col), 120)
  }
}
