import Testing

@testable import AuthCore

@Suite(.timeLimit(.minutes(1))) struct FlowUpdatesTests {
  @Test("a reader that is cancelled while it waits returns") func cancelled() async throws {
    let updates = FlowUpdates()
    let reader = Task { await updates.entry(at: 1) }
    // By now, the reader very probably waits. If not, it returns before it waits.
    try await Task.sleep(for: .milliseconds(50))
    reader.cancel()
    #expect(await reader.value == nil)
  }
}
