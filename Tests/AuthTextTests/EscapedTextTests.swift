import AuthText
import Testing

@Suite struct EscapedTextTests {
  @Test(
    arguments: [
      ("\u{1B}[2J", "\\u{1B}[2J"), ("\u{9B}2J", "\\u{9B}2J"), ("a\u{7F}b", "a\\u{7F}b"), ("a\r\nb", "a\\u{D}\\u{A}b"),
      ("\u{202E}gpj.exe", "\\u{202E}gpj.exe"), ("pay\u{200B}pal", "pay\\u{200B}pal"), ("\u{FEFF}x", "\\u{FEFF}x"),
      ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"), ("\u{E0041}", "\\u{E0041}"), ("\0", "\\u{0}"), ("\t", "\\u{9}"),
      ("\u{2028}", "\\u{2028}"), ("\u{FFFE}", "\\u{FFFE}"),
    ])
  func replacesUnsafeCharacters(text: String, escaped: String) {
    #expect(EscapedText(text).description == escaped)
  }

  @Test(arguments: [
    "", "plain", "Grüße aus Köln — 你好 مرحبا שלום 👍🏽 ❤️", #"a\u{9B}"#, String(repeating: "x", count: 4096),
  ])
  func keepsOrdinaryText(text: String) { #expect(EscapedText(text).description == text) }

  /// Every scalar of the general categories Cc, Zl, Zp and Co is unsafe, and every one of Cf that is not visible.
  /// Capital letters, digits and spaces are safe.
  @Test func replacesEveryControlAndFormatCharacter() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let category = scalar.properties.generalCategory
      let isVisible =
        (0x600...0x605).contains(value) || [0x6DD, 0x70F, 0x890, 0x891, 0x8E2].contains(value)
        || (0x110BD...0x110CD).contains(value) || (0x13430...0x1343F).contains(value)
      if category == .control || category == .format && !isVisible || category == .lineSeparator
        || category == .paragraphSeparator || category == .privateUse
      {
        #expect(EscapedText.isUnsafe(scalar), "U+\(String(value, radix: 16))")
      }
      if category == .uppercaseLetter || category == .decimalNumber || category == .spaceSeparator {
        #expect(!EscapedText.isUnsafe(scalar), "U+\(String(value, radix: 16))")
      }
    }
  }

  @Test func cutsLongTextAndAppendsTheNumberOfOmittedScalars() {
    #expect(EscapedText(String(repeating: "a", count: 5000)).description.hasSuffix("a… (904 more)"))
    #expect(EscapedText("abcdef", limit: 3).description == "abc… (3 more)")
    #expect(EscapedText(String(repeating: "a", count: 5000), limit: nil).description.count == 5000)
    // The limit counts scalars, so that a letter with many marks is cut, too.
    #expect(
      EscapedText("a" + String(repeating: "\u{301}", count: 100), limit: 10).description.unicodeScalars.count < 25)
  }

  @Test func keepsLineFeedsAndTabsIfAsked() {
    #expect(EscapedText("a\n\tb\u{1B}", keepsLines: true).description == "a\n\tb\\u{1B}")
  }
}
