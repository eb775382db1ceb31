import AuthTerminal
import AuthUI

extension TextCatalog {
  /// The texts of the command line, in the language of the environment (`LANGUAGE`, `LC_ALL`, `LC_MESSAGES`, `LANG`).
  static func commandLine(in environment: [String: String]) -> TextCatalog {
    terminal(for: TextLanguage.preferred(in: environment)).adding(commandTables)
  }

  /// The English texts of the command line, for JSON, which has no language.
  static let commandLineEnglish = english.adding(commandTables)

  /// The texts of the commands, by language.
  static let commandTables = [
    "en": joined(englishOutput, englishSessions, englishStorage, englishDoctor),
    "de": joined(germanOutput, germanSessions, germanStorage, germanDoctor),
  ]

  private static func joined(_ tables: [String: String]...) -> [String: String] {
    tables.reduce(into: [:]) { $0.merge($1) { old, _ in old } }
  }
}
