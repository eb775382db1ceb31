import AuthTesting
import Testing

@testable import AuthCore

/// A flow that is still being prepared: the calls that it accepts, and its end.
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

  @Test func whatIsOpenedCorrectsTheClock() async throws {
    let (begun, continuation) = AsyncStream<Void>.makeStream()
    let flow = OpeningFlow(providerID: "fake") { (updates) throws(AuthError) in
      WatchedEngine(updates, onBegin: { continuation.finish() }, onEnd: {})
    }
    flow.begin()
    for await _ in begun {}
    #expect(flow.clockCorrection == 30)
    flow.reset()
    #expect(flow.clockCorrection == 0)
  }

  @Test func whatIsOpenedAfterItsEndDoesNotBegin() async throws {
    let gate = Gate()
    let (released, continuation) = AsyncStream<Void>.makeStream()
    let hasBegun = Locked(false)
    let flow = OpeningFlow(providerID: "fake") { (updates) throws(AuthError) in
      await gate.pass()
      return WatchedEngine(updates, onBegin: { hasBegun.withLock { $0 = true } }, onEnd: { continuation.finish() })
    }
    flow.begin()
    await gate.reached()
    flow.reset()
    gate.open()
    for await _ in released {}
    #expect(!hasBegun.withLock { $0 })
  }

  @Test func endingAnOpenFlowEndsItsEngine() async throws {
    for isReset in [true, false] {
      let (begun, continuation) = AsyncStream<Void>.makeStream()
      let ends = Locked<[String]>([])
      let flow = OpeningFlow(providerID: "fake") { (updates) throws(AuthError) in
        WatchedEngine(
          updates, onBegin: { continuation.finish() }, onEnd: {}, ended: { name in ends.withLock { $0.append(name) } })
      }
      flow.begin()
      for await _ in begun {}
      if isReset { flow.reset() } else { await flow.cancel() }
      #expect(ends.withLock { $0 } == [isReset ? "reset" : "cancel"])
    }
  }

  @Test func endingAFlowThatIsBeingPreparedCancelsThat() async throws {
    let gate = Gate()
    let (ended, continuation) = AsyncStream<Bool>.makeStream()
    let flow = OpeningFlow(providerID: "fake") { (_) throws(AuthError) in
      await gate.pass()
      continuation.yield(Task.isCancelled)
      throw AuthError(.forbidden, "No.")
    }
    flow.begin()
    await gate.reached()
    flow.reset()
    gate.open()
    for await isCancelled in ended {
      #expect(isCancelled)
      break
    }
  }

  @Test func aFlowThatCouldNotBeOpenedHasEnded() async throws {
    let flow = OpeningFlow(providerID: "fake") { (_) throws(AuthError) in throw AuthError(.forbidden, "No.") }
    flow.begin()
    while !flow.updates.latest.isTerminal { await Task.yield() }
    // The update is shown just before the state changes.
    var code: AuthError.Code?
    for _ in 0..<1_000_000 where code != .invalidState {
      do throws(AuthError) { try await flow.answer(.resend) } catch { code = error.code }
      await Task.yield()
    }
    #expect(code == .invalidState)
  }
}

/// An engine that calls closures when it begins, when it is ended, and when it is deallocated.
private final class WatchedEngine: FlowEngine {
  let providerID: ProviderID = "fake"
  let updates: FlowUpdates
  let clockCorrection: Double = 30
  private let onBegin: @Sendable () -> Void
  private let onEnd: @Sendable () -> Void
  private let ended: @Sendable (String) -> Void

  init(
    _ updates: FlowUpdates, onBegin: @escaping @Sendable () -> Void, onEnd: @escaping @Sendable () -> Void,
    ended: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    (self.updates, self.onBegin, self.onEnd, self.ended) = (updates, onBegin, onEnd, ended)
  }

  deinit { onEnd() }

  func begin() {
    onBegin()
    onEnd()
  }
  func answer(_ answer: FlowAnswer) async throws(AuthError) {}
  func cancel() async { ended("cancel") }
  func reset() { ended("reset") }
  func suspend() async throws(AuthError) -> FlowTicket { throw AuthError(.unsupported, "Not here.") }
}
