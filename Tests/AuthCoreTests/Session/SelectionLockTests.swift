import AuthStorage
import Testing

@testable import AuthCore

/// Deleting a session and deselecting it are one step for other processes.
@Suite struct SelectionLockTests {
  private let provider: ProviderID = "fake"

  private func store(selecting id: String) async throws -> MemorySessionStore {
    let store = MemorySessionStore()
    for name in ["s1", "s2"] { try await store.save(.sample(name)) }
    try await store.select(SessionID(id), for: provider)
    return store
  }

  @Test func theSelectedSessionIsDeselectedAfterItsDeletion() async throws {
    let store = try await store(selecting: "s1")
    try await store.deselecting(.sample("s1")) { () throws(AuthError) in
      #expect(try await store.selection(for: provider) == SessionID("s1"), "the session is still selected")
    }
    #expect(try await store.selection(for: provider) == nil)
  }

  @Test func anotherSelectionStays() async throws {
    let store = try await store(selecting: "s2")
    try await store.deselecting(.sample("s1")) { () throws(AuthError) in }
    #expect(try await store.selection(for: provider) == SessionID("s2"))
  }

  @Test func aDeletionThatFailsDeselectsNothing() async throws {
    let store = try await store(selecting: "s1")
    await #expect(throws: AuthError(.storeFull, "")) {
      try await store.deselecting(.sample("s1")) { () throws(AuthError) in throw AuthError(.storeFull, "full") }
    }
    #expect(try await store.selection(for: provider) == SessionID("s1"))
  }
}
