import AuthCore
import AuthTesting
import Testing

@testable import AuthUI

/// The string catalog for Xcode, and the texts of an app's own table.
struct StringCatalogTests {
  private static let path = "Examples/Localisation/Latchkey.xcstrings"
  private static let file = StringCatalogFile(catalogs: [.english, .german])

  /// With `LATCHKEY_ACCEPT=1`, writes the file.
  @Test func theFileInTheExamplesIsCurrent() throws {
    try Snapshot.expect(Self.file.text, at: Self.path)
  }

  @Test func everyKeyHasATextInEveryLanguage() throws {
    let parsed = try JSONValue(parsing: Array(Self.file.text.utf8))
    #expect(parsed["sourceLanguage"]?.stringValue == "en" && parsed["version"]?.stringValue == "1.0")
    let strings = try #require(parsed["strings"]?.objectValue)
    #expect(Set(strings.members.map(\.name)) == TextCatalog.english.keys.subtracting(["verbatim"]))
    for (key, entry) in strings.members.map({ ($0.name, $0.value) }) {
      for language in ["de", "en"] {
        let text = entry["localizations"]?[language]
        #expect(text?["stringUnit"]?["value"]?.stringValue?.isEmpty == false, "\(language) \(key)")
        #expect(text?["stringUnit"]?["state"]?.stringValue == "translated")
      }
    }
  }

  /// Arguments are numbered by their names, whatever their order in the text, and a plural is a substitution.
  @Test func aTextBecomesAFormatString() throws {
    let catalog = TextCatalog(
      language: TextLanguage("en"),
      texts: ["key": "{b} “of” {a}: {n, plural, one {# 100%-file} other {# files}}", "plain": "100% \\ \"'{'\""],
      fallback: nil)
    let parsed = try JSONValue(parsing: Array(StringCatalogFile(catalogs: [catalog]).text.utf8))
    let entry = parsed["strings"]?["key"]
    #expect(entry?["comment"]?.stringValue == "%1$@ = a, %2$@ = b, %3$lld = n")
    let text = entry?["localizations"]?["en"]
    #expect(text?["stringUnit"]?["value"]?.stringValue == "%2$@ “of” %1$@: %#@n@")
    let plural = text?["substitutions"]?["n"]
    #expect(plural?["argNum"]?.integerValue == 3 && plural?["formatSpecifier"]?.stringValue == "lld")
    let forms = plural?["variations"]?["plural"]
    #expect(forms?["one"]?["stringUnit"]?["value"]?.stringValue == "%arg 100%%-file")
    #expect(forms?["other"]?["stringUnit"]?["value"]?.stringValue == "%arg files")
    let plain = parsed["strings"]?["plain"]?["localizations"]?["en"]
    #expect(plain?["stringUnit"]?["value"]?.stringValue == "100% \\ \"{\"")
  }

  /// The format has no form for an exact number, and only numbers in a form.
  @Test func noTextHasWhatTheFormatLacks() {
    for catalog in [TextCatalog.english, .german] {
      for key in catalog.keys {
        for case .plural(_, let exact, let forms) in catalog.template(key)?.parts ?? [] {
          #expect(exact.isEmpty, "\(catalog) \(key)")
          for part in forms.values.joined() {
            switch part {
            case .literal, .count: break
            case .argument, .plural: Issue.record("\(catalog) \(key)")
            }
          }
        }
      }
    }
  }

  private static let own = TextCatalog.german.with(
    AppTexts { key, arguments in
      ["action.cancel", "prompt.digits.email", "result.credential", "app.hello"].contains(key)
        ? "\(key) \(arguments)" : nil
    }, language: TextLanguage("ar"))

  @Test func theTextsOfAnAppWin() {
    func text(_ phrase: Phrase) -> String { Self.own.text(phrase) }
    #expect(text(Phrase("action.cancel")) == "action.cancel []")
    #expect(text(Phrase("action.close")) == "Schließen")
    #expect(text(.verbatim("action.cancel")) == "action.cancel")
    // By name: `count`, `destination`. Text is marked in a language that is written from right to left.
    let digits = Phrase("prompt.digits.email", ["destination": .text("a@b"), "count": .number(6)])
    let arguments: [AppTexts.Argument] = [.number(6), .text("\u{2068}a@b\u{2069}")]
    #expect(text(digits).hasSuffix(" \(arguments)"))
    let method = Phrase("result.credential", ["method": .phrase(.method(.passkey, label: nil))])
    #expect(text(method).hasSuffix(" \([AppTexts.Argument.text("Passkey")])"))
    #expect(text(Phrase("app.hello", ["b": .number(2), "a": .text("x")])).contains("x"))
    #expect(Self.own.language.isRightToLeft)
    #expect(Self.own.replacing(["action.close": "Zu"]).text(Phrase("action.cancel")) == "action.cancel []")
  }
}
