import AuthCore
import AuthTesting
import AuthUI
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Countdowns of an injected clock: nothing here waits for real time.
@MainActor @Suite(.timeLimit(.minutes(5))) struct FlowModelClockTests {
  let clock = ManualClock(Prompts.start)

  private func model(_ prompt: Prompt, _ script: FlowScript = FlowScript()) async -> FlowModel {
    let model = FlowModel(.scripted(prompt, script: script, clock: ManualClock(Prompts.start)), clock: clock)
    await until { model.prompt != nil }
    return model
  }

  private func tick(_ model: FlowModel, until condition: () -> Bool) async {
    await clock.waitForSleepers()
    clock.advance(by: .seconds(1))
    await AuthUITests.until(condition)
  }

  @Test func theResendCountdownTicksAndOpens() async {
    let model = await model(.enterCode(Prompts.code))
    for rest in stride(from: 30, to: 0, by: -1) {
      #expect(model.resendCountdown?.secondsLeft == rest)
      #expect(model.expiryCountdown?.secondsLeft == rest + 270)
      #expect(!model.canResend)
      await tick(model) { model.resendCountdown?.secondsLeft != rest }
    }
    #expect(model.resendCountdown == nil && model.canResend)
    #expect(model.expiryCountdown?.text == "4:30")
  }

  @Test func anApprovalRunsOut() async {
    let model = await model(.awaitApproval(Prompts.approval))
    #expect(model.expiryCountdown?.text == "1:00" && model.resendCountdown == nil)
    for rest in (0..<60).reversed() { await tick(model) { model.expiryCountdown?.secondsLeft == rest } }
    #expect(model.expiryCountdown?.isOver == true)
    #expect(clock.sleeperCount == 0, "nothing ticks when nothing is left")
  }

  @Test func aPromptWithoutATimeDoesNotTick() async {
    let model = await model(.enterEmail(EmailPrompt()))
    #expect(model.expiryCountdown == nil && clock.sleeps.isEmpty)
  }

  @Test func aRetryThatTheServerDelaysIsOfferedAfterTheDelay() async {
    let busy = AuthError(.rateLimited, "Later.", recovery: .wait(until: Prompts.start.addingTimeInterval(2)))
    let script = FlowScript([.refuse(busy)])
    let model = await model(.enterTOTP(TOTPPrompt()), script)
    model.input.text = "123456"
    await model.submit()
    await until { model.problem != nil }
    #expect(model.recoveryActions.map(\.name) == ["wait", "giveUp"] && model.recoveryCountdown?.secondsLeft == 2)
    await tick(model) { model.recoveryCountdown?.secondsLeft == 1 }
    await tick(model) { model.recoveryCountdown == nil }
    #expect(model.recoveryActions == [.repeatAnswer, .giveUp])
    await model.perform(.repeatAnswer)
    await until { model.isFinished }
    #expect(script.answers == ["code 123456", "code 123456"])
  }

  @Test func aReleasedModelDoesNotTick() async {
    var model: FlowModel? = await model(.enterCode(Prompts.code))
    await clock.waitForSleepers()
    #expect(model?.resendCountdown != nil)
    model = nil
    await until { clock.sleeperCount == 0 }
  }
}
