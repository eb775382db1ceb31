import AuthCore

/// A manual page in the language of `man` (groff_man(7)), in UTF-8.
struct ManPage: Sendable {
  /// The name of the file: `latchkey-sign-in.1`.
  let name: String
  private(set) var text: String

  /// Begins a page with its title and its first section, which tools read to index the pages.
  ///
  /// - Parameters:
  ///   - title: the page's name without its section of the manual.
  ///   - summary: one line.
  ///   - heading: the heading of the first section, `NAME`.
  init(_ title: String, summary: String, heading: String) {
    name = title + ".1"
    // Lines are ragged, and words are not divided: a command would not work with a hyphen in it.
    text = """
      '\\" -*- coding: UTF-8 -*-
      .TH \(Self.escaped(title.uppercased())) 1 "" "latchkey \(Self.escaped(PackageVersion.current))" "Latchkey"
      .nh
      .ad l

      """
    section(heading)
    line("\(title) - \(summary)", keepsFirstHyphen: true)
  }

  /// Begins a section.
  mutating func section(_ heading: String) { text += ".SH \"\(Self.escaped(heading))\"\n" }

  /// Adds a paragraph.
  mutating func paragraph(_ paragraph: String) {
    text += ".PP\n"
    line(paragraph)
  }

  /// Adds a name, and its text below or beside it.
  mutating func row(_ name: String, _ summary: String) {
    text += ".TP\n.B \"\(Self.escaped(name))\"\n"
    line(summary)
  }

  /// Adds the names of other pages of the first section of the manual.
  mutating func references(_ names: [String]) {
    for (index, name) in names.enumerated() {
      text += ".BR \(Self.escaped(name)) (1)\(index < names.count - 1 ? "," : "")\n"
    }
  }

  /// Adds the discussion of a help page. Lines that begin with two spaces are rows of a name and a text, or commands to
  /// type; others are paragraphs, which an empty line ends.
  mutating func discussion(_ discussion: String) {
    var paragraph: [Substring] = []
    var example: [Substring] = []
    func end() {
      if !paragraph.isEmpty { self.paragraph(paragraph.joined(separator: " ")) }
      if !example.isEmpty { block(example) }
      (paragraph, example) = ([], [])
    }
    for part in discussion.split(separator: "\n", omittingEmptySubsequences: false) {
      guard part.hasPrefix("  ") else {
        if part.isEmpty || !example.isEmpty { end() }
        if !part.isEmpty { paragraph.append(part) }
        continue
      }
      if !paragraph.isEmpty { end() }
      let line = part.drop { $0 == " " }
      if let gap = line.firstRange(of: "  "), example.isEmpty {
        row(String(line[..<gap.lowerBound]), String(line[gap.upperBound...].drop { $0 == " " }))
      } else {
        example.append(part)
      }
    }
    end()
  }

  /// Adds lines that stay lines, but are wrapped if they are longer than the page.
  private mutating func block(_ lines: [Substring]) {
    text += ".PP\n.RS 2\n"
    for (index, part) in lines.enumerated() {
      if index > 0 { text += ".br\n" }
      line(String(part.drop { $0 == " " }))
    }
    text += ".RE\n"
  }

  private mutating func line(_ line: String, keepsFirstHyphen: Bool = false) {
    guard keepsFirstHyphen, let hyphen = line.firstRange(of: " - ") else {
      text += Self.escaped(line) + "\n"
      return
    }
    // Tools that index pages look for this hyphen between the name and the summary.
    text +=
      Self.escaped(String(line[..<hyphen.lowerBound])) + " \\- "
      + Self.escaped(String(line[hyphen.upperBound...])) + "\n"
  }

  /// The text with the characters escaped that `man` would read as commands or replace: backslashes, hyphens,
  /// apostrophes, accents and quotation marks of typewriters, and dots at the start of a line.
  static func escaped(_ text: String) -> String {
    let escaped = text.map { character -> String in
      switch character {
      case "\\": "\\e"
      case "-": "\\-"
      case "'": "\\(aq"
      case "`": "\\(ga"
      case "^": "\\(ha"
      case "~": "\\(ti"
      case "\"": "\\(dq"
      default: String(character)
      }
    }.joined()
    return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
  }
}
