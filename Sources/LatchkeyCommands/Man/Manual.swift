import AuthCore
import AuthUI

/// The manual pages of all commands in one language, made from the table of commands.
struct Manual: Sendable {
  private let texts: HelpTexts

  init(_ texts: HelpTexts) { self.texts = texts }

  /// The folder of the language below a directory of manual pages: `man1`, `de/man1`.
  var folder: String {
    let tag = texts.language.tag
    return tag == "en" ? "man1" : tag.replacing("-", with: "_") + "/man1"
  }

  /// The overview, then the commands in their order.
  var pages: [ManPage] { [overview] + CommandTable.commands.map(page) }

  /// `latchkey(1)`.
  var overview: ManPage {
    var page = ManPage("latchkey", summary: texts.heading("title"), heading: texts.heading("man.name"))
    page.section(texts.heading("man.synopsis"))
    page.paragraph(texts.heading("overviewUsage"))
    page.section(texts.heading("man.description"))
    page.paragraph(texts.heading("man.overview"))
    page.section(texts.heading("man.commands"))
    for command in CommandTable.commands { page.row(command.name, texts.summary(of: command)) }
    options(Command.common, of: nil, in: &page)
    page.section(texts.heading("man.exitStatus"))
    page.paragraph(texts.heading("exitStatuses"))
    page.section(texts.heading("man.seeAlso"))
    page.references(CommandTable.commands.map(Self.name))
    return page
  }

  private func page(of command: Command) -> ManPage {
    var page = ManPage(
      Self.name(of: command), summary: texts.summary(of: command), heading: texts.heading("man.name"))
    page.section(texts.heading("man.synopsis"))
    page.paragraph(texts.usage(of: command))
    let discussion = texts.discussion(of: command)
    if !discussion.isEmpty {
      page.section(texts.heading("man.description"))
      page.discussion(discussion)
    }
    options(command.options + Command.common, of: command, in: &page)
    page.section(texts.heading("man.seeAlso"))
    page.references(["latchkey"])
    return page
  }

  private func options(_ options: [Command.Option], of command: Command?, in page: inout ManPage) {
    page.section(texts.heading("man.options"))
    for option in options {
      let isCommon = Command.common.contains { $0.name == option.name }
      page.row(option.usage, texts.summary(of: option, of: isCommon ? nil : command))
    }
  }

  private static func name(of command: Command) -> String { "latchkey-" + command.name.replacing(" ", with: "-") }
}
