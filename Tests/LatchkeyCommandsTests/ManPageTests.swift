import AuthTerminal
import AuthUI
import Testing

@testable import LatchkeyCommands

struct ManPageTests {
  @Test func thereIsAPageForEachCommandAndLanguage() {
    let english = Manual(HelpTexts(.terminal(for: []))),
      german = Manual(HelpTexts(.terminal(for: [TextLanguage("de")])))
    #expect(english.folder == "man1" && german.folder == "de/man1")
    #expect(Manual(HelpTexts(.terminal(for: [TextLanguage("en-XW")]))).folder == "en_XW/man1")
    let names = ["latchkey.1"] + CommandTable.commands.map { "latchkey-\($0.name.replacing(" ", with: "-")).1" }
    #expect(english.pages.map(\.name) == names && german.pages.map(\.name) == names)
    #expect(names.contains("latchkey-config-check.1"))
    #expect(english.overview.text.contains(".SH \"NAME\"\nlatchkey \\- sign users in through any identity provider\n"))
    #expect(german.overview.text.contains(".SH \"BEZEICHNUNG\"\nlatchkey \\- Benutzer bei jedem Identit"))
  }

  @Test(arguments: [
    ("a - b", "a \\- b"), (".5", "\\&.5"), ("'a'", "\\(aqa\\(aq"), ("C:\\n", "C:\\en"),
    ("~/`x`^", "\\(ti/\\(gax\\(ga\\(ha"),
    ("\"ü“", "\\(dqü“"),
  ])
  func textCannotBeACommandOfRoff(text: String, escaped: String) {
    #expect(ManPage.escaped(text) == escaped)
  }

  @Test func aDiscussionBecomesParagraphsRowsAndExamples() {
    var page = ManPage("x", summary: "y", heading: "NAME")
    let start = page.text.count
    page.discussion(
      """
      One,
      two:
        use ID     select it
        remove ID  remove it
      Then:

        latchkey man
        .latchkey man

      End.
      """)
    #expect(
      page.text.dropFirst(start) == """
        .PP
        One, two:
        .TP
        .B "use ID"
        select it
        .TP
        .B "remove ID"
        remove it
        .PP
        Then:
        .PP
        .RS 2
        latchkey man
        .br
        \\&.latchkey man
        .RE
        .PP
        End.

        """)
  }
}
