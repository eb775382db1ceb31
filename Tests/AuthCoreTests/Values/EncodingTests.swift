import AuthCore
import AuthTesting
import Testing

@Suite struct Base64Tests {
  /// RFC 4648 §10.
  static let vectors = [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ]

  @Test func theVectorsOfTheStandardHold() {
    for (plain, text) in Self.vectors {
      #expect(Base64.encode(plain.utf8) == text)
      #expect(Base64.decode(text) == Array(plain.utf8))
      let bare = text.filter { $0 != "=" }
      #expect(Base64URL.encode(plain.utf8) == bare)
      #expect(Base64URL.decode(bare) == Array(plain.utf8))
      #expect(Base64URL.decode(utf8: bare.utf8) == Array(plain.utf8))
      if bare != text {
        #expect(Base64.decode(bare) == nil)
        #expect(Base64URL.decode(text) == nil)
      }
    }
    #expect(Base64.encode([0xFB, 0xFF, 0xBF]) == "+/+/")
    #expect(Base64URL.encode([0xFB, 0xFF, 0xBF]) == "-_-_")
  }

  @Test func refusesEverythingElse() {
    let both = [
      "Z", "Zm9vY", "Zg=", "Zg===", "====", "=", "==", "Z===", "Zm=8", "Z=g=", "Zm9v====", "Zm9v=", "Zm9v\n", " Zm9v",
      "Zm 9v", "Zm9v\r\n", "Zm9*", "Zm9é", "Zm9v\u{0}", "Zm9vZg=\n",
    ]
    for text in both {
      #expect(Base64.decode(text) == nil, "\(text.debugDescription)")
      #expect(Base64URL.decode(text) == nil, "\(text.debugDescription)")
    }
    for text in ["-_-_", "Zm-_"] { #expect(Base64.decode(text) == nil) }
    for text in ["+/+/", "Zm+/"] { #expect(Base64URL.decode(text) == nil) }
  }

  /// One byte leaves 4 trailing bits, and two bytes leave 2. A lenient decoder accepts 16 and 4 texts for them; only
  /// one is correct.
  @Test func refusesTrailingBits() {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    for (index, letter) in alphabet.enumerated() {
      #expect((Base64URL.decode("A\(letter)") != nil) == index.isMultiple(of: 16))
      #expect((Base64URL.decode("AA\(letter)") != nil) == index.isMultiple(of: 4))
      #expect(Base64URL.decode("AAA\(letter)") == [0, 0, UInt8(index)])
    }
  }

  @Test func everyLengthReadsBack() {
    let random = SeededRandomSource()
    for count in 0..<200 {
      let bytes = random.bytes(count)
      #expect(Base64.decode(Base64.encode(bytes)) == bytes)
      #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
      #expect(Hex.decode(Hex.encode(bytes)) == bytes)
    }
  }
}

@Suite struct HexTests {
  @Test func readsEitherCaseAndWritesLower() {
    #expect(Hex.encode([0, 1, 0x7F, 0xAB, 0xFF]) == "00017fabff")
    #expect(Hex.decode("00017fABfF") == [0, 1, 0x7F, 0xAB, 0xFF])
    #expect(Hex.decode("") == [])
    for text in ["0", "000", "0g", "g0", "0x00", " 00", "00 ", "+1", "-1", "é", "０0", "00\n"] {
      #expect(Hex.decode(text) == nil, "\(text.debugDescription)")
    }
  }
}

@Suite struct PercentEncodingTests {
  @Test func onlyUnreservedCharactersStay() {
    for byte in UInt8(0)...127 {
      let text = String(decoding: [byte], as: UTF8.self)
      let isUnreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".contains(text)
      let encoded = PercentEncoding.encode(text)
      #expect(encoded == (isUnreserved ? text : "%" + Hex.encode([byte]).uppercased()))
      #expect(PercentEncoding.decode(encoded) == text)
    }
    #expect(PercentEncoding.encode("é 😀+") == "%C3%A9%20%F0%9F%98%80%2B")
    #expect(PercentEncoding.decode("a+b%2b%2B") == "a+b++")
  }

  @Test func brokenSequencesAreRefused() {
    for text in ["%", "%4", "a%", "%4g", "%g4", "%%41", "%+1", "%FF", "%C3", "%C3%", "%ED%A0%80", "%c0%af"] {
      #expect(PercentEncoding.decode(text) == nil, "\(text)")
      #expect(PercentEncoding.decodeForm("a=" + text) == nil, "\(text)")
      #expect(PercentEncoding.decodeForm(text + "=a") == nil, "\(text)")
    }
  }

  @Test func formsReadBack() throws {
    let fields: [(name: String, value: String)] = [
      ("a", "1"), ("a", "2"), ("", ""), ("é&=", "+ %/?"), ("x", "a=b&c"), ("line", "\r\n\u{0}"), ("😀", "\u{301}"),
    ]
    let text = PercentEncoding.encodeForm(fields)
    #expect(text.hasPrefix("a=1&a=2&=&%C3%A9%26%3D=%2B+%25%2F%3F&"))
    let again = try #require(PercentEncoding.decodeForm(text))
    #expect(again.map(\.name) == fields.map(\.name))
    #expect(again.map(\.value) == fields.map(\.value))
  }

  @Test func formsAreSplitByBytes() throws {
    func pairs(_ text: String) -> [String]? { PercentEncoding.decodeForm(text)?.map { "\($0.name)|\($0.value)" } }
    #expect(pairs("") == [])
    #expect(pairs("&&a&b=&=c&d=e=f") == ["a|", "b|", "|c", "d|e=f"])
    #expect(pairs("a+b=c+d") == ["a b|c d"])
    #expect(pairs("a=1&\u{301}b=2") == ["a|1", "\u{301}b|2"])
    #expect(pairs("a=\u{301}1") == ["a|\u{301}1"])
  }
}
