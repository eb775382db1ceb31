import AuthCore
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct ISO8601Tests {
  @Test func acceptedTexts() {
    let table: [(String, Double)] = [
      ("1970-01-01T00:00:00Z", 0), ("1970-01-01T00:00:00.000Z", 0), ("1970-01-01t00:00:00z", 0),
      ("2026-01-31T09:05:00.250Z", 1_769_850_300.25), ("2026-01-31T10:05:00+01:00", 1_769_850_300),
      ("2026-01-31T03:35:00-05:30", 1_769_850_300), ("2024-02-29T12:00:00Z", 1_709_208_000),
      ("2000-02-29T00:00:00Z", 951_782_400), ("1969-12-31T23:59:59Z", -1), ("1969-12-31T23:59:59.5Z", -0.5),
      ("0000-01-01T00:00:00Z", -62_167_219_200), ("9999-12-31T23:59:59Z", 253_402_300_799),
      ("2016-12-31T23:59:60Z", 1_483_228_800), ("2026-01-31T09:05:00-00:00", 1_769_850_300),
      ("2026-01-31T09:05:00.123456789Z", 1_769_850_300.123456789), ("1900-03-01T00:00:00Z", -2_203_891_200),
    ]
    for (text, seconds) in table {
      let date = ISO8601.decode(text)
      #expect(date.map { abs($0.timeIntervalSince1970 - seconds) < 1e-6 } == true, "\(text)")
    }
  }

  @Test func refusedTexts() {
    let refused = [
      "", "2026", "2026-01-31", "2026-01-31T09:05Z", "2026-01-31T09:05:00", "2026-01-31 09:05:00Z",
      "2026-01-31T09:05:00Zx", "2026-01-31T09:05:00Z ", " 2026-01-31T09:05:00Z", "2026-1-31T09:05:00Z",
      "26-01-31T09:05:00Z", "02026-01-31T09:05:00Z", "+2026-01-31T09:05:00Z", "-2026-01-31T09:05:00Z",
      "2026-00-31T09:05:00Z", "2026-13-31T09:05:00Z", "2026-01-00T09:05:00Z", "2026-01-32T09:05:00Z",
      "2026-02-29T09:05:00Z", "2100-02-29T09:05:00Z", "2026-04-31T09:05:00Z", "2026-01-31T24:00:00Z",
      "2026-01-31T09:60:00Z", "2026-01-31T09:05:61Z", "2026-01-31T09:05:00.Z", "2026-01-31T09:05:00,5Z",
      "2026-01-31T09:05:00+0100", "2026-01-31T09:05:00+01", "2026-01-31T09:05:00+24:00", "2026-01-31T09:05:00+01:60",
      "2026-01-31T09:05:00Z+01:00", "20260131T090500Z", "2026-01-31T09-05-00Z", "2026-W05-6T09:05:00Z",
      "2026-01-31T٠9:05:00Z", "2026-01-31T09:05:0éZ", "2026-01-31T-9:05:00Z", "2026-01-31T09:05:00.1.2Z",
    ]
    for text in refused { #expect(ISO8601.decode(text) == nil, "\(text)") }
  }

  @Test func everyMillisecondReadsBack() {
    for base in ["2026-01-31T09:05:00", "1969-12-31T23:59:59", "1901-07-04T00:00:00", "9999-12-31T23:59:59"] {
      for millisecond in 0..<1000 {
        let text = base + "." + String("00\(millisecond)".suffix(3)) + "Z"
        #expect(ISO8601.decode(text).map { ISO8601.encode($0) } == text)
      }
    }
  }

  /// 2000 is a leap year; 1900 and 2100 are not.
  @Test func everyDayAroundTheLeapRulesReadsBack() throws {
    for (start, days) in [
      ("1899-01-01T00:00:00Z", 1100), ("1999-01-01T00:00:00Z", 12_000), ("2099-01-01T00:00:00Z", 1100),
    ] {
      let first = try #require(ISO8601.decode(start))
      var texts: Set<String> = []
      for day in 0..<days {
        let date = first.addingTimeInterval(Double(day) * 86_400)
        let text = ISO8601.encode(date)
        if ISO8601.decode(text) != date || text.utf8.count != 24 { Issue.record("\(text)") }
        texts.insert(text)
      }
      #expect(texts.count == days)
    }
  }

  @Test func datesBeyondTheLastYearAreClamped() {
    #expect(ISO8601.encode(Date(timeIntervalSince1970: .infinity)) == "9999-12-31T23:59:59.999Z")
    #expect(ISO8601.encode(Date(timeIntervalSince1970: 1e300)) == "9999-12-31T23:59:59.999Z")
    #expect(ISO8601.encode(Date(timeIntervalSince1970: -1e300)) == "0000-01-01T00:00:00.000Z")
    #expect(ISO8601.encode(Date(timeIntervalSince1970: .nan)) == "1970-01-01T00:00:00.000Z")
    #expect(HTTPDate.encode(Date(timeIntervalSince1970: 1e300)) == "Fri, 31 Dec 9999 23:59:59 GMT")
  }
}
