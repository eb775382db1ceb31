import AuthCore
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct HTTPDateTests {
  private let now = Date(timeIntervalSince1970: 1_790_000_000)  // September 2026

  @Test func readsTheThreeFormsOfTheStandard() {
    let instant = Date(timeIntervalSince1970: 784_111_777)
    #expect(HTTPDate.decode("Sun, 06 Nov 1994 08:49:37 GMT", now: now) == instant)
    #expect(HTTPDate.decode("Sunday, 06-Nov-94 08:49:37 GMT", now: now) == instant)
    #expect(HTTPDate.decode("Sun Nov  6 08:49:37 1994", now: now) == instant)
  }

  @Test func twoDigitsOfAYearLieAtMostFiftyYearsAhead() {
    #expect(HTTPDate.decode("Friday, 01-Jan-76 00:00:00 GMT", now: now) == Date(timeIntervalSince1970: 3_345_062_400))
    #expect(HTTPDate.decode("Friday, 01-Jan-77 00:00:00 GMT", now: now) == Date(timeIntervalSince1970: 220_924_800))
  }

  @Test(arguments: [
    "", "now", "1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37 +0000",
    "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
    "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT", "Xxx, 06 Nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 08:49 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT", "Sun Nov 6 08:49:37 94",
    "Sun, 06 Nov 1994 08:49:37 GMT GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, -6 Nov 1994 08:49:37 GMT",
  ])
  func refusesAnythingElse(_ text: String) {
    #expect(HTTPDate.decode(text, now: now) == nil)
  }

  @Test func writesWhatItReads() {
    #expect(HTTPDate.encode(Date(timeIntervalSince1970: 784_111_777.9)) == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(HTTPDate.encode(Date(timeIntervalSince1970: 0)) == "Thu, 01 Jan 1970 00:00:00 GMT")
    #expect(HTTPDate.encode(Date(timeIntervalSince1970: -1)) == "Wed, 31 Dec 1969 23:59:59 GMT")
    for second in stride(from: -3_000_000_000.0, to: 6_000_000_000, by: 86_399 * 1_009) {
      let date = Date(timeIntervalSince1970: second)
      if HTTPDate.decode(HTTPDate.encode(date), now: now) != date { Issue.record("\(second)") }
    }
  }
}
