import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The history of an account as a value.
@Suite struct AccountHistoryTests {
  typealias Event = AccountHistory.Event

  static let refused = Event.refused(by: .provider, code: .sessionRevoked, vendorCode: "gone")
  static let every: [Event] = [
    .signedIn, .signedOut, .replaced, .vanished, refused, .refused(by: .app, code: .sessionExpired, vendorCode: nil),
    .expired,
    .mismatched("user"), .trouble(.storeCorrupt),
  ]

  static func entry(_ event: Event, _ session: String = "s1", at second: Double = 0) -> AccountHistory.Entry {
    AccountHistory.Entry(
      date: Date(timeIntervalSince1970: 1_800_000_000 + second), session: SessionID(session), event: event,
      program: "app", isOwn: true, mark: "ours")
  }

  private func history(_ events: [Event]) -> AccountHistory {
    AccountHistory(providerID: "p", tenant: "t", subject: "s", entries: events.map { Self.entry($0) })
  }

  @Test(arguments: [
    // the known events, the new event, the known events after it
    ([], Event.signedIn, [.signedIn]),
    ([.signedIn], .signedIn, [.signedIn, .signedIn]),
    ([.signedIn], .signedOut, [.signedIn, .signedOut]),
    ([.signedIn], refused, [.signedIn, refused]),
    ([.signedIn], .vanished, [.signedIn, .vanished]),
    ([.signedIn], .expired, [.signedIn, .expired]),
    // An event is noted once.
    ([.signedIn, .expired], .expired, [.signedIn, .expired]),
    ([.signedIn, .trouble(.keyUnavailable)], .trouble(.keyUnavailable), [.signedIn, .trouble(.keyUnavailable)]),
    ([.signedIn, .trouble(.keyUnavailable)], .expired, [.signedIn, .trouble(.keyUnavailable), .expired]),
    ([.signedIn, .expired, .signedIn], .expired, [.signedIn, .expired, .signedIn, .expired]),
    // A session ends once. The exact reason is kept, whichever process records its event first.
    ([.signedIn, .signedOut], .vanished, [.signedIn, .signedOut]),
    ([.signedIn, .vanished], .signedOut, [.signedIn, .signedOut]),
    ([.signedIn, .vanished], refused, [.signedIn, refused]),
    ([.signedIn, refused], .signedOut, [.signedIn, refused]),
    ([.signedIn, .signedOut], .expired, [.signedIn, .signedOut]),
    ([.signedIn, .signedOut], .trouble(.storeCorrupt), [.signedIn, .signedOut]),
    ([.signedIn, .signedOut], .signedIn, [.signedIn, .signedOut, .signedIn]),
    ([.signedIn, .vanished], .replaced, [.signedIn, .replaced]),
    ([.signedIn, .replaced], .vanished, [.signedIn, .replaced]),
    ([.signedIn, .expired], .signedOut, [.signedIn, .expired, .signedOut]),
    ([], .vanished, [.vanished]),
  ])
  func eachEventIsNotedOnce(_ known: [Event], _ event: Event, _ expected: [Event]) {
    var history = history(known)
    let isNews = history.append(Self.entry(event, at: 1))
    #expect(isNews == (known != expected))
    #expect(history.entries.map(\.event) == expected)
  }

  @Test func theEndOfOneSessionDoesNotEndAnother() {
    var history = history([.signedIn])
    _ = history.append(Self.entry(.signedIn, "s2"))
    _ = history.append(Self.entry(.signedOut, "s1"))
    _ = history.append(Self.entry(.signedOut, "s2"))
    #expect(history.entries.map(\.session.rawValue) == ["s1", "s2", "s1", "s2"])
  }

  @Test func theOldestEntryIsRemovedFirst() {
    var history = history([])
    for number in 0..<100 { _ = history.append(Self.entry(.signedIn, "s\(number)")) }
    #expect(history.entries.count == AccountHistory.capacity)
    #expect(history.entries.first?.session == SessionID("s68") && history.entries.last?.session == SessionID("s99"))
  }

  @Test(
    arguments: [
      ([], nil), ([Event.signedIn], nil), ([.signedIn, .signedOut], .signedOut), ([.signedIn, refused], refused),
      ([.signedIn, .expired], .expired), ([.signedIn, .signedOut, .signedIn], nil),
      ([.signedIn, .trouble(.storeCorrupt)], nil), ([.signedIn, .expired, .trouble(.keyUnavailable)], .expired),
      ([.signedIn, .replaced], nil),
      ([.vanished], .vanished), ([.signedIn, .signedOut, .other("later")], .signedOut),
    ] as [([Event], Event?)])
  func theLastEndCountsUntilTheNextSignIn(_ events: [Event], _ expected: Event?) {
    #expect(history(events).ending?.event == expected)
  }

  @Test func theEndOfAnEarlierSessionLeavesTheUserSignedIn() {
    var history = history([.signedIn])
    _ = history.append(Self.entry(.signedIn, "s2"))
    _ = history.append(Self.entry(.signedOut, "s1"))
    #expect(history.ending == nil)
    _ = history.append(Self.entry(Self.refused, "s2"))
    #expect(history.ending?.session == SessionID("s2"))
  }

  @Test func anExplanationIsOfTheLatestEnd() {
    func history(_ subject: String, _ entries: [AccountHistory.Entry]) -> AccountHistory {
      AccountHistory(providerID: "vendor", tenant: "t", subject: subject, identifier: subject, entries: entries)
    }
    let early = history("early", [Self.entry(Self.refused, at: 1)])
    let late = history("late", [Self.entry(.expired, at: 2)])
    let back = history("back", [Self.entry(.signedOut, at: 3), Self.entry(.signedIn, at: 4)])
    #expect(SignOutExplanation(of: [early, late, back])?.subject == "late")
    #expect(SignOutExplanation(of: [late, early])?.subject == "late")
    #expect(SignOutExplanation(of: [back]) == nil && SignOutExplanation(of: []) == nil)
    #expect(
      SignOutExplanation(of: [early])?.text
        == "You were signed out because vendor no longer accepts the session (session_revoked, gone).")
  }

  @Test func everyEndHasAText() {
    var texts: Set<String> = []
    for event in Self.every where event.isEnding {
      let history = AccountHistory(providerID: "vendor", tenant: "t", subject: "s", entries: [Self.entry(event)])
      texts.insert(SignOutExplanation(of: [history])?.text ?? "")
    }
    #expect(texts.count == 5 && texts.allSatisfy { $0.hasPrefix("You ") && $0.hasSuffix(".") })
  }
}
