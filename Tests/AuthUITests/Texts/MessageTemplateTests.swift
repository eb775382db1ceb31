import AuthCore
import AuthTesting
import Testing

@testable import AuthUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Texts beside ICU's MessageFormat, and plural forms beside CLDR's (`Tests/Vectors/texts`).
struct MessageTemplateTests {
  private let vectors: JSONObject

  init() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let data = try Data(contentsOf: tests.appending(path: "Vectors/texts/vectors.json"))
    vectors = try #require(try JSONValue(parsing: data).objectValue)
  }

  @Test func agreesWithICU() throws {
    let messages = try #require(vectors["messages"]?.arrayValue)
    #expect(messages.count > 15)
    for message in messages {
      let text = try #require(message["template"]?.stringValue)
      let expected = try #require(message["text"]?.stringValue)
      let arguments = (message["arguments"]?.objectValue ?? JSONObject()).members.reduce(
        into: [String: Phrase.Argument]()
      ) {
        $0[$1.name] = $1.value.stringValue.map { .text($0) } ?? .number(Int($1.value.integerValue ?? -1))
      }
      let catalog = TextCatalog(language: TextLanguage("en"), texts: ["key": text], fallback: nil)
      #expect(catalog.text(Phrase("key", arguments)) == expected, "\(text)")
    }
  }

  @Test func refusesWhatICURefuses() throws {
    for text in try #require(vectors["invalid"]?.arrayValue).compactMap(\.stringValue) {
      #expect(throws: MessageTemplate.Fault.self, "\(text)") { try MessageTemplate(text) }
    }
  }

  @Test func choosesTheFormsOfCLDR() throws {
    let numbers = try #require(vectors["numbers"]?.arrayValue).compactMap { $0.integerValue.map(Int.init) }
    let plurals = try #require(vectors["plurals"]?.objectValue)
    #expect(plurals.count > 25)
    for (language, forms) in plurals.members.map({ ($0.name, $0.value.arrayValue ?? []) }) {
      #expect(forms.count == numbers.count)
      for (number, form) in zip(numbers, forms) {
        let category = PluralRule.of(language: language).category(of: number)
        #expect(category.rawValue == form.stringValue, "\(language) \(number)")
      }
    }
  }

  @Test func endsWhateverItReads() {
    let random = SeededRandomSource(seed: 20_261_128)
    let pieces = ["{", "}", "'", "#", "plural", ",", " ", "one", "other", "=1", "name", "🙂", "\u{202E}"]
    for _ in 0..<5_000 {
      let text = (0..<12).map { _ in pieces[Int(random.bytes(1)[0]) % pieces.count] }.joined()
      let catalog = TextCatalog(language: TextLanguage("en"), texts: ["key": text], fallback: nil)
      _ = catalog.text(Phrase("key", ["name": .number(1), "one": .text("x")]))
    }
  }

  @Test func doesNotNestWithoutALimit() {
    let deep = String(repeating: "{n, plural, other {", count: 100_000)
    #expect(throws: MessageTemplate.Fault(reason: "plurals are nested too deeply")) { try MessageTemplate(deep) }
  }
}
