import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The app's identity system is called without a lock. Its result applies only to the credential of the call.
@Suite struct NoTokenTests {
  private func ended(
    with change: @escaping @Sendable (inout Session) -> Void
  ) async throws -> (stored: Session?, given: Session?) {
    let store = Locked<MemorySessionStore?>(nil)
    let house = SessionHouse(
      tokenProvider: ClosureTokenProvider { _ in
        // Another process changes the session during the call.
        if let store = store.withLock({ $0 }), var session = try await store.load(SessionID("s1")) {
          change(&session)
          try await store.save(session)
        }
        return nil
      })
    store.withLock { $0 = house.store }
    let engine = house.engine(FakeProvider { _, _ in .tokenRequired(TokenRequest(.appIdentity, providerID: "fake")) })
    try await engine.adopt(.sample(created: house.clock.now()))
    house.clock.advance(by: .seconds(3600))
    let given = try? await engine.current()
    return (try await house.store.load(SessionID("s1")), given)
  }

  @Test("a missing token does not end a session that was renewed meanwhile") func renewedMeanwhile() async throws {
    let (stored, given) = try await ended {
      $0.generation = 2
      $0.expiresAt = $0.expiresAt?.addingTimeInterval(7200)
    }
    #expect(stored?.generation == 2)
    #expect(given?.generation == 2)
  }

  @Test("a missing token ends a session that was labelled meanwhile") func labelledMeanwhile() async throws {
    let (stored, given) = try await ended { $0.tags = ["label": "work"] }
    #expect(stored == nil)
    #expect(given == nil)
  }
}
