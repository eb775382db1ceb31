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

@Suite struct EndingTests {
  private let bench = SessionBench()
  private var sessions: AppSessions { bench.host() }

  private func open(
    _ subject: String = "jane", user: String? = nil, sid: String? = nil, at provider: ProviderID = "op",
    signedIn: Date? = nil
  ) async throws -> IssuedAppSession {
    var request = SessionBench.request(subject, user: user, sid: sid)
    request.provider = provider
    request.authenticatedAt = signedIn
    return try await sessions.issue(request)
  }

  private func isLive(_ issued: IssuedAppSession) async -> Bool {
    await code { _ = try await sessions.verify(issued.token) } == nil
  }

  @Test("the owner of a refresh token, even a spent one, ends the session") func byToken() async throws {
    let first = try await open()
    let second = try await sessions.rotate(first.refreshToken)
    #expect(try await sessions.revoke(refreshToken: first.refreshToken))
    #expect(await !isLive(second))
    #expect(await code { _ = try await sessions.rotate(second.refreshToken) } == "invalid_token")
    #expect(try await !sessions.revoke(refreshToken: second.refreshToken), "it has ended already")
    #expect(bench.events.count { $0 == .ended(first.session.id, .revoked) } == 1)
  }

  @Test("a user ends one of the user's own sessions, and none of another user") func byID() async throws {
    let (jane, joe) = (try await open("jane"), try await open("joe"))
    #expect(try await !sessions.revoke(joe.session.id, of: "jane"))
    #expect(try await !sessions.revoke(SessionID("unknown"), of: "jane"))
    #expect(await isLive(joe))
    #expect(try await sessions.revoke(jane.session.id, of: "jane"))
    #expect(await !isLive(jane))
    #expect(await isLive(joe))
  }

  @Test("all sessions of a subject end, or all but one") func bySubject() async throws {
    let (first, second, third) = (try await open(), try await open(), try await open("joe"))
    #expect(try await sessions.revoke(subject: "jane", except: second.session.id) == [first.session.id])
    #expect(await isLive(second))
    #expect(try await sessions.revoke(subject: "jane") == [second.session.id])
    #expect(await !isLive(second))
    #expect(await isLive(third))
    let later = try await open()
    #expect(await isLive(later), "a new sign-in is possible")
  }

  @Test("subjects that differ only in their Unicode form are different") func bytes() async throws {
    let (composed, decomposed) = (try await open("\u{E9}"), try await open("e\u{301}"))
    #expect(try await !sessions.revoke(composed.session.id, of: "e\u{301}"))
    #expect(try await sessions.revoke(subject: "e\u{301}") == [decomposed.session.id])
    #expect(await isLive(composed))
  }

  @Test("the end of a provider's session ends the sessions that began with it") func bySid() async throws {
    let meant = [try await open(sid: "s1"), try await open(sid: "s1")]
    let others = [try await open(sid: "s2"), try await open(), try await open(sid: "s1", at: "other")]
    let ended = try await sessions.revoke(providerSession: "s1", at: "op")
    #expect(Set(ended) == Set(meant.map(\.session.id)))
    for issued in meant { #expect(await !isLive(issued)) }
    for issued in others { #expect(await isLive(issued)) }
  }

  @Test("with a user, the user's sessions without a sid end as well") func bySidAndUser() async throws {
    let meant = [try await open(user: "u1", sid: "s1"), try await open(user: "u1")]
    let others = [try await open(user: "u1", sid: "s2"), try await open(user: "u2")]
    try await sessions.end(
      AppSessionEnding(provider: "op", target: .session("s1", of: "u1"), reason: .providerLogout))
    for issued in meant { #expect(await !isLive(issued)) }
    for issued in others { #expect(await isLive(issued)) }
    #expect(bench.events.contains(.ended(meant[0].session.id, .providerLogout)))
  }

  @Test("a user of a provider is not a subject of the app") func byUser() async throws {
    let linked = try await open("jane", user: "u1")
    let other = try await open("u1", user: "u2")
    try await sessions.end(AppSessionEnding(provider: "op", target: .subject("u1"), reason: .providerRevocation))
    #expect(await !isLive(linked))
    #expect(await isLive(other))
  }

  @Test("an event that arrives late does not end the session of a later sign-in") func before() async throws {
    let event = bench.clock.now()
    let before = [
      try await open(user: "u1", signedIn: event.addingTimeInterval(-10)), try await open(user: "u1", signedIn: event),
      try await open(user: "u1", signedIn: event.addingTimeInterval(60)),
    ]
    let after = try await open(user: "u1", signedIn: event.addingTimeInterval(60.001))
    try await sessions.end(
      AppSessionEnding(provider: "op", target: .subject("u1"), before: event, reason: .credentialChange))
    for issued in before { #expect(await !isLive(issued)) }
    #expect(await isLive(after), "the clocks may differ by a minute")
    // A sign-in from before the event is refused, although it comes to the app after the event.
    #expect(await code { _ = try await open(user: "u1", signedIn: event) } == "invalid_token")
    #expect(bench.lastRefusal == .endedAtProvider)
    _ = try await open(user: "u1", signedIn: event.addingTimeInterval(0.001))
  }

  @Test("a sign-in with a provider's session that has ended is refused") func endedDuringTheSignIn() async throws {
    try await sessions.end(AppSessionEnding(provider: "op", target: .session("s1", of: nil), reason: .providerLogout))
    #expect(await code { _ = try await open(sid: "s1") } == "invalid_token")
    #expect(bench.lastRefusal == .endedAtProvider)
    #expect(try await sessions.list(subject: "jane").isEmpty)
    _ = try await open(sid: "s2")
  }

  @Test("an event that arrives at any step of a sign-in ends its session") func duringTheSignIn() async throws {
    let event = bench.clock.now()
    for target in [AppSessionEnding.Target.session("s", of: nil), .subject("u")] {
      var interruptions = 0
      for call in 0..<30 {
        let bench = SessionBench()
        let (store, other) = (FailingRecordStore(bench.store), bench.host())
        let isInterrupted = Locked(false)
        store.interrupt(at: call) {
          isInterrupted.withLock { $0 = true }
          _ = try? await other.end(
            AppSessionEnding(provider: "op", target: target, before: event, reason: .providerLogout))
        }
        var request = SessionBench.request(user: "u", sid: "s")
        request.authenticatedAt = event
        let issued = try? await bench.host(store).issue(request)
        guard isInterrupted.withLock({ $0 }) else { continue }
        interruptions += 1
        guard let issued else { continue }
        #expect(await code { _ = try await other.verify(issued.token) } == "invalid_token", "\(target), call \(call)")
      }
      #expect(interruptions >= 10)
    }
  }

  @Test("an event ends sessions once, even if it is delivered again after a new sign-in") func notices() async throws {
    let first = try await open(user: "u1")
    let notice = AppSessionNotice(
      source: "https://op.example.com", id: "jti-1",
      endings: [AppSessionEnding(provider: "op", target: .subject("u1"), reason: .providerLogout)],
      keepUntil: bench.clock.now().addingTimeInterval(120))
    #expect(try await sessions.handle(notice) == [first.session.id])
    let second = try await open(user: "u1")
    #expect(try await bench.host().handle(notice).isEmpty)
    #expect(bench.events.last == .noticeRepeated(source: "https://op.example.com"))
    #expect(await isLive(second))
    // The same id of another source is another event.
    let other = AppSessionNotice(
      source: "https://other.example.com", id: "jti-1", endings: notice.endings, keepUntil: notice.keepUntil)
    #expect(try await sessions.handle(other) == [second.session.id])
  }

  @Test("an event that could not be handled is handled at the next delivery") func crashBetween() async throws {
    let failing = FailingRecordStore(bench.store)
    let issued = try await open(user: "u1")
    let notice = AppSessionNotice(
      source: "op", id: "1",
      endings: [AppSessionEnding(provider: "op", target: .subject("u1"), reason: .providerLogout)],
      keepUntil: bench.clock.now().addingTimeInterval(120))
    // The first deliveries fail at each call of the store in turn.
    for call in 0..<20 {
      failing.fail(at: call)
      if await code({ try await bench.host(failing).handle(notice) }) == nil { break }
    }
    #expect(await !isLive(issued))
    #expect(try await sessions.handle(notice).isEmpty)
    #expect(bench.events.last == .noticeRepeated(source: "op"))
  }

  @Test("the list has the sessions that can be used or renewed, the last renewed first") func lists() async throws {
    let (first, second) = (try await open(), try await open())
    bench.clock.advance(by: .seconds(10))
    let renewed = try await sessions.rotate(first.refreshToken)
    bench.clock.advance(by: .seconds(13 * 86_400))
    let third = try await open()
    #expect(
      try await sessions.list(subject: "jane") == [third.session, renewed.session, second.session])
    bench.clock.advance(by: .seconds(86_400 - 10))
    #expect(try await sessions.list(subject: "jane") == [third.session, renewed.session], "the second was idle")
    try await sessions.revoke(third.session.id, of: "jane")
    #expect(try await sessions.list(subject: "jane") == [renewed.session])
    #expect(try await sessions.list(subject: "joe").isEmpty)
  }

  @Test("a damaged record is an error for its token, and can be ended") func damage() async throws {
    let issued = try await open()
    let id = issued.session.id.rawValue
    let place = bench.store.namespaced("app-sessions").namespaced("sessions").namespaced(String(id.prefix(1)))
    try await place.replace(Secret("{\"v\":1}"), for: id)
    #expect(await code { _ = try await sessions.verify(issued.token) } == "store_corrupt")
    #expect(await code { _ = try await sessions.rotate(issued.refreshToken) } == "store_corrupt")
    #expect(try await sessions.revoke(subject: "jane") == [issued.session.id])
    #expect(await code { _ = try await sessions.verify(issued.token) } == "invalid_token")
  }
}
