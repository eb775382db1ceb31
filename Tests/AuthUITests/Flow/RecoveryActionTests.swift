import AuthCore
import AuthUI
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct RecoveryActionTests {
  private enum Place: CaseIterable { case code, methods, ended }

  private let now = Prompts.start
  private let later = Prompts.start.addingTimeInterval(60)

  private func actions(
    _ recovery: AuthError.Recovery, _ place: Place, retryAfter: Duration? = nil, canRepeat: Bool = true,
    canStart: Bool = true, at date: Date
  ) -> [String] {
    let prompt: Prompt? =
      switch place {
      case .code: .enterCode(CodePrompt(destination: "x", resendAt: Prompts.start.addingTimeInterval(-1)))
      case .methods: .selectMethod([])
      case .ended: nil
      }
    let error = AuthError(.providerError, "", recovery: recovery, retryAfter: retryAfter)
    return RecoverySituation(error, since: now, prompt: prompt, canRepeat: canRepeat, canStart: canStart)
      .actions(at: date).map(\.name)
  }

  @Test func everyRecoveryHasItsActionsEverywhere() {
    /// Under a code prompt, under a choice of methods, after the end.
    let table: [(AuthError.Recovery, [String], [String], [String])] = [
      (.retryInput, ["correct"], ["correct"], ["restart"]),
      (.restart, ["restart"], ["restart"], ["restart"]),
      (.wait(until: now), ["repeatAnswer"], ["repeatAnswer"], ["restart"]),
      (.wait(until: later), ["wait"], ["wait"], ["wait"]),
      (.retryRequest, ["repeatAnswer"], ["repeatAnswer"], ["restart"]),
      (.resend, ["resend"], ["restart"], ["restart"]),
      (.selectMethod, ["chooseMethod"], ["correct"], ["chooseMethod"]),
      (.signIn, ["signIn"], ["signIn"], ["signIn"]),
      (.abort, [], [], []),
    ]
    for (recovery, code, methods, ended) in table {
      for (place, expected) in zip(Place.allCases, [code, methods, ended]) {
        #expect(actions(recovery, place, at: now) == expected + ["giveUp"], "\(recovery) \(place)")
        // Without a way to start a flow, actions that start one are not offered.
        let kept = expected.filter { !["restart", "chooseMethod", "signIn"].contains($0) }
        #expect(actions(recovery, place, canStart: false, at: now) == kept + ["giveUp"], "\(recovery) \(place)")
      }
    }
  }

  @Test func waitingEnds() {
    #expect(actions(.wait(until: later), .code, at: later) == ["repeatAnswer", "giveUp"])
    #expect(actions(.retryRequest, .ended, retryAfter: .seconds(60), at: now) == ["wait", "giveUp"])
    #expect(actions(.retryRequest, .ended, retryAfter: .seconds(60), at: later) == ["restart", "giveUp"])
    #expect(actions(.retryInput, .code, retryAfter: .seconds(60), at: now) == ["correct", "giveUp"])
  }

  @Test func aNewCodeIsOfferedWhenItCanBeAskedFor() {
    let situation = RecoverySituation(
      AuthError(.codeExpired, ""), since: now, prompt: .enterCode(Prompts.code), canRepeat: true, canStart: true)
    #expect(situation.actions(at: now) == [.wait(until: now.addingTimeInterval(30)), .giveUp])
    #expect(situation.actions(at: now.addingTimeInterval(30)) == [.resend, .giveUp])
  }

  @Test func withoutAnAnswerToRepeatTheUserCorrectsTheInput() {
    #expect(actions(.retryRequest, .code, canRepeat: false, at: now) == ["correct", "giveUp"])
  }

  @Test func everyCodeOfTheContractHasActions() {
    for code in AuthError.Code.allCases {
      for prompt in Prompts.all.map(Optional.some) + [nil] {
        let situation = RecoverySituation(
          AuthError(code, ""), since: now, prompt: prompt, canRepeat: true, canStart: true)
        #expect(situation.actions(at: now).last == .giveUp, "\(code)")
        #expect(situation.actions(at: now).count <= 2, "\(code)")
      }
    }
  }
}
