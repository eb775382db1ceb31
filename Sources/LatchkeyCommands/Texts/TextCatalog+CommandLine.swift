import AuthTerminal
import AuthUI

extension TextCatalog {
  /// The texts of the command line, in the language of the environment (`LANGUAGE`, `LC_ALL`, `LC_MESSAGES`, `LANG`).
  static func commandLine(in environment: [String: String]) -> TextCatalog {
    terminal(for: TextLanguage.preferred(in: environment)).adding(["en": commandEnglish, "de": commandGerman])
  }
}
