import Testing

@testable import AuthCore

@Suite struct SessionResolverTests {
  @Test func theFirstInstanceThatHadASessionGivesTheReason() {
    let table: [(states: [SessionState], reason: SignOutReason)] = [
      ([.signedOut(.never), .signedOut(.never)], .never), ([.signedOut(.never), .signedOut(.requested)], .requested),
      ([.signedOut(.requested), .signedOut(.never)], .requested),
      ([.signedOut(.requested), .signedOut(.deselected)], .requested),
      ([.signedOut(.deselected), .signedOut(.requested)], .deselected),
    ]
    let resolver = SessionResolver(asked: nil, configured: "a", fallback: ["b"])
    for row in table {
      let found = resolver.resolve { $0 == "a" ? row.states[0] : row.states[1] }
      #expect(found.owner == nil && found.state == .signedOut(row.reason), "\(row.states)")
    }
  }
}
