import Testing

@testable import AuthCore

@Suite struct SelectedSessionTests {
  @Test func aSignInThatWasFasterThanTheStoreWins() {
    var selected = SelectedSession()
    selected.selected(.sample("new"))
    selected.loaded(.sample("old"), lock: nil)
    #expect(selected.session?.id == SessionID("new"))
  }

  @Test func onlyTheSelectedSessionsRenewalCounts() {
    var selected = SelectedSession()
    selected.selected(.sample("a", generation: 3))
    selected.renewed(.sample("b", generation: 9))
    #expect(selected.session?.generation == 3)
    selected.renewed(.sample("a", generation: 2))
    #expect(selected.session?.generation == 3, "an older renewal does not go back")
    selected.renewed(.sample("a", generation: 4))
    #expect(selected.session?.generation == 4)
  }

  @Test func endsOnce() {
    var selected = SelectedSession()
    selected.selected(.sample("a"))
    let ends = [
      selected.ended(SessionID("b"), .requested), selected.ended(SessionID("a"), .refused(.sessionRevoked)),
      selected.ended(SessionID("a"), .requested),
    ]
    #expect(ends == [false, true, false])
    #expect(selected.reason == .refused(.sessionRevoked))
    #expect(selected.session == nil)
  }
}
