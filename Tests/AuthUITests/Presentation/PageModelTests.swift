import AuthCore
import AuthTesting
import TestSupport
import Testing

@testable import AuthUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the models show on their pages.
@MainActor @Suite(.timeLimit(.minutes(5))) struct PageModelTests {
  private let model: AuthModel

  init() throws { model = AuthModel(try AuthClient.fake(), clock: ManualClock()) }

  private var name: String {
    switch model.screen {
    case .signIn: "signIn"
    case .flow: "flow"
    case .session: "session"
    }
  }

  @Test func choosesThePage() async throws {
    await until { model.session.state != .loading }
    #expect(name == "signIn")
    await model.signIn(identifier: "page")
    await until { model.flow?.prompt != nil }
    #expect(name == "flow")
    await model.flow?.cancel()
    await until { model.flow?.isFinished == true }
    #expect(name == "signIn")
    await model.signIn(identifier: "jane")
    await until { model.session.isSignedIn && model.flow?.isFinished == true }
    #expect(name == "session")
    await model.stepUp(action: "pay")
    await until { model.flow?.prompt != nil }
    #expect(name == "flow")
    await model.flow?.submit(code: "123456")
    await until { model.flow?.isFinished == true }
    // A proof is shown until the user closes it.
    #expect(name == "flow")
    await model.close()
    #expect(name == "session")
  }

  @Test func showsTheSessionAndWhatRemainsAfterTheSignOut() async throws {
    #expect(model.signInPresentation.methods.map(\.id) == ["email_otp", "passkey"])
    await model.signIn(identifier: "jane")
    await until { model.session.isSignedIn }
    #expect(model.sessionPresentation.text == Phrase("session.signedIn", ["user": .text("jane")]))
    #expect(model.sessionPresentation.methods.map(\.id) == ["totp"])
    await model.session.signOut()
    let shown = model.signOutPresentation
    #expect(shown.pages.count == 1 && shown.notes.map(\.key) == ["signOut.pages", "signOut.unrevoked"])
    model.finished(try #require(shown.pages.first).redirect)
    #expect(model.signOutPresentation.pages.isEmpty)
    await until { model.session.state.session == nil }
    #expect(model.signInPresentation.notice == nil)
  }

  @Test func namesAnAccountAndKeepsItsOtherTags() async throws {
    await model.signIn(identifier: "jane")
    await until { model.accounts.accounts.count == 1 }
    let id = try #require(model.accounts.presentation.rows.first).id
    await model.accounts.label(id, ["team": "red"])
    await model.accounts.rename(id, to: " Work ")
    let row = try #require(model.accounts.presentation.rows.first)
    #expect(row.title == .verbatim("Work") && row.label == "Work" && row.detail == .verbatim("jane · one"))
    #expect(model.accounts.accounts.first?.tags == ["team": "red", "label": "Work"])
    await model.accounts.rename(id, to: " ")
    #expect(model.accounts.accounts.first?.tags == ["team": "red"])
    #expect(model.accounts.presentation.rows.first?.title == .verbatim("jane"))
    await model.accounts.rename(SessionID("other"), to: "Work")
    #expect(model.accounts.problem == nil)
  }

  @Test func usesAnAccountByItsID() async throws {
    await model.signIn(identifier: "jane")
    await until { model.accounts.accounts.count == 1 }
    await model.show("two")
    await model.use(SessionID("other"))
    #expect(model.provider == "two")
    await model.use(SessionID("one-jane"))
    #expect(model.provider == "one")
  }

  @Test func approvesOnlyWithANumberWhereOneIsNeeded() async throws {
    let provider = try #require(try AuthClient.fake().provider() as? FakeProvider)
    let approvals = ApprovalsModel(provider, clock: ManualClock(Prompts.start))
    #expect(approvals.presentation().empty != nil)
    provider.desk.pending.withLock {
      $0 = [PendingChallenge(id: "a", needsNumber: true), PendingChallenge(id: "b", action: "pay")]
    }
    await approvals.reload()
    func canApprove(_ numbers: [String: String]) -> [Bool] {
      approvals.presentation(numbers: numbers).rows.compactMap(\.actions.first?.isEnabled)
    }
    #expect(canApprove([:]) == [false, true] && canApprove(["a": "42"]) == [true, true])
    let rows = approvals.presentation().rows
    #expect(rows.map(\.title) == [Phrase("approval.action"), .verbatim("pay")])
    #expect(rows.map { $0.number != nil } == [true, false] && approvals.presentation().empty == nil)
  }

  /// The provider's sign-in needs no answer, as if the user had chosen a passkey above the keyboard.
  @Test func aSuggestedPasskeySignsInAndClosesTheOpenFlow() async throws {
    await model.signIn(identifier: "page")
    let open = try #require(model.flow)
    await model.suggestPasskeys()
    #expect(model.flow == nil)
    await until { open.isFinished && model.session.isSignedIn }
  }

  @Test func anEndedSuggestionLeavesTheOpenFlow() async throws {
    await model.signIn(identifier: "page")
    await until { model.flow?.prompt != nil }
    let task = Task { await model.suggestPasskeys() }
    task.cancel()
    await task.value
    #expect(name == "flow" || model.session.isSignedIn)
  }
}
