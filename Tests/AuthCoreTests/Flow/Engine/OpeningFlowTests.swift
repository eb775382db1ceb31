import AuthTesting
import Testing

@testable import AuthCore

/// A flow that is still being prepared: what it takes then, and how it ends.
@Suite struct OpeningFlowTests {
  @Test func takesNothingBeforeItIsOpenAndNothingAfterItsEnd() async throws {
    let flow = OpeningFlow(providerID: "fake") { (_) throws(AuthError) in throw AuthError(.forbidden, "No.") }
    #expect(flow.clockCorrection == 0)
    let busy = await #expect(throws: AuthError.self) { try await flow.answer(.resend) }
    #expect(busy?.code == .flowBusy && busy?.provider == "fake")
    await #expect(throws: AuthError(.flowBusy, "")) { _ = try await flow.suspend() }
    await flow.cancel()
    guard case .failed(let error) = flow.updates.latest else { Issue.record("not ended"); return }
    #expect(error.code == .cancelled && error.provider == "fake")
    let ended = await #expect(throws: AuthError.self) { try await flow.answer(.resend) }
    #expect(ended?.code == .invalidState && ended?.provider == "fake")
    flow.begin()
    await #expect(throws: AuthError(.invalidState, "")) { try await flow.answer(.resend) }
  }

  @Test func resettingShowsItsEndAtOnce() {
    let flow = OpeningFlow(providerID: "fake") { (_) throws(AuthError) in throw AuthError(.forbidden, "No.") }
    flow.reset()
    guard case .failed(let error) = flow.updates.latest else { Issue.record("not ended"); return }
    #expect(error.code == .cancelled && error.provider == "fake")
  }

  @Test func anErrorThatPreventsItsStartEndsTheFlow() async throws {
    let flow = AuthFlow.failed(AuthError(.forbidden, "No."), providerID: "fake")
    let error = await #expect(throws: AuthError.self) { _ = try await flow.result() }
    #expect(error?.code == .forbidden && error?.provider == "fake")
  }
}
