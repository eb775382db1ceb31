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

@MainActor @Suite(.timeLimit(.minutes(5))) struct AuthModelTests {
  let model: AuthModel

  init() throws { model = AuthModel(try AuthClient.fake(), clock: ManualClock()) }

  @Test func offersWhatTheProviderCan() {
    #expect(model.provider == "one" && model.providers == ["one", "two"])
    #expect(model.methods == [.emailOTP, .passkey])
    #expect(model.enrollableMethods == [.totp] && model.linkableMethods == [.oauth("google")])
    #expect(model.canStepUp && model.approvals() != nil)
  }

  @Test func signsInAndStepsUp() async {
    await model.signIn(identifier: "jane")
    await until { model.flow?.isFinished == true }
    await until { model.session.isSignedIn }
    #expect(model.session.session?.subject == "jane")
    await model.stepUp(action: "pay")
    await until { model.flow?.prompt != nil }
    await model.flow?.submit(code: "123456")
    await until { model.flow?.isFinished == true }
    guard case .proof(let proof) = model.flow?.result else { Issue.record("no proof"); return }
    #expect(proof.action == "pay")
    await model.close()
    #expect(model.flow == nil)
  }

  @Test func anAnswerKeepsTheModelBusyUntilTheFlowReacts() async throws {
    await model.signIn(identifier: "jane")
    await until { model.session.isSignedIn }
    await model.stepUp(action: "pay")
    let flow = try #require(model.flow)
    await flow.settled()
    #expect(flow.prompt != nil && !flow.isBusy)
    flow.input.text = "123456"
    await flow.submit()
    #expect(flow.isBusy || flow.isFinished, "a second press of the button would be lost")
    await flow.settled()
    #expect(flow.isFinished)
  }

  @Test func aSignOutLeadsToTheSignInPage() async {
    await model.signIn(identifier: "jane")
    await until { model.session.isSignedIn }
    await until { model.flow?.isFinished == true }
    guard case .session = model.screen else { Issue.record("no session's page"); return }
    await model.session.signOut()
    await until { !model.session.isSignedIn }
    guard case .signIn = model.screen else { Issue.record("the page of the ended flow is shown again"); return }
  }

  @Test func stepUpWithoutASessionLeadsToSigningIn() async {
    await model.stepUp(action: "pay")
    await until { model.flow?.isFinished == true }
    #expect(model.flow?.failure?.code == .notSignedIn)
    #expect(model.flow?.recoveryActions == [.signIn, .giveUp])
    await model.flow?.perform(.signIn)
    await until { model.session.isSignedIn }
  }

  @Test func showsAnotherProvider() async throws {
    await model.stepUp(action: "pay")
    let open = try #require(model.flow)
    await model.show("two")
    #expect(model.provider == "two" && model.flow == nil)
    await until { open.isFinished }
    await model.signIn(identifier: "jane")
    await until { model.session.isSignedIn }
    #expect(model.session.session?.providerID == "two")
    await model.show("one")
    await until { model.session.state != .loading }
    #expect(!model.session.isSignedIn)
  }

  @Test func handsACallbackToTheFlowThatWaitsForIt() async throws {
    #expect(await model.handle(Prompts.callback) == false)
    await model.signIn(identifier: "page")
    await until { model.flow?.prompt != nil }
    #expect(await model.handle(try #require(URL(string: "other://callback"))) == false)
    #expect(await model.handle(Prompts.callback))
    await until { model.session.isSignedIn }
  }

  @Test func aNewFlowTakesTheOpenOnesPlace() async throws {
    await model.signIn(identifier: "page")
    let first = try #require(model.flow)
    await model.signIn(identifier: "jane")
    await until { first.isFinished && model.session.isSignedIn }
    #expect(first.failure == .cancelled && model.flow !== first)
  }

  @Test("an address of the app's scheme that is not a callback of the flow is left to the app")
  func leavesOtherAddressesToTheApp() async throws {
    await model.signIn(identifier: "page with a state")
    await until { model.flow?.prompt != nil }
    for text in ["app://profile/5", "app://s-1", "app://callback?code=1", "app://callback?code=1&state=another"] {
      #expect(await model.handle(try #require(URL(string: text))) == false, "\(text)")
    }
    #expect(await model.handle(try #require(URL(string: "APP://callback?code=1&state=s-1"))))
    await until { model.session.isSignedIn }
  }
}
