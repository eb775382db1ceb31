import AuthCore
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct TransportResponseFailureTests {
  private let now = Date(timeIntervalSince1970: 1_000_000)

  @Test func statusesMapToTheSameCodesForEveryVendor() {
    let table: [(Int, AuthError.Code?)] = [
      (199, nil), (200, nil), (302, nil), (400, nil), (401, nil), (407, nil), (408, .timeout), (409, nil), (428, nil),
      (429, .rateLimited), (430, nil), (499, nil), (500, .serverError), (503, .serverError), (599, .serverError),
    ]
    for (status, code) in table {
      #expect(TransportResponse(status: status).generalFailure(now: now)?.code == code, "\(status)")
    }
  }

  @Test func aWebPageIsKnownByItsBeginning() {
    let table: [(type: String?, body: String, isPage: Bool)] = [
      ("text/html; charset=utf-8", "", false), ("TEXT/HTML", "{}", false), (nil, "\u{FEFF}<html>", true),
      (nil, " \t\r\n<!doctype html>", true),
      ("application/json", "<html>", true), ("application/json", "{\"a\": \"<\"}", false), (nil, "", false),
      ("text/plain", "revoked", false), (nil, " \n", false),
    ]
    for row in table {
      var response = TransportResponse(status: 200, body: Array(row.body.utf8))
      response.headers["Content-Type"] = row.type
      #expect(response.isWebPage == row.isPage, "\(row.type ?? "") \(row.body)")
    }
  }

  @Test func theHeaderCountsBeforeWhatTheVendorSaysElsewhere() {
    let table: [(header: String?, wait: Duration?, retryAfter: Duration?)] = [
      (nil, nil, nil), ("7", nil, .seconds(7)), (nil, .seconds(9), .seconds(9)), ("7", .seconds(9), .seconds(7)),
    ]
    for row in table {
      for status in [429, 503] {
        var response = TransportResponse(status: status)
        response.headers["Retry-After"] = row.header
        let error = response.generalFailure(now: now, retryAfter: row.wait)
        #expect(error?.retryAfter == row.retryAfter, "\(status) \(row)")
        guard status == 429 else { continue }
        #expect(error?.recovery == (row.retryAfter.map { .wait(until: now.adding($0)) } ?? .retryRequest), "\(row)")
      }
    }
  }
}
