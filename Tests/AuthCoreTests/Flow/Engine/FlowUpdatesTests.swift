import Testing

@testable import AuthCore

@Suite(.timeLimit(.minutes(1))) struct FlowUpdatesTests {
  @Test("a reader that is cancelled while it waits returns") func cancelled() async throws {
    let updates = FlowUpdates()
    let reader = Task { await updates.entry(at: 1) }
    // The reader has most probably begun to wait; if not, it returns before.
    try await Task.sleep(for: .milliseconds(50))
    reader.cancel()
    #expect(await reader.value == nil)
  }
}
