import AuthCore
import AuthTesting
import Testing

@Suite struct JSONWriterTests {
  @Test func writesCompactTextInOrder() {
    let table: [(JSONValue, String)] = [
      (.null, "null"), (true, "true"), (-7, "-7"), (0.5, "0.5"), (.number(3), "3"), (.number(1e21), "1e+21"),
      (.number(.infinity), "null"), (.number(.nan), "null"), ("", "\"\""), ("a/b", "\"a/b\""),
      ("\"\\\n\r\t\u{8}\u{C}\u{1}\u{1F}\u{7F}", "\"\\\"\\\\\\n\\r\\t\\b\\f\\u0001\\u001f\u{7F}\""), ("é😀", "\"é😀\""),
      ([], "[]"), ([1, [2], "x"], "[1,[2],\"x\"]"), ([:], "{}"),
      (["z": 1, "a": ["b": nil]], "{\"z\":1,\"a\":{\"b\":null}}"),
    ]
    for (value, text) in table { #expect(value.serializedText == text) }
  }

  @Test func writesIndentedText() {
    let value: JSONValue = ["a": [1, 2], "b": [:], "c": ["d": []]]
    #expect(value.prettyText == "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": {},\n  \"c\": {\n    \"d\": []\n  }\n}")
    #expect((try? JSONValue(parsing: value.prettyText)) == value)
  }

  /// JSON has one kind of number (RFC 8259 §6).
  @Test func numbersAreEqualByTheirValue() {
    let equal: [(JSONValue, JSONValue)] = [
      (.integer(1), .number(1)), (.number(-0.0), .integer(0)), (.number(-0.0), .number(0)),
      (.integer(.min), .number(-0x1p63)), (.integer(1 << 60), .number(0x1p60)), (["a": [2]], ["a": [.number(2)]]),
    ]
    for (one, other) in equal {
      #expect(one == other && other == one && one.hashValue == other.hashValue, "\(one) \(other)")
    }
    let different: [(JSONValue, JSONValue)] = [
      (.integer(1), .number(1.5)), (.integer(.max), .number(0x1p63)), (.integer((1 << 53) + 1), .number(0x1p53)),
      (.integer(1), "1"), (.integer(1), true), (.integer(0), .null), (.number(.nan), .number(.nan)), (1, 2),
    ]
    for (one, other) in different { #expect(one != other && other != one, "\(one) \(other)") }
  }

  @Test func writtenValuesReadBack() throws {
    for (_, value) in JSONParserTests.accepted {
      let again = try JSONValue(parsing: value.serialized)
      #expect(again.serialized == value.serialized)
      #expect(again == value)
    }
    var generator = Generator()
    for _ in 0..<2000 {
      let value = generator.value(depth: 0)
      #expect(try JSONValue(parsing: value.serialized) == value)
      #expect(try JSONValue(parsing: value.prettyText) == value)
    }
  }

  /// Generates values from a seed: every kind, unusual texts, and numbers at their limits.
  private struct Generator {
    let random = SeededRandomSource(seed: 7)

    mutating func number(_ limit: Int) -> Int { Int(random.fraction() * Double(limit)) }

    mutating func text() -> String {
      let scalars: [Unicode.Scalar] = [
        "a", "\"", "\\", "\u{0}", "\u{1F}", "\u{7F}", "é", "\u{2028}", "😀", "\u{FFFD}", "/",
      ]
      var text = ""
      for _ in 0..<number(6) { text.unicodeScalars.append(scalars[number(scalars.count)]) }
      return text
    }

    mutating func value(depth: Int) -> JSONValue {
      switch number(depth < 4 ? 8 : 6) {
      case 0: return .null
      case 1: return .bool(number(2) == 0)
      case 2: return .integer([0, -1, .max, .min, Int64(number(1 << 40))][number(5)])
      case 3:
        return .number(
          [0.1, -2.5e-9, Double.leastNonzeroMagnitude, 1.7976931348623157e308, random.fraction() + 0.000001][number(5)])
      case 4, 5: return .string(text())
      case 6:
        var elements: [JSONValue] = []
        for _ in 0..<number(4) { elements.append(value(depth: depth + 1)) }
        return .array(elements)
      default:
        var object = JSONObject()
        for index in 0..<number(12) { object["\(index)" + text()] = value(depth: depth + 1) }
        return .object(object)
      }
    }
  }
}

@Suite struct JSONObjectTests {
  @Test func membersKeepTheirOrder() {
    var object: JSONObject = ["b": 1, "a": 2]
    object["c"] = 3
    object["b"] = 4
    #expect(object.names == ["b", "a", "c"])
    #expect(object["b"] == 4)
    object["a"] = nil
    object["none"] = nil
    #expect(object.names == ["b", "c"])
    #expect(JSONObject([("a", 1), ("a", 2)]).members.map(\.value) == [2])
  }

  @Test func orderDoesNotCountInComparison() {
    let left: JSONValue = ["a": 1, "b": ["c": 2, "d": 3]]
    let right: JSONValue = ["b": ["d": 3, "c": 2], "a": 1]
    #expect(left == right)
    #expect(Set([left, right]).count == 1)
    #expect(left != ["a": 1])
    #expect(left != ["a": 1, "b": ["c": 2, "d": 4]])
  }

  @Test func accessorsAnswerForTheirKindAlone() {
    let value: JSONValue = ["s": "x", "i": 7, "d": 1.5, "w": .number(2), "b": true, "n": nil, "a": [1]]
    #expect(value["s"]?.stringValue == "x" && value["i"]?.stringValue == nil)
    #expect(value["i"]?.integerValue == 7 && value["w"]?.integerValue == 2 && value["d"]?.integerValue == nil)
    #expect(value["i"]?.numberValue == 7 && value["s"]?.numberValue == nil && value["b"]?.numberValue == nil)
    #expect(value["b"]?.boolValue == true && value["i"]?.boolValue == nil)
    #expect(value["n"]?.isNull == true && value["none"] == nil)
    #expect(value["a"]?.arrayValue == [1] && value["a"]?.objectValue == nil && value["a"]?["x"] == nil)
    #expect(JSONValue.number(1e300).integerValue == nil)
  }
}
