import Testing

@testable import AuthStoragePostgres

/// The conditions under which a pool opens connections.
@Suite struct ConnectionPolicyTests {
  @Test("a pool opens only as many connections as it needs, up to its limit") func limit() {
    let policy = ConnectionPolicy(limit: 4)
    #expect(policy.wanted(waiting: 0, opening: 0, open: 0, now: .zero) == 0)
    #expect(policy.wanted(waiting: 2, opening: 0, open: 0, now: .zero) == 2)
    #expect(policy.wanted(waiting: 2, opening: 1, open: 1, now: .zero) == 1)
    #expect(policy.wanted(waiting: 9, opening: 0, open: 1, now: .zero) == 3)
    #expect(policy.wanted(waiting: 9, opening: 0, open: 4, now: .zero) == 0)
  }

  @Test("after a failure one attempt is made at a time, at growing intervals, until one succeeds") func backOff() {
    var policy = ConnectionPolicy(limit: 4)
    var pauses: [Duration] = []
    for _ in 0..<10 {
      policy.failed(now: .zero, fraction: 1)
      pauses.append(policy.notBefore)
      #expect(policy.wanted(waiting: 9, opening: 0, open: 0, now: policy.notBefore - .milliseconds(1)) == 0)
      #expect(policy.wanted(waiting: 9, opening: 0, open: 0, now: policy.notBefore) == 1)
      #expect(policy.wanted(waiting: 9, opening: 1, open: 1, now: policy.notBefore) == 0)
    }
    #expect(pauses.prefix(4) == [.milliseconds(50), .milliseconds(100), .milliseconds(200), .milliseconds(400)])
    #expect(pauses.last == .seconds(3))
    policy.failed(now: .seconds(10), fraction: 0)
    #expect(policy.notBefore == .seconds(10) + .milliseconds(1500), "hosts connect again at different times")
    policy.connected()
    #expect(policy.wanted(waiting: 9, opening: 0, open: 0, now: .zero) == 4)
  }
}
