public import AuthText

/// The texts of one language, by key.
///
/// An app can replace texts and add its own, and can have a catalog for another language:
///
/// ```swift
/// let texts = TextCatalog.german.replacing(["prompt.email.title": "Ihre Kundenadresse"])
/// let french = TextCatalog(language: TextLanguage("fr"), texts: loaded, fallback: .english)
/// ```
public struct TextCatalog: Sendable, CustomStringConvertible {
  /// The language.
  public private(set) var language: TextLanguage
  private let plural: PluralRule
  private let templates: [String: MessageTemplate]
  private let fallback: [TextCatalog]
  /// Makes the texts of a pseudo-locale from the English ones; nil for a real language.
  private let change: (@Sendable (String) -> String)?
  /// The texts of the app's own string table, which win over those of this catalog; nil without such a table.
  private var appTexts: AppTexts?

  /// Creates a catalog.
  ///
  /// - Parameters:
  ///   - language: the language of the texts.
  ///   - texts: the texts by key. A text that is not valid is left out, and `faults(in:)` names it.
  ///   - plural: the rule for numbers; nil for the rule of the language.
  ///   - fallback: the catalog that has the keys that this one lacks; nil for no fallback.
  public init(
    language: TextLanguage, texts: [String: String], plural: PluralRule? = nil, fallback: TextCatalog? = .english
  ) {
    self.init(
      language: language, templates: texts.compactMapValues { Self.template($0) }, plural: plural, fallback: fallback)
  }

  init(
    language: TextLanguage, templates: [String: MessageTemplate], plural: PluralRule?, fallback: TextCatalog?,
    change: (@Sendable (String) -> String)? = nil, appTexts: AppTexts? = nil
  ) {
    self.change = change
    self.appTexts = appTexts
    self.language = language
    self.plural = plural ?? .of(language: language.tag)
    self.templates = templates
    self.fallback = fallback.map { [$0] } ?? []
  }

  /// Returns this catalog with texts that replace those with the same key, or have new keys.
  public func replacing(_ texts: [String: String]) -> TextCatalog {
    TextCatalog(
      language: language, templates: templates.merging(texts.compactMapValues { Self.template($0) }) { _, new in new },
      plural: plural, fallback: fallback.first, change: change, appTexts: appTexts)
  }

  /// Returns this catalog with the texts of another module, which has a table for each language: the table of this
  /// language, and of English, with the plural rule of English, for keys that it lacks. A text that this catalog has
  /// already stays.
  public func adding(_ tables: [String: [String: String]]) -> TextCatalog {
    func parsed(_ tag: String) -> [String: MessageTemplate] {
      (tables[tag] ?? [:]).compactMapValues { Self.template($0) }
    }
    let isEnglish = change != nil || language.primary == "en"
    var added = isEnglish ? parsed("en") : [:]
    if let change {
      added = added.mapValues { $0.mapLiterals(change) }
    } else {
      added.merge(parsed(language.primary).merging(parsed(language.tag)) { _, new in new }) { _, new in new }
    }
    let english = TextCatalog(language: TextLanguage("en"), texts: [:], fallback: nil)
    return TextCatalog(
      language: language, templates: added.merging(templates) { _, old in old }, plural: plural,
      fallback: isEnglish ? fallback.first : (fallback.first ?? english).adding(tables), change: change,
      appTexts: appTexts)
  }

  /// Returns this catalog with the texts of an app's own string table, in `language`, which win over its own.
  func with(_ texts: AppTexts, language: TextLanguage) -> TextCatalog {
    var catalog = self
    catalog.appTexts = texts
    catalog.language = language
    return catalog
  }

  /// The tag of the language.
  public var description: String { language.tag }

  /// The keys of this catalog, without those of its fallback.
  public var keys: Set<String> { Set(templates.keys) }

  /// Returns the text of a phrase. A phrase whose key is in no catalog is shown as its key.
  ///
  /// - Parameters:
  ///   - phrase: the phrase.
  ///   - escape: changes each argument that is text. By default, characters that change how the text around them is
  ///     shown are replaced (`EscapedText`), because such an argument can come from a server.
  public func text(_ phrase: Phrase, escape: (String) -> String = { EscapedText($0).description }) -> String {
    if phrase.key == Phrase.verbatimKey, case .text(let text) = phrase.arguments["text"] { return escape(text) }
    if let own = appTexts?.text(of: phrase, argument: { argument(phrase, $0, escape) }) { return own }
    guard let template = templates[phrase.key] else {
      return fallback.first?.text(phrase, escape: escape) ?? phrase.key
    }
    return template.text(
      plural: plural,
      number: { if case .number(let number) = phrase.arguments[$0] { number } else { nil } },
      argument: { argument(phrase, $0, escape) })
  }

  private func argument(_ phrase: Phrase, _ name: String, _ escape: (String) -> String) -> String {
    switch phrase.arguments[name] {
    case .text(let text): isolated(escape(text))
    case .number(let number): "\(number)"
    case .phrase(let phrase) where phrase.key == Phrase.verbatimKey: isolated(text(phrase, escape: escape))
    case .phrase(let phrase): text(phrase, escape: escape)
    case nil: "{\(name)}"
    }
  }

  /// What is wrong with texts that an app supplies: texts that are not valid, arguments that the English text does not
  /// have, and plural forms that the language does not have or lacks. Empty if every text can be used. A test of the
  /// app can require that.
  public func faults(in texts: [String: String]) -> [String] {
    texts.sorted { $0.key < $1.key }.flatMap { key, text -> [String] in
      let template: MessageTemplate
      do throws(MessageTemplate.Fault) {
        template = try MessageTemplate(text)
      } catch {
        return ["\(key): \(error.reason)"]
      }
      var faults: [String] = []
      if let english = Self.english.templates[key] {
        let unknown = template.names.subtracting(english.names).sorted()
        faults += unknown.map { "\(key): the argument '\($0)' does not exist" }
      }
      let forms = Set(plural.categories.map(\.rawValue))
      template.forEachPlural { used in
        faults += forms.symmetricDifference(used).sorted().map {
          used.contains($0)
            ? "\(key): the language has no plural form '\($0)'" : "\(key): the plural form '\($0)' is missing"
        }
      }
      return faults
    }
  }

  /// Returns the first catalog of `available` that has one of the languages, the preferred language first; English if
  /// no catalog has one. `de-AT` finds a catalog of `de-AT`, then one of `de`, then one of another region.
  public static func best(
    for languages: [TextLanguage], of available: [TextCatalog] = [.english, .german]
  ) -> TextCatalog {
    for language in languages {
      // RFC 4647 §3.4: the tag, and the tag without its last parts.
      var parts = language.tag.lowercased().split(separator: "-")
      while !parts.isEmpty {
        let tag = parts.joined(separator: "-")
        if let found = available.first(where: { $0.language.tag.lowercased() == tag }) { return found }
        parts.removeLast()
      }
      // The same language of another region, in the same script: `pt` finds `pt-BR`, and `zh-Hant` does not find
      // `zh-Hans`.
      let other = available.first {
        $0.language.primary == language.primary && ($0.language.script == language.script || language.script == nil)
      }
      if let other { return other }
    }
    return available.first { $0.language.tag == "en" } ?? .english
  }

  /// The template of a key; nil if this catalog has none.
  func template(_ key: String) -> MessageTemplate? { templates[key] }

  /// In a language that is written from right to left, marks where an argument begins and ends (Unicode UAX #9, FSI and
  /// PDI), so that an address keeps its order.
  private func isolated(_ text: String) -> String { language.isRightToLeft ? "\u{2068}\(text)\u{2069}" : text }

  private static func template(_ text: String) -> MessageTemplate? {
    do throws(MessageTemplate.Fault) { return try MessageTemplate(text) } catch { return nil }
  }
}
