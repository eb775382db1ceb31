import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct SessionTests {
  /// The changes of one field each, with the name of the field.
  private static let changes: [(String, @Sendable (inout Session) -> Void)] = [
    ("subject", { $0.subject = "other" }), ("identifier", { $0.identifier = nil }),
    ("displayName", { $0.displayName = "Jane" }), ("tokens", { $0.tokens.access = Secret("other") }),
    ("refresh", { $0.tokens.refresh = nil }), ("key", { $0.key = nil }),
    ("createdAt", { $0.createdAt = .distantPast }), ("expiresAt", { $0.expiresAt = nil }),
    ("claims", { $0.claims["role"] = "admin" }), ("tags", { $0.tags["a"] = "b" }),
    ("generation", { $0.generation += 1 }),
  ]

  private static func session() -> Session {
    var session = Session.sample()
    session.key = KeyReference(
      storeID: "memory", keyID: "k1", algorithm: .p256, publicKey: [UInt8](repeating: 2, count: 33))
    return session
  }

  @Test func aCopyThatIsChangedLeavesTheOtherAsItWas() {
    for (name, change) in Self.changes {
      let original = Self.session()
      var copy = original
      #expect(copy == original)
      change(&copy)
      #expect(copy != original, "\(name)")
      #expect(original == Self.session(), "\(name)")
      var again = original
      change(&again)
      #expect(again == copy, "\(name): equal by what they hold, not by where")
    }
  }

  @Test func showsItsFieldsAndNoSecret() {
    var text = ""
    let session = Self.session()
    dump(session, to: &text)
    for shown in [text, "\(session)", String(reflecting: session)] {
      #expect(shown.contains("jane@example.com"))
      #expect(!shown.contains("access-1"))
      #expect(!shown.contains("refresh-1"))
    }
  }

  @Test func aNewOneIsTheFirstOfItsSignInAndAsFarAsKnownInTime() {
    let session = Session(
      id: SessionID("s1"), providerID: "fake", tenant: "tenant", subject: "u", createdAt: Session.sample().createdAt)
    #expect(session.generation == 1)
    #expect(session.clockLag == 0)
    #expect(!session.isExpired(at: .distantFuture), "the session has no expiry")
  }

  @Test func runsOutAtItsEnd() {
    let session = Session.sample(life: 100)
    #expect(!session.isExpired(at: session.createdAt.addingTimeInterval(99)))
    #expect(session.isExpired(at: session.createdAt.addingTimeInterval(100)))
  }

  @Test func theClockErrorIsStoredWithTheSession() throws {
    for lag in [0, -3600.5, 86_400] {
      var session = Self.session()
      session.clockLag = lag
      let record = SessionRecord.encode(session)
      #expect(try SessionRecord.decode(record) == session)
      #expect(record.revealText().contains("\"lag\"") == (lag != 0))
    }
    let damaged = SessionRecord.encode(Self.session()).revealText().dropLast() + ",\"lag\":\"1\"}"
    #expect(throws: AuthError(.storeCorrupt, "")) { try SessionRecord.decode(Secret(String(damaged))) }
  }
}
