import AuthTerminal
import AuthUI
import Testing

@testable import LatchkeyCommands

/// The texts of the help pages, which the manual and the completion use, too.
struct HelpTextsTests {
  private static let german = HelpTexts(.terminal(for: [TextLanguage("de")]))

  @Test func everyCommandOptionAndHeadingHasAGermanText() {
    let missing = Set(HelpTexts.english.keys).subtracting(HelpTexts.german.keys).sorted()
    #expect(missing == [], "texts for Sources/LatchkeyCommands/Texts/German/HelpTexts+German….swift")
  }

  @Test func noGermanTextIsLeftOver() {
    let left = Set(HelpTexts.german.keys).subtracting(HelpTexts.english.keys).sorted()
    #expect(left == [])
  }

  @Test func noGermanTextIsTheEnglishOne() {
    let same = HelpTexts.german.filter { HelpTexts.english[$0.key] == $0.value }.map(\.key).sorted()
    // Placeholders, which are as they are typed.
    #expect(same == ["help.heading.optionsPlaceholder", "help.heading.overviewUsage"])
  }

  @Test func noTableHasAKeyTwice() {
    let tables = [
      HelpTexts.germanHeadings, HelpTexts.germanSessions, HelpTexts.germanRequests, HelpTexts.germanSetup,
      HelpTexts.germanAgent,
    ]
    #expect(tables.map(\.count).reduce(0, +) == HelpTexts.german.count)
  }

  /// A key of several options is used for one text alone.
  @Test func anOptionOfSeveralCommandsHasOneText() {
    var texts: [String: Set<String>] = [:]
    for command in CommandTable.commands {
      for option in command.options { texts[HelpTexts.key(option, of: command), default: []].insert(option.summary) }
    }
    #expect(texts.filter { $0.value.count > 1 }.keys.sorted() == [])
  }

  /// What a user types is the same in both languages.
  @Test(arguments: HelpTexts.english.keys.filter { !$0.hasPrefix("help.heading") }.sorted())
  func theGermanTextNamesTheSameOptionsAndVariables(key: String) throws {
    func typed(_ text: String?) -> Set<Substring> {
      Set(
        (text ?? "").split { " \n,.;:()'„“‘’<>|=".contains($0) }
          .filter { $0.hasPrefix("--") || $0.hasPrefix("$") || $0.hasPrefix("`") || $0.hasPrefix("LATCHKEY") })
    }
    #expect(typed(HelpTexts.german[key]) == typed(HelpTexts.english[key]))
  }

  /// `Layout.paragraphs` joins a line of more than 90 characters with the next one, and only such a line.
  @Test(arguments: HelpTexts.german.keys.filter { $0.hasSuffix(".discussion") }.sorted())
  func aParagraphIsOneAtAnyWidth(key: String) throws {
    let lines = try #require(HelpTexts.german[key]).split(separator: "\n", omittingEmptySubsequences: false)
    for (line, next) in zip(lines, lines.dropFirst()) where !line.hasPrefix("  ") && !line.isEmpty {
      let isContinued = !next.isEmpty && !next.hasPrefix("  ")
      #expect(!isContinued || line.count > 90, "\(line)")
    }
  }

  @Test func bracesStandForThemselves() throws {
    let stamp = try #require(CommandTable.commands.first { $0.name == "stamp" })
    #expect(Self.german.discussion(of: stamp).contains(#"{"name", "value"}"#))
    #expect(HelpTexts(.terminal(for: [])).discussion(of: stamp) == stamp.discussion)
    let adopt = try #require(CommandTable.commands.first { $0.name == "adopt" })
    #expect(HelpTexts(.terminal(for: [])).discussion(of: adopt) == adopt.discussion)
    for text in ["it's {a}", "'{'}", "''{", "{}''"] {
      let catalog = TextCatalog.english.adding(["en": ["test": HelpTexts.quoted(text)]])
      #expect(catalog.text(Phrase("test")) == text)
    }
  }

  @Test func aPageIsInTheLanguageOfTheCatalog() throws {
    let signIn = try #require(CommandTable.commands.first { $0.name == "sign-in" })
    func page(_ language: String?, _ columns: Int? = nil) -> String {
      let catalog = TextCatalog.terminal(for: language.map { [TextLanguage($0)] } ?? [])
      return Help(HelpTexts(catalog), layout: Layout(columns: columns), style: Style(isOn: false)).page(of: signIn).text
    }
    #expect(page("de").hasPrefix("Einen Benutzer anmelden\n\nAufruf: latchkey sign-in [OPTIONS] [IDENTIFIER]\n"))
    #expect(page("de-AT") == page("de"))
    #expect(page(nil).hasPrefix("Sign a user in\n\nUsage: latchkey sign-in [OPTIONS] [IDENTIFIER]\n"))
    #expect(page("en-XW").hasPrefix("Ｓｉｇｎ"))
    // In a narrow terminal, the text of an option is below its name.
    #expect(page("de", 40).contains("\n  --resume TICKET\n      einen unterbrochenen Ablauf"))
    for line in page("de", 40).split(separator: "\n") {
      #expect(line.count <= 40 || !line.dropFirst(6).contains(" "), "\(line)")
    }
  }
}
