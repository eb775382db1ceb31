import AuthCore
import Testing

/// The cases follow the classes of JSONTestSuite (github:nst/JSONTestSuite): texts that a parser must accept, texts
/// that it must refuse, and texts for which RFC 8259 allows both.
@Suite struct JSONParserTests {
  static func parse(_ text: String) -> JSONValue? { try? JSONValue(parsing: text) }

  static func parse(bytes: [UInt8]) -> JSONValue? { try? JSONValue(parsing: bytes) }

  static let accepted: [(String, JSONValue)] = [
    ("null", .null), ("true", true), ("false", false), (" \n\t\r null \n\t\r ", .null), ("0", 0), ("-0", 0), ("7", 7),
    ("-1", -1), ("1234567890", 1_234_567_890), ("9223372036854775807", .integer(.max)),
    ("-9223372036854775808", .integer(.min)), ("9223372036854775808", .number(9_223_372_036_854_775_808)),
    ("0.5", 0.5), ("-0.25", -0.25), ("1.0", .number(1)), ("1e2", .number(100)), ("1E+2", .number(100)),
    ("25e-2", 0.25), ("0e0", .number(0)), ("1.5e3", .number(1500)), ("1e-400", .number(0)),
    ("\"\"", ""), ("\"a\"", "a"), ("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\u{8}\u{C}\n\r\t"),
    ("\"\\u0041\"", "A"), ("\"\\u00e9\\u00E9\"", "éé"), ("\"\\u0000\"", "\u{0}"), ("\"\\uD83D\\uDE00\"", "😀"),
    ("\"\\uDBFF\\uDFFF\"", "\u{10FFFF}"), ("\"\\uFFFF\"", "\u{FFFF}"), ("\"é😀\"", "é😀"), ("\"\u{7F}\"", "\u{7F}"),
    ("\"\u{2028}\u{2029}\"", "\u{2028}\u{2029}"), ("[]", []), ("[ ]", []), ("[1,2]", [1, 2]),
    ("[[],[[]]]", [[], [[]]]),
    ("[null , true]", [nil, true]), ("{}", [:]), ("{ }", [:]), ("{\"a\":1}", ["a": 1]), ("{ \"a\" : [ ] }", ["a": []]),
    ("{\"\":0}", ["": 0]), ("{\"a\":1,\"A\":2}", ["a": 1, "A": 2]), ("{\"\\u0000\":0}", ["\u{0}": 0]),
  ]

  @Test func acceptsWhatTheStandardHas() {
    for (text, value) in Self.accepted { #expect(Self.parse(text) == value, "\(text)") }
  }

  static let refused: [String] = [
    // No value, or more than one.
    "", " ", "\u{FEFF}null", "null null", "1 2", "[] []", "{}x", "null,", ",", "nul", "nullx", "True", "NULL", "None",
    "undefined", "NaN", "Infinity", "-Infinity", "//x\n1", "/**/1", "#1", "null\u{0}", "\u{C}1", "\u{A0}1",
    // Numbers.
    "-", "+1", "01", "-01", "00", ".5", "5.", "5.e1", "-.5", "1e", "1e+", "1E-", "1e1.5", "0x10", "1_000", "1,5", "١",
    "--1", "1+1", "0.1.2", "1e400", "-1e400", "1a", "0e", "1 000",
    // Strings.
    "\"", "\"a", "a\"", "'a'", "a", "\"\\\"", "\"\\", "\"\\a\"", "\"\\x41\"", "\"\\0\"", "\"\\u\"", "\"\\u12\"",
    "\"\\u12G4\"", "\"\\u+123\"", "\"\\U0041\"", "\"\\u 041\"", "\"\n\"", "\"\t\"", "\"\u{0}\"", "\"\u{1F}\"",
    "\"a\"b\"",
    // Surrogates.
    "\"\\uD800\"", "\"\\uDFFF\"", "\"\\uD83Dx\"", "\"\\uD83D\\n\"", "\"\\uD83D\\u0041\"", "\"\\uD83D\\uD83D\"",
    "\"\\uDE00\\uD83D\"", "\"\\uD83D\\u\"", "\"\\uD83D\\uDE0\"", "\"\\uD83D",
    // Arrays.
    "[", "]", "[1", "[1,", "[1,]", "[,1]", "[,]", "[1 2]", "[1,,2]", "[1}", "[[]", "[1;2]", "[1:2]",
    // Objects.
    "{", "}", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{,}", "{,\"a\":1}", "{\"a\" 1}", "{\"a\",1}",
    "{\"a\":1 \"b\":2}", "{a:1}", "{'a':1}", "{1:1}", "{null:1}", "{\"a\"::1}", "{\"a\":1]", "{\"a\":1,,\"b\":2}",
    "{[]:1}",
    // Duplicate members.
    "{\"a\":1,\"a\":1}", "{\"a\":1,\"b\":2,\"a\":3}", "{\"a\":1,\"\\u0061\":2}", "[{\"x\":{\"a\":1,\"a\":2}}]",
    "{\"\":1,\"\":2}", "{\"é\":1,\"\\u00e9\":2}",
  ]

  @Test func refusesWhatTheStandardDoesNotHave() {
    for text in Self.refused { #expect(Self.parse(text) == nil, "\(text.debugDescription)") }
  }

  @Test func refusesBytesThatAreNotUTF8() {
    let bodies: [[UInt8]] = [
      [0xFF], [0x80], [0xC3], [0xC0, 0xAF], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF8, 0x88],
      [0xF0, 0x80, 0x80, 0x80],
    ]
    for body in bodies {
      #expect((try? JSONValue(parsing: [0x22] + body + [0x22])) == nil, "\(body)")
      #expect((try? JSONValue(parsing: [0x22, 0x5C, 0x6E] + body + [0x22])) == nil, "after an escape: \(body)")
      #expect((try? JSONValue(parsing: [0x7B, 0x22] + body + [0x22, 0x3A, 0x31, 0x7D])) == nil, "as a name: \(body)")
    }
    #expect((try? JSONValue(parsing: [0xFF, 0xFE, 0x31, 0x00] as [UInt8])) == nil)
  }

  @Test func everyPrefixOfADocumentIsRefused() throws {
    let text = Array("{\"a\":[1,-2.5e3,\"\\uD83D\\uDE00\",{\"b\":null}],\"c\":true}".utf8)
    _ = try JSONValue(parsing: text)
    for count in text.indices { #expect((try? JSONValue(parsing: text[..<count])) == nil, "\(count)") }
  }

  @Test func nestsToTheLimitAndNoFurther() {
    func nested(_ depth: Int, _ open: String, _ close: String) -> String {
      String(repeating: open, count: depth) + "0" + String(repeating: close, count: depth)
    }
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      #expect(Self.parse(nested(64, open, close)) != nil)
      #expect(Self.parse(nested(65, open, close)) == nil)
      #expect(Self.parse(nested(100_000, open, close)) == nil)
      #expect((try? JSONValue(parsing: nested(3, open, close), depthLimit: 2)) == nil)
    }
    #expect(Self.parse("[" + Array(repeating: "[[]]", count: 1000).joined(separator: ",") + "]") != nil)
  }

  @Test func duplicatesAreSeenInLargeObjects() {
    for count in [6, 7, 8, 9, 10, 100] {
      let names = (0..<count).map { "\"n\($0)\":\($0)" }
      #expect(Self.parse("{" + names.joined(separator: ",") + "}")?.objectValue?.count == count)
      for repeated in 0..<min(count, 12) {
        let text = "{" + (names + ["\"n\(repeated)\":0"]).joined(separator: ",") + "}"
        #expect(Self.parse(text) == nil, "\(count) members, the one repeated is \(repeated)")
      }
    }
  }

  /// Swift's strings are equal if they are canonically equivalent, and members are looked up by their names. So two
  /// names that differ only in their Unicode normalisation are duplicates.
  @Test func duplicatesAreSeenInEitherFormOfUnicode() {
    for count in [0, 3, 7, 8, 15, 16, 17, 40] {
      let others = (0..<count).map { "\"n\($0)\":\($0)," }.joined()
      for (first, second) in [
        ("\u{E9}", "e\u{301}"), ("e\u{301}", "\\u00e9"), ("\u{212B}", "\u{C5}"),
        ("a name of more than fifteen bytes", "a name of m\\u006fre than fifteen bytes"),
      ] {
        #expect(Self.parse("{\(others)\"\(first)\":1,\"\(second)\":2}") == nil, "\(count) before \(first)")
        #expect(Self.parse("{\"\(first)\":1,\(others)\"\(second)\":2}") == nil, "\(count) after \(first)")
      }
      #expect(Self.parse("{\(others)\"\u{E9}\":1,\"e\":2}")?.objectValue?.count == count + 2)
    }
    // Equal names in different objects are not duplicates.
    #expect(Self.parse("[{\"a\":{\"a\":1}},{\"a\":2}]") == [["a": ["a": 1]], ["a": 2]])
  }

  /// The parser reads several bytes at once. It must find a character that ends a string, or that is not allowed in a
  /// string, at every position.
  @Test func everyPlaceInAStringIsChecked() async {
    let foreign: [UInt8] = Array(0x00..<0x20) + [0x80, 0xC3, 0xFF]
    for length in 0..<26 {
      let plain = (0..<length).map { UInt8(0x61 + $0) }
      #expect(Self.parse(bytes: [0x22] + plain + [0x22]) == .string(String(decoding: plain, as: UTF8.self)))
      #expect(Self.parse(bytes: [0x22] + plain) == nil)
      for place in 0...length {
        await Task.yield()
        let (before, after) = (Array(plain[..<place]), Array(plain[place...]))
        for byte in foreign {
          #expect(Self.parse(bytes: [0x22] + before + [byte] + after + [0x22]) == nil, "\(byte) at \(place)")
        }
        #expect(Self.parse(bytes: [0x22] + before + [0x22] + after + [0x22]) == nil, "a quotation mark at \(place)")
        for (written, meant) in Self.pieces {
          let text = [0x22] + before + Array(written.utf8) + after + [0x22]
          let value = String(decoding: before + Array(meant.utf8) + after, as: UTF8.self)
          #expect(Self.parse(bytes: text) == .string(value), "\(written) at \(place) of \(length)")
          #expect(Self.parse(bytes: text + Array("\"\"".utf8)) == nil)
        }
      }
    }
  }

  private static let pieces = [
    ("\\\"", "\""), ("\\\\", "\\"), ("\\u0041", "A"), ("\\u20ac", "€"), ("\\ud83d\\ude00", "😀"), ("é", "é"),
    ("\u{7F}", "\u{7F}"), (" ", " "), ("!", "!"), ("#", "#"), ("[", "["), ("]", "]"), ("😀é\\n€", "😀é\n€"),
  ]

  @Test func numbersAtTheEdgesOf64Bits() {
    let cases: [(String, JSONValue)] = [
      ("9223372036854775806", .integer(.max - 1)), ("-9223372036854775807", .integer(.min + 1)),
      ("-9223372036854775809", .number(-9_223_372_036_854_775_808)),
      ("18446744073709551616", .number(18_446_744_073_709_551_616)), ("1e308", .number(1e308)), ("-0.0", .number(-0.0)),
      ("100000000000000000000", .number(1e20)), ("2.5E-3", .number(0.0025)),
    ]
    for (text, value) in cases {
      #expect(Self.parse(text) == value, "\(text)")
      #expect(Self.parse("[\(text),\(text)]") == .array([value, value]), "\(text)")
    }
    #expect(Self.parse("1" + String(repeating: "0", count: 400)) == nil)
  }

  @Test func blanksAreAcceptedBetweenTokensOnly() {
    let tokens = ["{", "\"a\"", ":", "[", "1", ",", "true", "]", ",", "\"b\"", ":", "{", "}", "}"]
    for blank in [" ", "\t", "\n", "\r", " \r\n\t "] {
      #expect(Self.parse(blank + tokens.joined(separator: blank) + blank) == ["a": [1, true], "b": [:]])
    }
    for foreign in ["\u{B}", "\u{C}", "\u{A0}", "\u{85}", "\u{FEFF}", "\u{0}"] {
      for place in tokens.indices {
        let text = tokens[..<place].joined() + foreign + tokens[place...].joined()
        #expect(Self.parse(text) == nil, "\(foreign.unicodeScalars) before \(place)")
      }
    }
  }

  /// The bytes may begin at any address, without alignment, and other bytes may follow them.
  @Test func partsOfABufferAreRead() throws {
    let text = Array("{\"name\":\"a value of some length, é and \\n\",\"n\":[1,2,3]}".utf8)
    let whole = try JSONValue(parsing: text)
    for offset in 0..<9 {
      let padded = [UInt8](repeating: 0x22, count: offset) + text + [0x22, 0x5C]
      #expect(try JSONValue(parsing: padded[offset..<offset + text.count]) == whole)
      #expect(try JSONValue(parsing: AnySequence(text)) == whole)
    }
  }

  @Test func errorsSayWhereAndHoldNothing() {
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: "{\"canary\":1,\"canary\":2}") }
    #expect(error?.offset == 12)
    #expect(error?.description == "duplicate member at byte 12")
    for text in Self.refused where text.contains("a") {
      do throws(JSONError) {
        _ = try JSONValue(parsing: "[\"canary\"," + text)
      } catch {
        #expect(!error.description.contains("canary"))
      }
    }
  }
}
