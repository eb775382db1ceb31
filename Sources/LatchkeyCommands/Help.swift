import AuthTerminal
import AuthUI

/// The pages that `--help` prints.
struct Help {
  private let texts: HelpTexts
  private let layout: Layout
  private let style: Style

  /// - Parameter texts: the texts in the user's language.
  init(_ texts: HelpTexts, layout: Layout = .output, style: Style = .output) {
    self.texts = texts
    self.layout = layout
    self.style = style
  }

  /// The list of commands.
  var overview: TerminalText {
    let width = CommandTable.commands.map(\.name.count).max() ?? 0
    var lines: [TerminalText] = [
      layout.line(style.bold("latchkey") + " — \(texts.heading("title"))"), "",
      layout.line(bold("usage") + " \(texts.heading("overviewUsage"))", indent: 4), "", bold("commands"),
    ]
    lines += CommandTable.commands.map { row($0.name, width, texts.summary(of: $0)) }
    lines += ["", bold("commonOptions")] + table(Command.common, of: nil)
    let exit = texts.heading("exitStatus")
    lines += [
      "", layout.line("\(exit) \(texts.heading("exitStatuses"))", indent: ("\(exit) " as TerminalText).columns),
      layout.line("\(texts.heading("more"))"),
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  /// The page of one command.
  func page(of command: Command) -> TerminalText {
    var lines: [TerminalText] = [
      layout.line("\(texts.summary(of: command))"), "",
      layout.line(bold("usage") + " \(texts.usage(of: command))", indent: 4),
    ]
    let discussion = texts.discussion(of: command)
    if !discussion.isEmpty { lines += ["", layout.paragraphs(TerminalText(trusted: discussion))] }
    if !command.options.isEmpty { lines += ["", bold("options")] + table(command.options, of: command) }
    lines += ["", bold("commonOptions")] + table(Command.common, of: nil)
    return lines.joined(separator: "\n") + "\n"
  }

  private func bold(_ heading: String) -> TerminalText {
    layout.line(style.bold("\(texts.heading(heading))"))
  }

  private func table(_ options: [Command.Option], of command: Command?) -> [TerminalText] {
    let names = options.map(\.usage)
    let width = names.map(\.count).max() ?? 0
    return zip(names, options).map { row($0, width, texts.summary(of: $1, of: command)) }
  }

  /// A name and its text. In a narrow terminal, the text is below the name.
  private func row(_ name: String, _ width: Int, _ text: String) -> TerminalText {
    guard let columns = layout.columns, columns < width + 24 else {
      return layout.line("  \(style.cyan("\(Self.padded(name, width))"))  \(text)", indent: width + 4)
    }
    return layout.line("  \(style.cyan("\(name)"))", indent: 4) + "\n" + layout.line("      \(text)", indent: 6)
  }

  /// The text with blanks at its end, so that it takes at least `width` columns.
  static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - ("\(text)" as TerminalText).columns))
  }
}

extension HelpTexts {
  /// The line that shows how the command is called: `latchkey sign-in [OPTIONS] [IDENTIFIER]`.
  func usage(of command: Command) -> String {
    ["latchkey", command.name, heading("optionsPlaceholder"), command.operands].filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}
