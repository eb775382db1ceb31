import AuthCore
import AuthUI
import FuzzTargets

@testable import LatchkeyCommands

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension FuzzTarget {
  private static let texts = HelpTexts(.commandLineEnglish)

  /// What the words of an unfinished or wrong command lead to: completions that a shell reads line by line, a message
  /// without control characters, and a session or an error for the name of an account. Each word can also be the text
  /// of an app's catalog.
  static func checkWords(_ words: [String]) {
    let found = words.map { CompletionPlan.Item(value: $0, text: $0) }
    for line in CompletionPlan(words, texts: texts).lines(with: found) { requireOneLine(line, "a completion") }
    do throws(UsageFault) {
      if let (command, rest) = try CommandTable.find(words) { _ = try Arguments(rest, for: command) }
    } catch {
      requireOneLine(error.error.message, "a message about the words")
    }
    let sessions = words.prefix(8).map { word in
      Session(
        id: SessionID("id " + word), providerID: "fake", tenant: "tenant", subject: word,
        createdAt: .distantPast, tags: [word: "value"])
    }
    for word in words.prefix(8) {
      checkName(word, sessions)
      checkTemplate(word)
    }
  }

  /// A name finds a session only if the session is the only one with this name.
  private static func checkName(_ word: String, _ sessions: [Session]) {
    guard let id = try? AccountName.find(word, in: sessions) else { return }
    let named = sessions.filter { $0.subject.utf8.elementsEqual(word.utf8) }
    require(
      id == SessionID(word) || named.count == 1 || word.hasSuffix("=value"), "a name of several accounts found one")
  }

  /// A text that an app's catalog accepts is shown for every number.
  private static func checkTemplate(_ text: String) {
    let catalog = TextCatalog.commandLineEnglish.adding(["en": ["key": text]])
    for number in [-1, 0, 1, 2, .max] {
      _ = catalog.text(Phrase("key", ["a": .number(number), "b": .text(text), "count": .number(number)]))
    }
  }

  private static func requireOneLine(_ text: String, _ what: String) {
    require(
      text.unicodeScalars.allSatisfy { $0 == "\t" || ($0.value >= 0x20 && $0.value != 0x7F) },
      "\(what) has a control character")
  }
}
