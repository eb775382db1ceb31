import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct RefreshBackoffTests {
  private let now = Date(timeIntervalSince1970: 1_000_000)

  @Test func doublesUpToTenMinutes() {
    var backoff = RefreshBackoff()
    #expect(backoff.permits(at: now))
    var waits: [Double] = []
    for _ in 0..<9 {
      backoff.failed(with: AuthError(.network, ""), now: now, jitter: 0)
      waits.append(backoff.notBefore?.timeIntervalSince(now) ?? 0)
    }
    #expect(waits == [15, 30, 60, 120, 240, 480, 600, 600, 600])
    #expect(!backoff.permits(at: now.addingTimeInterval(599)))
    #expect(backoff.permits(at: now.addingTimeInterval(600)))
  }

  @Test func jitterTakesUpToHalfOff() {
    for (jitter, wait) in [(0.0, 15.0), (0.5, 11.25), (1, 7.5)] {
      var backoff = RefreshBackoff()
      backoff.failed(with: AuthError(.network, ""), now: now, jitter: jitter)
      #expect(backoff.notBefore?.timeIntervalSince(now) == wait)
    }
  }

  @Test func aClockThatWasSetBackEndsThePause() {
    var backoff = RefreshBackoff()
    backoff.failed(with: AuthError(.network, ""), now: now, jitter: 0)
    #expect(!backoff.permits(at: now))
    #expect(backoff.permits(at: now.addingTimeInterval(-1)))
  }

  @Test func onlyALostCredentialKeepsItsError() {
    var backoff = RefreshBackoff()
    backoff.failed(with: AuthError(.renewalLost, ""), now: now, jitter: 0)
    #expect(backoff.loss(at: now.addingTimeInterval(14))?.code == .renewalLost)
    #expect(backoff.loss(at: now.addingTimeInterval(15)) == nil)
    backoff.failed(with: AuthError(.network, ""), now: now, jitter: 0)
    #expect(backoff.loss(at: now.addingTimeInterval(1)) == nil)
  }

  @Test func theServersDelayCountsUpToAnHour() {
    for (asked, wait) in [(5.0, 15.0), (90, 90), (100_000, 3600)] {
      var backoff = RefreshBackoff()
      let error = AuthError(.rateLimited, "", retryAfter: Duration(fractionalSeconds: asked))
      backoff.failed(with: error, now: now, jitter: 0)
      #expect(backoff.notBefore?.timeIntervalSince(now) == wait)
    }
  }
}
