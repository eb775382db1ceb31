import AuthCore
import Testing

@testable import AuthTurnkey

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The records that are written before a key is made.
@Suite struct RecordTests {
  private let start = Date(timeIntervalSince1970: 1_000_000)
  private func key(_ name: String) -> KeyReference {
    KeyReference(storeID: "memory", keyID: name, algorithm: .p256, publicKey: [2, 3])
  }

  @Test func intentsReadBack() {
    for intent in [
      SignInIntent(startedAt: start, openUntil: nil),
      SignInIntent(startedAt: start, openUntil: start.addingTimeInterval(1)),
    ] {
      #expect(SignInIntent(record: intent.record) == intent)
    }
    for text in ["", "{}", "[]", #"{"started":"1"}"#, "{"] { #expect(SignInIntent(record: Secret(text)) == nil) }
  }

  @Test func signInIsAbandonedWhenNoFlowCanResumeIt() {
    let cases: [(Double, Double?, Bool)] = [
      (0, nil, false), (899, nil, false), (900, nil, true), (100_000, nil, true),
      // The clock was set back: a little, then a lot.
      (-899, nil, false), (-900, nil, true),
      (0, 100, false), (99, 100, false), (100, 100, true), (100_000, 200_000, false),
    ]
    for (age, open, isAbandoned) in cases {
      let intent = SignInIntent(startedAt: start, openUntil: open.map { start.addingTimeInterval($0) })
      #expect(intent.isAbandoned(at: start.addingTimeInterval(age)) == isAbandoned, "\(age)")
    }
  }

  @Test func renewalsReadBack() {
    let body = Array(#"{"type":"ACTIVITY_TYPE_STAMP_LOGIN","x":"é"}"#.utf8)
    let renewal = PendingRenewal(oldKey: key("old"), newKey: key("new"), body: body, startedAt: start)
    #expect(PendingRenewal(record: renewal.record) == renewal)
    for text in ["", "{}", #"{"old":{},"new":{},"body":"","started":1}"#] {
      #expect(PendingRenewal(record: Secret(text)) == nil)
    }
  }

  @Test func renewalIsRepeatedOnlyWhileTheServerAcceptsIt() {
    let renewal = PendingRenewal(oldKey: key("old"), newKey: key("new"), body: [], startedAt: start)
    func session(_ name: String) -> Session {
      Session(
        id: SessionID("s"), providerID: "turnkey", tenant: "o", subject: "u", key: key(name), createdAt: start)
    }
    let cases: [(String, Double, Bool)] = [
      ("old", 0, true), ("old", 1799, true), ("old", 1800, false), ("old", -1800, true), ("old", -1801, false),
      ("new", 0, false), ("other", 0, false),
    ]
    for (name, age, isUsable) in cases {
      #expect(
        renewal.isUsable(for: session(name), now: start.addingTimeInterval(age)) == isUsable, "\(name) \(age)")
    }
  }
}
