import AuthCore
import Testing

@testable import AuthUI

struct TextCatalogTests {
  private static let ours: [TextCatalog] = [.english, .german]
  private static let pseudo: [TextCatalog] = [.expanded, .rightToLeft, .wide]

  @Test func everyLanguageHasTheSameKeysAndArguments() throws {
    let english = TextCatalog.english
    #expect(english.keys.count > 150)
    for catalog in [.german] + Self.pseudo {
      #expect(catalog.keys == english.keys, "\(catalog.language)")
      for key in english.keys {
        let names = try #require(english.template(key)).names
        #expect(catalog.template(key)?.names == names, "\(catalog.language) \(key)")
      }
    }
  }

  @Test func noTextIsFaulty() {
    let tables = [
      (TextCatalog.english, [TextCatalog.englishPrompts, TextCatalog.englishAccounts, TextCatalog.englishErrors]),
      (TextCatalog.german, [TextCatalog.germanPrompts, TextCatalog.germanAccounts, TextCatalog.germanErrors]),
    ]
    for (catalog, texts) in tables {
      for table in texts { #expect(catalog.faults(in: table) == []) }
      // No key is in two tables, where one text would hide the other.
      #expect(texts.map(\.count).reduce(0, +) == catalog.keys.count)
    }
  }

  @Test func everyErrorAndMethodHasATextInEveryLanguage() {
    for catalog in Self.ours + Self.pseudo {
      for code in AuthError.Code.allCases {
        #expect(catalog.template("error." + code.rawValue) != nil, "\(catalog.language) \(code)")
      }
      for method in [MethodID.emailOTP, .emailMagicLink, .smsOTP, .whatsAppOTP, .totp, .passkey, .securityKey, .push]
        + [.qrCode, .inApp, .customJWT, .wallet, .deviceCode, .password, .guest]
      {
        let phrase = Phrase.method(method, label: nil)
        #expect(phrase.key == "method." + method.rawValue && catalog.template(phrase.key) != nil)
      }
    }
  }

  @Test func anUnknownMethodKeepsTheServersLabel() {
    #expect(Phrase.method("magic_ring", label: "Ring") == .verbatim("Ring"))
    #expect(Phrase.method("magic_ring", label: nil) == .verbatim("magic_ring"))
    #expect(Phrase.method(.oauth("google"), label: "Sign in with Google!") == .verbatim("Google"))
    #expect(Phrase.method(.oauth("acme"), label: "ACME") == .verbatim("ACME"))
    #expect(TextCatalog.german.text(.error(AuthError.Code(rawValue: "new_code"))).contains("new_code"))
  }

  @Test(arguments: [
    (["de"], "de"), (["de_AT.UTF-8"], "de"), (["DE"], "de"), (["fr", "de"], "de"), (["fr"], "en"), ([], "en"),
    (["en-GB", "de"], "en"),
  ])
  func findsTheBestCatalog(tags: [String], expected: String) {
    let languages = tags.compactMap { TextLanguage(locale: $0) }
    #expect(TextCatalog.best(for: languages).language.tag == expected)
  }

  @Test(arguments: [
    ("zh-Hant-TW", "zh-Hant"), ("zh-Hans-CN", "zh"), ("pt-PT", "pt-BR"), ("pt", "pt-BR"), ("sr-Latn-RS", "en"),
    ("en-GB", "en"), ("nl", "en"),
  ])
  func findsACatalogOfTheScriptAndOfAnotherRegion(tag: String, expected: String) {
    let own = ["zh", "zh-Hant", "pt-BR", "sr-Cyrl", "en"].map {
      TextCatalog(language: TextLanguage($0), texts: ["app.name": "own"])
    }
    let found = TextCatalog.best(for: [TextLanguage(tag)], of: own)
    #expect(found.language.tag == expected)
    #expect(found.text(Phrase("app.name")) == "own", "the app's own English is used, too")
  }

  @Test func followsTheEnvironment() {
    func tags(_ environment: [String: String]) -> [String] { TextLanguage.preferred(in: environment).map(\.tag) }
    #expect(tags(["LANG": "de_DE.UTF-8"]) == ["de-DE"])
    #expect(tags(["LANG": "de_DE.UTF-8", "LC_MESSAGES": "en_GB"]) == ["en-GB"])
    #expect(tags(["LANG": "de_DE.UTF-8", "LC_ALL": "C"]) == [])
    #expect(tags(["LANG": "de_DE", "LANGUAGE": "fr:de"]) == ["fr", "de", "de-DE"])
    #expect(tags(["LANG": "C", "LANGUAGE": "de"]) == [])
    #expect(tags(["LC_ALL": "", "LANG": "sr_RS@latin"]) == ["sr-RS"])
    #expect(tags([:]) == [])
  }

  @Test func anAppReplacesTextsAndAddsALanguage() {
    let own = TextCatalog.german.replacing(["prompt.email.title": "Ihre Kundenadresse", "app.hello": "Hallo {name}"])
    #expect(own.text(Phrase("prompt.email.title")) == "Ihre Kundenadresse")
    #expect(own.text(Phrase("app.hello", ["name": .text("Jo")])) == "Hallo Jo")
    #expect(own.text(Phrase("action.cancel")) == "Abbrechen")
    let polish = TextCatalog(
      language: TextLanguage("pl"),
      texts: ["problem.attempts": "{count, plural, one {# próba} few {# próby} many {# prób} other {# próby}}"])
    #expect(polish.text(Phrase("problem.attempts", ["count": .number(3)])) == "3 próby")
    #expect(polish.text(Phrase("problem.attempts", ["count": .number(5)])) == "5 prób")
    #expect(polish.text(Phrase("action.cancel")) == "Cancel")
    #expect(polish.text(Phrase("no.such.key")) == "no.such.key")
  }

  @Test func namesTheFaultsOfAnAppsTexts() {
    let faults = TextCatalog(language: TextLanguage("pl"), texts: [:]).faults(in: [
      "problem.attempts": "{count, plural, one {# próba} other {# prób}}", "action.cancel": "{", "action.close": "{x}",
      "app.own": "{anything}",
    ])
    #expect(
      faults == [
        "action.cancel: a name is missing after a brace or a comma", "action.close: the argument 'x' does not exist",
        "problem.attempts: the plural form 'few' is missing", "problem.attempts: the plural form 'many' is missing",
      ])
  }

  @Test func escapesArgumentsAndIsolatesThemFromRightToLeft() {
    let phrase = Phrase("result.welcome", ["user": .text("\u{1B}[31m")])
    #expect(TextCatalog.english.text(phrase) { $0.replacing("\u{1B}", with: "ESC") } == "Welcome, ESC[31m")
    let arabic = TextCatalog(language: TextLanguage("ar"), texts: ["result.welcome": "{user}"])
    #expect(arabic.text(Phrase("result.welcome", ["user": .text("a@b")])) == "\u{2068}a@b\u{2069}")
  }

  @Test func pseudoLanguagesChangeEveryText() {
    for catalog in Self.pseudo {
      for key in catalog.keys where key != Phrase.verbatimKey {
        let phrase = Phrase(key)
        #expect(catalog.text(phrase) != TextCatalog.english.text(phrase), "\(catalog.language) \(key)")
      }
    }
    let attempts = Phrase("problem.attempts", ["count": .number(2)])
    #expect(TextCatalog.wide.text(attempts) == "2 ａｔｔｅｍｐｔｓ ｌｅｆｔ")
  }

  @Test func anEnglishTextInAnotherLanguageKeepsTheEnglishPlural() {
    let russian = TextCatalog(language: TextLanguage("ru"), texts: [:], fallback: nil)
      .adding(["en": ["days": "{count, plural, one {# day} other {# days}}"], "ru": ["hello": "Привет"]])
    #expect(russian.text(Phrase("days", ["count": .number(21)])) == "21 days")
    #expect(russian.text(Phrase("hello")) == "Привет")
  }

  @Test func aTextFromOutsideCannotReverseTheTextAroundIt() {
    let phrase = Phrase("prompt.redirect.title", ["host": .text("moc.\u{202E}evil")])
    #expect(TextCatalog.english.text(phrase).contains("moc.\\u{202E}evil"))
    #expect(TextCatalog.english.text(.verbatim("a\u{2066}b")) == "a\\u{2066}b")
  }
}
