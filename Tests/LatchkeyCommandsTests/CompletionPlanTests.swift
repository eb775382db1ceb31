import AuthUI
import Testing

@testable import LatchkeyCommands

@Suite struct CompletionPlanTests {
  private static let english = HelpTexts(.commandLineEnglish)
  private static let german = HelpTexts(.commandLine(in: ["LANG": "de_DE.UTF-8"]))

  private func plan(_ words: String...) -> CompletionPlan { CompletionPlan(words, texts: Self.english) }

  private func values(_ words: String...) -> [String] {
    CompletionPlan(words, texts: Self.english).lines().map { String($0.prefix { $0 != "\t" }) }
  }

  @Test func commandsAndTheirSecondWords() {
    #expect(values("si") == ["sign-in", "sign-out"])
    #expect(values("config", "") == ["check", "schema"])
    #expect(values("--provider", "x", "agent", "st") == ["start", "status", "stop"])
    #expect(values("nothing", "") == [])
  }

  @Test func optionsAndTheirValues() {
    #expect(values("sign-in", "--met") == ["--method"])
    #expect(values("sign-in", "--purpose", "m") == ["manage"])
    #expect(values("sign-in", "--purpose=m") == ["--purpose=manage"])
    #expect(values("sign-in", "--purpose", "=", "m") == ["--purpose=manage"])
    #expect(plan("--provider", "").kind == .providers)
    #expect(plan("whoami", "--profile", "").kind == .profiles)
    #expect(plan("token", "--account", "").kind == .accounts)
    #expect(plan("sign-in", "--method", "").kind == .methods)
    #expect(values("stamp", "--key", "a") == [":files"])
    #expect(plan("sign-in", "--resume", "").kind == nil && values("sign-in", "--resume", "") == [])
    // A flag has no value.
    #expect(plan("sign-out", "--json", "").kind == .accounts)
  }

  @Test func operands() {
    #expect(plan("sessions", "use", "").kind == .accounts && plan("sessions", "list", "").kind == nil)
    #expect(plan("sign-out", "").kind == .accounts && plan("sign-out", "one", "").kind == nil)
    #expect(values("completion", "p") == ["powershell"])
    #expect(plan("--config", "other.json", "sign-out", "").configuration == "other.json")
    #expect(plan("--config=other.json", "sign-out", "").configuration == "other.json")
  }

  /// The help page of a command lists its words, each in a line of its own; a command with such a list offers all.
  @Test(arguments: ["storage", "sessions", "completion"])
  func everyWordOfTheHelpPageIsOffered(name: String) throws {
    let command = try #require(CommandTable.commands.first { $0.name == name })
    let listed = command.discussion.split(separator: "\n").compactMap { line -> String? in
      line.firstMatch(of: /^  ([a-z]+)(?: [A-Z=]+)* {2,}\S/).map { String($0.1) }
    }
    #expect(listed.count > 3)
    #expect(Set(listed).subtracting(values(name, "")) == [])
  }

  @Test func textsAreInTheLanguageOfTheCatalog() {
    let lines = CompletionPlan(["sign-i"], texts: Self.german).lines()
    #expect(lines == ["sign-in\tEinen Benutzer anmelden"])
    #expect(CompletionPlan(["sign-in", "--res"], texts: Self.german).lines()[0].contains("Ablauf fortsetzen"))
  }

  @Test func valuesThatWouldControlTheTerminalAreLeftOut() {
    let found = [
      CompletionPlan.Item(value: "a\u{1B}[31m", text: ""), CompletionPlan.Item(value: "b", text: "x\u{202E}\ty\nz"),
    ]
    #expect(plan("sign-out", "").lines(with: found) == ["b\tx\\u{202E}\\u{9}y\\u{A}z"])
  }

  @Test func endsWhateverItReads() {
    for words in [
      [], [""], ["="], ["--", "="], ["--provider"], ["--="], ["-", "-"], ["sessions", "use", "x", "y", ""],
    ] {
      _ = CompletionPlan(words, texts: Self.english).lines()
    }
  }
}
