import AuthCore
import AuthTesting
import AuthUI
import TestSupport
import Testing

/// `settled()` and `isBusy`, on which a program without views relies.
@MainActor @Suite(.timeLimit(.minutes(5))) struct FlowModelSettledTests {
  @Test func aCancelledFlowHasEnded() async {
    for _ in 0..<200 {
      let model = FlowModel(.scripted(.enterTOTP(TOTPPrompt())), clock: ManualClock())
      await model.settled()
      #expect(model.prompt != nil && !model.isBusy)
      await model.cancel()
      await model.settled()
      #expect(model.failure == .cancelled && model.prompt == nil && !model.isBusy)
      await model.cancel()
      #expect(!model.isBusy)
    }
  }

  @Test func aSecondAnswerIsRefusedWhileTheFlowWorks() async {
    let script = FlowScript([.hang])
    let model = FlowModel(.scripted(.enterCode(Prompts.code), script: script), clock: ManualClock())
    await model.settled()
    await model.submit(code: "123456")
    #expect(model.isBusy)
    await model.submit(code: "654321")
    #expect(model.isBusy && model.answerError?.code == .flowBusy)
    #expect(!script.answers.contains("code 654321"))
  }

  @Test func aFlowIsCancelledWithItsModel() async {
    let observer = RecordingObserver()
    do {
      let model = FlowModel(.scripted(.enterTOTP(TOTPPrompt()), observer: observer), clock: ManualClock())
      await model.settled()
    }
    await until { observer.events.contains { if case .flowEnded(_, .cancelled?) = $0 { true } else { false } } }
  }
}
