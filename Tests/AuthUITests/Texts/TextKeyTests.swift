import AuthCore
import Testing

@testable import AuthUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Every text in the sources that people meet has a key, and every key has a text.
struct TextKeyTests {
  /// The folders whose code shows texts to users, without the tables of the texts.
  private static let folders = ["AuthUI"]

  private struct Source {
    let path: String
    let lines: [String]
    var text: String { lines.joined(separator: "\n") }
  }

  private static func sources() throws -> [Source] {
    let root = #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 } + "/Sources/"
    return try folders.flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: root + folder).filter { path in
        path.hasSuffix(".swift") && !path.hasPrefix("Texts/English/") && !path.hasPrefix("Texts/German/")
      }.map { path in
        let text = try String(contentsOfFile: root + folder + "/" + path, encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return Source(
          path: folder + "/" + path,
          lines: lines.filter { !$0.drop(while: { $0 == " " }).hasPrefix("//") })
      }
    }
  }

  @Test func everyKeyInTheSourcesHasATextAndIsUsed() throws {
    let sources = try Self.sources()
    #expect(sources.count > 20)
    let key = /"([a-z][A-Za-z]*(?:\.[A-Za-z_]+)+)"/
    let used = Set(sources.flatMap { $0.text.matches(of: key).map { String($0.1) } })
    let known = TextCatalog.english.keys
    let prefixes = Set(known.compactMap { $0.split(separator: ".").first.map(String.init) })
    let meant = used.filter { prefixes.contains(String($0.prefix { $0 != "." })) }
    #expect(meant.subtracting(known) == [])
    let unused = known.subtracting(used).filter { !$0.hasPrefix("error.") && $0 != Phrase.verbatimKey }
    #expect(unused.sorted() == [])
  }

  @Test func everyPhraseHasTheArgumentsOfItsText() throws {
    let phrase = /Phrase\(\s*"([A-Za-z_.]+)"(?:,\s*\[([^\]]*)\])?\)/
    var checked = 0
    for source in try Self.sources() {
      for match in source.text.matches(of: phrase) {
        guard let template = TextCatalog.english.template(String(match.1)) else { continue }
        let names = Set((match.2 ?? "").matches(of: /"([a-z]+)":/).map { String($0.1) })
        #expect(names == template.names, "\(source.path): \(match.1)")
        checked += 1
      }
    }
    #expect(checked > 60)
  }

  /// A literal with two words is a text, except in a comment and in what only developers read.
  @Test func noTextIsWithoutAKey() throws {
    let developers = ["AuthUI/Texts/MessageTemplate.swift", "AuthUI/Texts/TextCatalog.swift"]
    // Only developers see the previews' users, and the messages of their errors.
    for source in try Self.sources()
    where !developers.contains(source.path) && !source.path.hasPrefix("AuthUI/Previews/") {
      for line in source.lines {
        let texts = line.matches(of: /"([^"]*[A-Za-z]{2,} [a-z]{2,}[^"]*)"/).map { String($0.1) }
        #expect(texts == [], "\(source.path)")
      }
    }
  }
}
