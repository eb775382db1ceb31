import AuthCore
import Testing

@testable import AuthUI
@testable import LatchkeyCommands

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The texts that commands print.
struct CommandTextsTests {
  private static let german = TextCatalog.commandLine(in: ["LANG": "de_DE.UTF-8"])
  private static let english = TextCatalog.commandLine(in: [:])

  @Test func bothLanguagesHaveTheSameKeys() throws {
    let english = try #require(TextCatalog.commandTables["en"]), german = try #require(TextCatalog.commandTables["de"])
    #expect(english.keys.sorted() == german.keys.sorted())
    #expect(Self.english.faults(in: english) == [])
    #expect(Self.german.faults(in: german) == [])
  }

  /// A German text has the arguments of the English one, and no others.
  @Test func bothLanguagesHaveTheSameArguments() throws {
    for key in try #require(TextCatalog.commandTables["en"]).keys {
      let english = try #require(Self.english.template(key)).names
      #expect(Self.german.template(key)?.names == english, "\(key)")
    }
  }

  @Test func aPluralHasItsForms() {
    func text(_ count: Int, _ catalog: TextCatalog) -> String {
      catalog.text(Phrase("command.doctor.storage.sessions", ["count": .number(count)]))
    }
    #expect(text(1, Self.english) == "1 stored session, all readable")
    #expect(text(0, Self.english) == "0 stored sessions, all readable")
    #expect(text(0, Self.german) == "keine gespeicherten Sitzungen")
    #expect(text(1, Self.german) == "1 gespeicherte Sitzung, lesbar")
    #expect(text(2, Self.german) == "2 gespeicherte Sitzungen, alle lesbar")
  }

  private static let times: [(seconds: Double, english: String, german: String)] = [
    (0.4, "now", "jetzt"), (899, "in 14 min", "in 14 min"), (-259_200, "3 days ago", "vor 3 Tagen"),
    (-86_400, "1 day ago", "vor 1 Tag"), (86_400, "in 1 day", "in 1 Tag"), (172_800, "in 2 days", "in 2 Tagen"),
    (3600, "in 1 h", "in 1 h"), (-59, "59 s ago", "vor 59 s"), (1e11, "in centuries", "in Jahrhunderten"),
    (-1e11, "centuries ago", "vor Jahrhunderten"),
  ]

  @Test(arguments: times)
  func aTimeIsRelative(seconds: Double, english: String, german: String) {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    let phrase = RelativeTime.phrase(now.addingTimeInterval(seconds), now: now)
    #expect(Self.english.text(phrase) == english)
    #expect(Self.german.text(phrase) == german)
  }

  /// JSON has no language: a finding is in English there.
  @Test func aFindingIsInEnglishInJSON() {
    let finding = Finding(
      "storage", .good, Phrase("command.doctor.storage.sessions", ["count": .number(1)]),
      remedy: Phrase("command.doctor.clock.remedy"))
    #expect(finding.json["finding"] == "1 stored session, all readable")
    #expect(finding.json["remedy"] == "synchronise this machine's clock: timedatectl set-ntp true")
  }
}
