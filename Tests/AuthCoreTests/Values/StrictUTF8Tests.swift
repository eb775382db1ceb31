import AuthCore
import Testing

@Suite struct StrictUTF8Tests {
  @Test func reads() {
    for text in ["", "a", "é", "€", "😀", "\u{FFFD}", "a\u{FFFD}b", "\u{0}", "e\u{301}"] {
      #expect(String(strictUTF8: Array(text.utf8)) == text)
      #expect(String(strictUTF8: Array(text.utf8)[...])?.utf8.elementsEqual(text.utf8) == true)
    }
  }

  /// Stray and missing continuation bytes, overlong forms, surrogates, and values beyond U+10FFFF.
  @Test func refuses() {
    let wrong: [[UInt8]] = [
      [0x80], [0xFF], [0xC3], [0x61, 0xC3], [0xC3, 0x28], [0xE2, 0x82], [0xEF, 0xBF], [0xEF, 0xBF, 0xBD, 0xEF],
      [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80],
      [0xF8, 0x88, 0x80, 0x80, 0x80], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x9F, 0x98],
    ]
    for bytes in wrong { #expect(String(strictUTF8: bytes) == nil, "\(bytes)") }
    // Two bytes are either two ASCII characters, or one character of two bytes (RFC 3629 §4).
    for first in UInt8.min...255 {
      for second in UInt8.min...255 {
        let isText =
          first < 0x80 && second < 0x80 || (0xC2...0xDF).contains(first) && (0x80...0xBF).contains(second)
        if (String(strictUTF8: [first, second]) != nil) != isText { Issue.record("\(first) \(second)") }
      }
    }
  }
}
