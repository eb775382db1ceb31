import AuthCore
import AuthSandbox
import Testing

@testable import AuthSandboxKit

/// The sequence numbers of the request log, and its maximum length.
@Suite struct RequestLogTests {
  @Test func keepsTheLastHundredThousand() {
    var log = RequestLog()
    let now = FixedClock().now()
    for index in 1...100_003 {
      log.append(at: now, provider: "turnkey", method: "POST", path: "/\(index)", status: 200, note: nil)
    }
    let all = log.entries(after: 0)
    #expect(all.count == 100_000)
    #expect(all.first?.sequence == 4)
    #expect(all.last?.sequence == 100_003)
    #expect(zip(all, all.dropFirst()).allSatisfy { $0.sequence + 1 == $1.sequence })
    #expect(log.entries(after: 100_001).map(\.path) == ["/100002", "/100003"])
    #expect(log.entries(after: 100_003).isEmpty)
    #expect(log.entries(after: .max).isEmpty)
    #expect(log.entries(after: .min).count == 100_000)
  }

  @Test func clearingKeepsCounting() {
    var log = RequestLog()
    let now = FixedClock().now()
    #expect(log.entries(after: 0).isEmpty)
    log.append(at: now, provider: "privy", method: "GET", path: "/a", status: 200, note: "fault: delay")
    log.clear()
    log.append(at: now, provider: "privy", method: "GET", path: "/b", status: 404, note: nil)
    #expect(
      log.json(after: 1) == [
        "requests": [
          [
            "seq": 2, "at": "2026-01-02T03:04:05.000Z", "provider": "privy", "method": "GET", "path": "/b",
            "status": 404,
          ]
        ]
      ])
  }
}
