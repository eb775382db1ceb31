import AuthCore
import AuthUI
import Testing

@testable import LatchkeyCommands

/// Words that are not a command, and what a person is told.
struct UsageFaultTests {
  private static let german = TextCatalog.commandLine(in: ["LANG": "de_DE.UTF-8"])

  private static let faults: [(words: [String], english: String, german: String)] = [
    (["sesions"], "did you mean 'sessions'?", "meinten Sie „sessions“?"),
    (["xyzzy"], "'latchkey --help' lists all commands", "„latchkey --help“ listet alle Befehle auf"),
    (["config"], "needs a second word: config check, config schema.", "zweites Wort: config check, config schema."),
    (["config", "chek"], "'chek' is not a second word of 'config'", "„chek“ ist kein zweites Wort von „config“"),
    (["sessions", "--jsn"], "(did you mean '--json'?)", "(meinten Sie „--json“?)"),
    (["sessions", "--xyzzy"], "There is no option '--xyzzy'", "Es gibt keine Option „--xyzzy“"),
    (["token", "--min-validity"], "'--min-validity' needs a value", "„--min-validity“ braucht einen Wert"),
    (["token", "--json=1"], "'--json' takes no value", "„--json“ nimmt keinen Wert"),
    (["whoami", "now"], "'now' is one argument too many", "„now“ ist ein Argument zu viel"),
    (["send", "GET"], "An argument of 'METHOD URL' is missing", "Ein Argument von „METHOD URL“ fehlt"),
  ]

  @Test(arguments: faults)
  func everyFaultHasAText(words: [String], english: String, german: String) throws {
    let fault = try #require(
      #expect(throws: UsageFault.self) {
        if let (command, rest) = try CommandTable.find(words) { _ = try Arguments(rest, for: command) }
      })
    #expect(fault.error.code == .invalidRequest)
    #expect(fault.error.message.contains(english))
    #expect(Self.german.text(fault.phrase).contains(german))
  }

  @Test("A word of the user cannot control the terminal") func wordsAreEscaped() throws {
    let fault = try #require(#expect(throws: UsageFault.self) { _ = try CommandTable.find(["a\u{1B}[2J"]) })
    #expect(!fault.error.message.contains("\u{1B}") && !Self.german.text(fault.phrase).contains("\u{1B}"))
  }
}
