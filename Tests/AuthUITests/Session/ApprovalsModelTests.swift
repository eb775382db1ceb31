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

@MainActor @Suite(.timeLimit(.minutes(5))) struct ApprovalsModelTests {
  let clock = ManualClock(Prompts.start)
  let provider: FakeProvider
  let model: ApprovalsModel

  init() throws {
    provider = try #require(try AuthClient.fake().provider() as? FakeProvider)
    model = ApprovalsModel(provider, clock: clock)
    provider.desk.pending.withLock {
      $0 = [
        PendingChallenge(id: "a", action: "pay", expiresAt: Prompts.start.addingTimeInterval(2), needsNumber: true),
        PendingChallenge(id: "b"),
      ]
    }
  }

  @Test func aNumberIsAskedForWhereOneIsShown() async throws {
    await model.reload()
    #expect(model.pending.map(\.id) == ["a", "b"])
    let (a, b) = (model.pending[0], model.pending[1])
    for number in ["", " ", "4x"] {
      #expect(!model.canApprove(a, number: number))
      await model.approve(a, number: number)
    }
    #expect(provider.desk.decisions.withLock { $0 }.isEmpty)
    await model.approve(a, number: "13")
    #expect(model.problem?.code == .approvalDenied && model.pending.count == 2)
    await model.approve(a, number: " 42 ")
    await model.approve(b)
    #expect(provider.desk.decisions.withLock { $0 } == ["approve a 42", "approve b -"])
    #expect(model.pending.isEmpty && model.problem == nil && !model.isBusy)
  }

  @Test func deniesAChallenge() async {
    await model.reload()
    await model.deny(model.pending[1])
    #expect(provider.desk.decisions.withLock { $0 } == ["deny b"] && model.pending.map(\.id) == ["a"])
  }

  @Test func anExpiredChallengeIsRemoved() async {
    await model.reload()
    let late = model.pending[0]
    #expect(model.expiry(of: late)?.secondsLeft == 2 && model.expiry(of: model.pending[1]) == nil)
    for rest in [1, 0] {
      await clock.waitForSleepers()
      clock.advance(by: .seconds(1))
      await until { model.expiry(of: late)?.secondsLeft == rest }
    }
    #expect(model.pending.map(\.id) == ["b"])
    #expect(!model.canApprove(late, number: "42"))
  }
}
