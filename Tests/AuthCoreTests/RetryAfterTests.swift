import AuthCore
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct RetryAfterTests {
  private let now = Date(timeIntervalSince1970: 784_111_777)  // Sun, 06 Nov 1994 08:49:37 GMT

  @Test func bothFormsOfTheStandardAreRead() {
    let table: [(value: String?, date: String?, seconds: Int?)] = [
      (nil, nil, nil), ("0", nil, 0), ("120", nil, 120), ("007", nil, 7), ("99999999999999999999", nil, 86_400),
      ("86401", nil, 86_400), ("-1", nil, nil), ("+1", nil, nil), ("1.5", nil, nil), ("", nil, nil), ("soon", nil, nil),
      ("1/2", nil, nil), ("1:2", nil, nil),
      ("Sun, 06 Nov 1994 08:50:07 GMT", nil, 30), ("Sunday, 06-Nov-94 08:50:07 GMT", nil, 30),
      ("Sun, 06 Nov 1994 08:49:07 GMT", nil, 0), ("Tue, 06 Nov 2035 08:49:37 GMT", nil, 86_400),
      ("Sun, 06 Nov 1994 08:50:07 GMT", "Sun, 06 Nov 1994 08:50:00 GMT", 7),
      ("Sun, 06 Nov 1994 08:50:07 GMT", "yesterday", 30),
    ]
    for row in table {
      var response = TransportResponse(status: 503)
      response.headers["Retry-After"] = row.value
      response.headers["Date"] = row.date
      #expect(response.retryAfter(now: now) == row.seconds.map { .seconds($0) }, "\(row)")
    }
  }
}
