import AuthTerminal

/// The pages that `--help` prints.
enum Help {
  static var overview: TerminalText {
    let style = Style.output
    let width = CommandTable.commands.map(\.name.count).max() ?? 0
    var lines: [TerminalText] = [
      style.bold("latchkey") + " — sign users in through any identity provider", "",
      style.bold("Usage:") + " latchkey COMMAND [OPTIONS]", "", style.bold("Commands:"),
    ]
    lines += CommandTable.commands.map { row($0.name, width, $0.summary, style) }
    lines += ["", style.bold("Options of every command:")] + table(Command.common, style)
    lines += [
      "",
      Layout.output.line(
        "Exit status: 0 done, 64 usage, 70 internal or unknown, 74 storage, 75 try later, 77 refused, "
          + "78 configuration, 130 interrupted.",
        indent: 13),
      Layout.output.line("'latchkey COMMAND --help' describes a command, 'latchkey --version' prints the version."),
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  static func page(of command: Command) -> TerminalText {
    let style = Style.output
    let usage = ["latchkey", command.name, "[OPTIONS]", command.operands].filter { !$0.isEmpty }
    var lines: [TerminalText] = [
      "\(command.summary)", "", style.bold("Usage:") + " \(usage.joined(separator: " "))",
    ]
    if !command.discussion.isEmpty {
      lines += ["", Layout.output.paragraphs(TerminalText(trusted: command.discussion))]
    }
    if !command.options.isEmpty { lines += ["", style.bold("Options:")] + table(command.options, style) }
    lines += ["", style.bold("Options of every command:")] + table(Command.common, style)
    return lines.joined(separator: "\n") + "\n"
  }

  private static func table(_ options: [Command.Option], _ style: Style) -> [TerminalText] {
    let names = options.map { "--" + $0.name + ($0.value.map { " " + $0 } ?? "") }
    let width = names.map(\.count).max() ?? 0
    return zip(names, options).map { row($0, width, $1.summary, style) }
  }

  private static func row(_ name: String, _ width: Int, _ summary: String, _ style: Style) -> TerminalText {
    Layout.output.line("  \(style.cyan("\(padded(name, width))"))  \(summary)", indent: width + 4)
  }

  static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
