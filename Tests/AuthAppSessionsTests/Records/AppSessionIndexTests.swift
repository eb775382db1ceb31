import AuthCore
import Testing

@testable import AuthAppSessions

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct AppSessionIndexTests {
  private func at(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }

  @Test("an event that refuses more sign-ins replaces one that refuses fewer, and never the other way round")
  func closing() {
    let never: Date? = nil
    for (events, refuses, admits) in [
      ([10], 10, 11), ([10, 20], 20, 21), ([20, 10], 20, 21),
    ] as [([Double], Double, Double)] {
      var index = AppSessionIndex()
      for event in events { index.close(before: at(event), at: at(100)) }
      #expect(!index.admits(signInAt: at(refuses)) && index.admits(signInAt: at(admits)))
    }
    for order in [[never, at(10)], [at(10), never]] {
      var index = AppSessionIndex()
      for event in order { index.close(before: event, at: at(100)) }
      #expect(!index.admits(signInAt: at(1e9)))
    }
    #expect(AppSessionIndex().admits(signInAt: at(0)))
  }

  @Test("the oldest sessions are over the limit, and never the newest one") func surplus() {
    var index = AppSessionIndex()
    let ids = (0..<5).map { SessionID("s\($0)") }
    for (number, id) in ids.enumerated() { index.enter(id, at: at(Double(number))) }
    #expect(index.surplus(over: 5, keeping: ids[4]) == [])
    #expect(index.surplus(over: 3, keeping: ids[4]) == [ids[0], ids[1]])
    #expect(index.surplus(over: 1, keeping: ids[0]) == [ids[1], ids[2], ids[3], ids[4]])
    #expect(index.surplus(over: 100, keeping: ids[0]) == [])
  }

  @Test("a session is listed once, and a list without sessions and events is empty") func entries() {
    var index = AppSessionIndex()
    index.enter(SessionID("a"), at: at(1))
    index.enter(SessionID("a"), at: at(2))
    #expect(index.entries.count == 1 && index.contains(SessionID("a")))
    index.leave(SessionID("b"))
    index.leave(SessionID("a"))
    #expect(index.isEmpty)
    index.close(before: nil, at: at(1))
    #expect(!index.isEmpty)
  }

  private func notice(_ id: String, _ source: String, _ provider: ProviderID?) -> String {
    let endings = provider.map { [AppSessionEnding(provider: $0, target: .subject("s"), reason: .revoked)] }
    return AppSessionHandle.notice(
      AppSessionNotice(source: source, id: id, endings: endings ?? [], keepUntil: at(0)))
  }

  @Test("names are told apart whatever they contain") func handles() {
    let keys = [
      AppSessionHandle.subject("a"), AppSessionHandle.user("a", at: "b"), AppSessionHandle.user("b", at: "a"),
      AppSessionHandle.session("a", at: "b"), notice("a", "b", nil), notice("b", "a", nil), notice("a", "b", "op"),
      AppSessionHandle.user("c\",\"d", at: "b"), AppSessionHandle.user("d", at: "b\",\"c"),
      AppSessionHandle.subject("\u{E9}"), AppSessionHandle.subject("e\u{301}"),
    ]
    #expect(Set(keys).count == keys.count)
    #expect(keys.allSatisfy { $0.utf8.count == 43 })
  }
}
