import AuthAppSessions
import AuthCore
import AuthStorage
import AuthTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct SweepTests {
  /// Sweeps all parts of the store once, and returns the sum of `AppSessionSweep.removed` and the number of calls.
  static func round(_ sessions: AppSessions, limit: Int = 200) async throws -> (removed: Int, calls: Int) {
    var (removed, calls) = (0, 0)
    var cursor = AppSessionSweep.Cursor()
    repeat {
      let result = try await sessions.sweep(cursor, limit: limit)
      #expect(result.examined <= limit)
      removed += result.removed
      calls += 1
      cursor = result.next
    } while !cursor.isStart
    return (removed, calls)
  }

  /// The number of records of each kind.
  static func counts(_ store: any RecordStore) async throws -> [Int] {
    let root = store.namespaced("app-sessions")
    var counts: [Int] = []
    for kind in ["sessions", "handles", "notices"] {
      var count = 0
      for first in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_" {
        count += try await root.namespaced(kind).namespaced(String(first)).keys().count
      }
      counts.append(count)
    }
    return counts
  }

  @Test("expired sessions are removed with their entries in all lists, and live ones stay")
  func expired() async throws {
    let bench = SessionBench()
    let sessions = bench.host()
    for number in 0..<40 { _ = try await sessions.issue(SessionBench.request("old\(number)", sid: "s\(number)")) }
    bench.clock.advance(by: .seconds(13 * 86_400))
    let live = try await sessions.issue(SessionBench.request("new", user: "u", sid: "s"))
    #expect(try await Self.counts(bench.store) == [41, 123, 0])
    #expect(try await Self.round(sessions).removed == 0)
    bench.clock.advance(by: .seconds(86_400))
    #expect(try await Self.round(sessions).removed == 40)
    #expect(try await Self.counts(bench.store) == [1, 3, 0])
    _ = try await sessions.rotate(live.refreshToken)
    #expect(try await sessions.list(subject: "new").count == 1)
  }

  @Test("one call examines a bounded number of records") func bounded() async throws {
    let bench = SessionBench()
    let sessions = bench.host()
    for _ in 0..<50 { _ = try await sessions.issue(SessionBench.request()) }
    bench.clock.advance(by: .seconds(90 * 86_400))
    let result = try await Self.round(sessions, limit: 1)
    #expect(result.removed == 50 && result.calls >= 192)
    #expect(try await Self.counts(bench.store) == [0, 0, 0])
  }

  @Test("the remains of ended sessions are kept for a day, and those of events until they would be refused")
  func remains() async throws {
    let bench = SessionBench()
    let sessions = bench.host()
    let issued = try await sessions.issue(SessionBench.request(sid: "s1"))
    try await sessions.handle(
      AppSessionNotice(
        source: "op", id: "1",
        endings: [AppSessionEnding(provider: "op", target: .session("s1", of: nil), reason: .providerLogout)],
        keepUntil: bench.clock.now().addingTimeInterval(120)))
    #expect(try await Self.counts(bench.store) == [1, 1, 1])
    #expect(await code { _ = try await sessions.verify(issued.token) } == "invalid_token")
    #expect(bench.lastRefusal == .ended)
    bench.clock.advance(by: .seconds(119))
    #expect(try await Self.round(sessions).removed == 0)
    bench.clock.advance(by: .seconds(1))
    _ = try await Self.round(sessions)
    #expect(try await Self.counts(bench.store) == [1, 1, 0])
    bench.clock.advance(by: .seconds(86_400))
    _ = try await Self.round(sessions)
    #expect(try await Self.counts(bench.store) == [0, 0, 0])
    #expect(await code { _ = try await sessions.verify(issued.token) } == "invalid_token")
    #expect(bench.lastRefusal == .unknown)
  }

  @Test("an entry that a crashed sign-in left is removed after ten minutes") func strays() async throws {
    let bench = SessionBench()
    let failing = FailingRecordStore(bench.store)
    // The calls of a sign-in: two lists are read and written, then the session is written.
    failing.fail(at: 4)
    #expect(await code { _ = try await bench.host(failing).issue(SessionBench.request()) } == "store_unavailable")
    #expect(try await Self.counts(bench.store) == [0, 2, 0])
    bench.clock.advance(by: .seconds(599))
    #expect(try await Self.round(bench.host()).removed == 0)
    bench.clock.advance(by: .seconds(1))
    #expect(try await Self.round(bench.host()).removed == 2)
    #expect(try await Self.counts(bench.store) == [0, 0, 0])
  }

  @Test("a session that another host renews at the same time stays, and stays listed") func renewedMeanwhile()
    async throws
  {
    let bench = SessionBench { $0.idleLifetime = .seconds(100) }
    let sessions = bench.host()
    let issued = try await sessions.issue(SessionBench.request())
    let key = issued.session.id.rawValue
    let racing = RacingRecordStore(bench.store, key: key) { _ = try? await sessions.rotate(issued.refreshToken) }
    // The clock of the host that sweeps is ahead: for it, the session has expired.
    let racer = AppSessions(
      records: racing, policy: bench.policy, clock: ManualClock(bench.clock.now().addingTimeInterval(4000)))
    _ = try await Self.round(racer)
    #expect(try await sessions.list(subject: "jane").count == 1)
    #expect(try await sessions.revoke(subject: "jane").count == 1)
  }
}
