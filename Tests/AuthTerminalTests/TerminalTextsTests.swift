import AuthUI
import Testing

@testable import AuthTerminal

struct TerminalTextsTests {
  @Test func bothLanguagesHaveTheSameKeys() throws {
    let english = try #require(TextCatalog.terminalTexts["en"])
    let german = try #require(TextCatalog.terminalTexts["de"])
    #expect(english.keys.sorted() == german.keys.sorted())
    #expect(TextCatalog.german.adding(TextCatalog.terminalTexts).faults(in: german) == [])
    #expect(TextCatalog.english.adding(TextCatalog.terminalTexts).faults(in: english) == [])
  }

  @Test func theLanguageIsThatOfTheEnvironment() {
    func text(_ environment: [String: String]) -> String {
      TextCatalog.terminal(for: TextLanguage.preferred(in: environment)).text(Phrase("terminal.pressReturn"))
    }
    #expect(text(["LANG": "de_AT.UTF-8"]) == "Drücken Sie dann die Eingabetaste.")
    #expect(text(["LANG": "fr_FR.UTF-8"]) == "Then press Return.")
    #expect(text([:]) == "Then press Return.")
    #expect(text(["LANG": "en_XW"]) == "Ｔｈｅｎ ｐｒｅｓｓ Ｒｅｔｕｒｎ．")
  }
}
