import AuthUI

/// The texts of the help pages, of the manual and of the completion, in one language.
///
/// The English texts are in the commands. The other languages have a table, whose keys are derived from the names:
/// `help.COMMAND.summary`, `help.COMMAND.discussion`, `help.COMMAND.OPTION`. An option of several commands has one
/// text, `help.shared.OPTION`, and an option of every command `help.common.OPTION`. The texts are not templates: braces
/// stand for themselves.
struct HelpTexts: Sendable {
  private let catalog: TextCatalog

  /// - Parameter catalog: the catalog of the language.
  init(_ catalog: TextCatalog) {
    self.catalog = catalog.adding(Self.tables.mapValues { $0.mapValues(Self.quoted) })
  }

  /// The texts by language and key.
  static let tables = ["en": english, "de": german]

  /// The English texts by key: those of the headings, and those of the commands.
  static let english: [String: String] = CommandTable.commands.reduce(into: headings) { texts, command in
    texts[summaryKey(command)] = command.summary
    if !command.discussion.isEmpty { texts[discussionKey(command)] = command.discussion }
    for option in command.options { texts[key(option, of: command)] = option.summary }
  }.merging(Command.common.map { (key($0, of: nil), $0.summary) }) { _, common in common }

  /// The language of the texts.
  var language: TextLanguage { catalog.language }

  /// One line about the command.
  func summary(of command: Command) -> String { catalog.text(Phrase(Self.summaryKey(command))) }

  /// The text between the usage and the options; may be empty.
  func discussion(of command: Command) -> String {
    command.discussion.isEmpty ? "" : catalog.text(Phrase(Self.discussionKey(command)))
  }

  /// What the option does. The command is nil for an option of every command.
  func summary(of option: Command.Option, of command: Command?) -> String {
    catalog.text(Phrase(Self.key(option, of: command)))
  }

  /// A heading, or another text of the pages themselves: `help.heading.` and its name.
  func heading(_ name: String) -> String { catalog.text(Phrase("help.heading." + name)) }

  /// The key of a command's summary.
  static func summaryKey(_ command: Command) -> String { prefix(command) + "summary" }

  /// The key of a command's discussion.
  static func discussionKey(_ command: Command) -> String { prefix(command) + "discussion" }

  /// The key of an option's text. The command is nil for an option of every command.
  static func key(_ option: Command.Option, of command: Command?) -> String {
    guard let command else { return "help.common." + option.name }
    return (option.isShared ? "help.shared." : prefix(command)) + option.name
  }

  private static func prefix(_ command: Command) -> String { "help.\(command.name.replacing(" ", with: "-"))." }

  /// The template whose text is `text`.
  static func quoted(_ text: String) -> String { text.replacing("'", with: "''").replacing("{", with: "'{'") }
}
