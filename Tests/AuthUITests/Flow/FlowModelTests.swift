import AuthCore
import AuthTesting
import AuthUI
import TestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct FlowModelTests {
  @Test func everyPromptIsShownAndAnswered() async throws {
    let answers: [String: (give: @MainActor (FlowModel) async -> Void, received: String)] = [
      "selectMethod": ({ await $0.select(method: .passkey) }, "method passkey"),
      "selectAccount": ({ await $0.select(account: "b") }, "account b"),
      "enterEmail": ({ await $0.submit() }, "email jane@example.com"),
      "enterPhone": (
        {
          $0.input.text = "+1 415 555 0123"; await $0.submit()
        }, "phone +14155550123"
      ),
      "enterCode": (
        {
          $0.input.text = "123 456"; await $0.submit()
        }, "code 123456"
      ),
      "setupTOTP": (
        {
          $0.input.text = "654321"; await $0.submit()
        }, "code 654321"
      ),
      "enterTOTP": (
        {
          $0.input.text = "111222"; await $0.submit()
        }, "code 111222"
      ),
      "redirect": ({ await $0.resume(callback: Prompts.callback) }, "callback app://callback?code=1"),
      "awaitApproval": ({ await $0.submit() }, "poll"),
      "input": (
        {
          $0.input.fields = ["invite_code": "i", "pin": "1"]; await $0.submit()
        }, "fields invite_code=i,pin=1"
      ),
    ]
    for prompt in Prompts.all {
      let script = FlowScript()
      let model = FlowModel(.scripted(prompt, script: script), clock: ManualClock())
      await until { model.prompt != nil }
      #expect(model.prompt == prompt)
      #expect(model.input.prompt == prompt)
      #expect(!model.isBusy && !model.isFinished && model.problem == nil && model.recoveryActions.isEmpty)
      guard let (give, received) = answers[prompt.name] else {
        // A prompt that this version does not know can only be cancelled.
        #expect(prompt.name == "unknown" && !model.canSubmit)
        await model.cancel()
        await until { model.isFinished }
        #expect(model.failure == .cancelled && model.problem == nil)
        continue
      }
      await give(model)
      await until { model.isFinished }
      #expect(script.answers == [received], "\(prompt.name)")
      #expect(model.result?.name == "proof", "\(prompt.name)")
      #expect(model.prompt == nil && model.input == PromptInput() && !model.isBusy)
    }
  }

  @Test func aRefusedCodeIsForgottenAndARefusedAddressIsNot() async {
    let wrong = AuthError(.invalidCode, "Wrong.", attemptsRemaining: 2)
    for (prompt, typed, kept) in [
      (Prompt.enterCode(Prompts.code), "999999", ""), (.enterEmail(EmailPrompt()), "j@e.x", "j@e.x"),
    ] {
      let model = FlowModel(.scripted(prompt, script: FlowScript([.refuse(wrong)])), clock: ManualClock())
      await until { model.prompt != nil }
      model.input.text = typed
      await model.submit()
      await until { model.problem != nil }
      #expect(model.problem?.message == "Wrong." && model.context.attemptsRemaining == 2)
      #expect(model.recoveryActions == [.correct, .giveUp])
      #expect(model.input.text == kept)
      // The next answer is accepted: nothing is left of the error when the flow has ended.
      model.input.text = typed
      await model.submit()
      await until { model.isFinished }
      #expect(model.problem == nil && model.recoveryActions.isEmpty && model.presentation.problem == nil)
    }
  }

  @Test func aCeremonyIsWaitedForAndCanBeCancelled() async {
    let model = FlowModel(.scripted(nil), clock: ManualClock())
    await until { model.activity == .passkey }
    #expect(model.isBusy && !model.canSubmit && model.prompt == nil)
    await model.cancel()
    await until { model.isFinished }
    #expect(!model.isBusy && model.activity == nil)
  }

  @Test func aPromptStaysAndTakesNoSecondAnswerWhileTheFirstIsSent() async {
    let script = FlowScript([.hang])
    let model = FlowModel(.scripted(.enterCode(Prompts.code), script: script), clock: ManualClock())
    await until { model.prompt != nil }
    model.input.text = "123456"
    await model.submit()
    await until { model.activity == .request }
    #expect(model.isBusy && !model.canSubmit && !model.canResend && model.prompt != nil)
    await model.submit()
    #expect(model.problem == nil, "a second press is dropped, not refused")
    await model.cancel()
    await until { model.isFinished }
    #expect(script.answers == ["code 123456"])
  }

  @Test func anAnswerThatThePromptDoesNotTakeChangesNothing() async {
    let model = FlowModel(.scripted(.enterTOTP(TOTPPrompt())), clock: ManualClock())
    await until { model.prompt != nil }
    await model.answer(.poll)
    #expect(model.answerError?.code == .invalidState)
    #expect(model.prompt != nil)
    await model.perform(.correct)
    #expect(model.problem == nil)
  }

  @Test func theMessageThatAWalletMustSignIsShown() async {
    let script = FlowScript()
    let prompt = SignPrompt(message: "example.com wants you to sign in")
    let model = FlowModel(.scripted(.sign(prompt), script: script), clock: ManualClock())
    await until { model.prompt != nil }
    #expect(model.messageToSign == "example.com wants you to sign in" && !model.canSubmit)
    model.input.text = " 0xabc\n"
    #expect(model.canSubmit)
    await model.submit()
    await until { model.isFinished }
    #expect(script.answers == ["signature 0xabc"])
    let other = FlowModel(.scripted(.input([InputField(name: "pin", label: "PIN")])))
    await until { other.prompt != nil }
    #expect(other.messageToSign == nil)
  }
}
