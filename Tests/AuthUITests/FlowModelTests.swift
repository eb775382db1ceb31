import AuthCore
import AuthUI
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct FlowModelTests {
  @Test func showsThePromptThenTheResult() async throws {
    let model = FlowModel(.coded())
    await until { model.prompt != nil }
    #expect(model.activity == nil)
    #expect(model.canResend())
    await model.submit(code: "nope")
    await until { model.context.lastError != nil }
    #expect(model.context.lastError?.code == .invalidCode)
    await model.submit(code: " 123456 ")
    await until { model.isFinished }
    #expect(model.failure == nil)
    #expect(model.prompt == nil)
    guard case .proof = model.result else { Issue.record("no result"); return }
  }

  @Test func keepsAnAnswerWithoutAPlace() async throws {
    let model = FlowModel(.coded())
    await until { model.prompt != nil }
    await model.answer(.poll)
    #expect(model.answerError?.code == .invalidState)
    #expect(model.prompt != nil, "nothing changed")
  }

  @Test func cancelEndsIt() async throws {
    let model = FlowModel(.coded())
    await until { model.prompt != nil }
    await model.cancel()
    await until { model.isFinished }
    #expect(model.failure?.code == .cancelled)
  }

  /// Waits for what the model shows; the suite's time limit ends what never comes.
  private func until(_ condition: () -> Bool) async {
    while !condition() { await Task.yield() }
  }
}
