import AuthTesting
import Testing

@testable import AuthCore

@Suite struct AuthFlowTests {
  /// A performer that runs the effects of `CodeFlow` with a closure.
  struct Performer: FlowPerformer {
    let body: @Sendable (CodeFlow.Effect) async throws(AuthError) -> CodeFlow.Outcome
    func perform(_ effect: CodeFlow.Effect) async throws(AuthError) -> CodeFlow.Outcome { try await body(effect) }
  }

  private typealias Body = @Sendable (CodeFlow.Effect) async throws(AuthError) -> CodeFlow.Outcome

  private func makeFlow(
    logic: CodeFlow = CodeFlow(), services: ProviderServices = .testing(), body: @escaping Body
  ) -> AuthFlow {
    AuthFlow(ProviderFlow(logic, performer: Performer(body: body)), providerID: "fake", services: services)
  }

  @Sendable private static func ordinary(_ effect: CodeFlow.Effect) async throws(AuthError) -> CodeFlow.Outcome {
    switch effect {
    case .verify("123456"): return .accepted(.sample())
    case .verify: throw AuthError(.invalidCode, "Wrong.", attemptsRemaining: 2)
    case .send, .poll, .goodbye: return .code
    }
  }

  @Test func runsToItsEnd() async throws {
    let flow = makeFlow(body: Self.ordinary)
    var seen: [String] = []
    for await update in flow {
      seen.append(update.kind)
      if case .prompt(.enterCode, let context) = update {
        try await flow.submit(code: context.lastError == nil ? "000000" : " 123456 ")
      }
    }
    // A slow reader may begin after `idle`, but receives every update from then on.
    #expect(
      seen.drop { $0 == "idle" || $0 == "working" }
        == ["prompt", "working", "prompt", "working", "completed"])
  }

  @Test func aCancellationWaitsTwoSecondsForTheServer() async throws {
    let clock = ManualClock()
    let flow = makeFlow(services: .testing(clock: clock)) { (effect) async throws(AuthError) in
      if case .goodbye = effect { try? await clock.sleep(for: .seconds(60)) }
      return .code
    }
    for await update in flow {
      if case .prompt = update { break }
    }
    let cancelling = Task { await flow.cancel() }
    await clock.waitForSleepers(2)
    #expect(clock.sleeps.sorted() == [.seconds(2), .seconds(60)])
    #expect(flow.current.isTerminal, "the flow has already ended")
    clock.advance(by: .seconds(2))
    await cancelling.value
  }

  @Test func everyReaderSeesTheLatestAndAllThatFollows() async throws {
    let flow = makeFlow(body: Self.ordinary)
    await withTaskGroup(of: [String].self) { group in
      for _ in 0..<20 {
        group.addTask {
          var seen: [String] = []
          for await update in flow { seen.append(update.kind) }
          return seen
        }
      }
      for await update in flow {
        if case .prompt = update { try? await flow.submit(code: "123456") }
      }
      for await seen in group { #expect(seen.last == "completed") }
    }
    var late: [String] = []
    for await update in flow { late.append(update.kind) }
    #expect(late == ["completed"], "a late reader receives only the final update")
  }

  @Test func releasingTheLastReferenceCancels() async throws {
    let began = AsyncStream<Void>.makeStream()
    let cancelled = AsyncStream<Void>.makeStream()
    var flow: AuthFlow? = makeFlow { (_) async throws(AuthError) in
      began.continuation.yield()
      do { try await Task.sleep(for: .seconds(60)) } catch { cancelled.continuation.yield() }
      throw .cancelled
    }
    for await _ in began.stream { break }
    #expect(flow != nil)
    flow = nil
    for await _ in cancelled.stream { break }
  }

  @Test func cancelEndsAtOnceAndTellsTheServer() async throws {
    let told = Locked(0)
    let flow = makeFlow { (effect) async throws(AuthError) in
      if effect == .goodbye { told.withLock { $0 += 1 } }
      return .code
    }
    for await update in flow {
      if case .prompt = update { await flow.cancel() }
    }
    guard case .failed(let error) = flow.current else { Issue.record("not failed"); return }
    #expect(error.code == .cancelled)
    #expect(error.provider == "fake")
    #expect(told.withLock { $0 } == 1)
    await #expect(throws: AuthError(.invalidState, "")) { try await flow.submit(code: "123456") }
  }

  /// An app can end a flow while its observer records a prompt. Then the timer of that prompt is stopped too.
  @Test func timersThatStartAfterTheEndAreStopped() async throws {
    let ending = EndingObserver()
    let clock = ManualClock()
    let flow = makeFlow(services: .testing(clock: clock, observer: ending)) { (_) async throws(AuthError) in
      .approval(ApprovalPrompt(qrData: nil, expiresAt: clock.now().adding(.seconds(60)), pollInterval: .seconds(2)))
    }
    ending.flow.withLock { $0 = flow }
    for await update in flow { #expect(update.kind != "prompt") }
    for _ in 0..<2000 where clock.sleeps.isEmpty { await Task.yield() }
    for _ in 0..<100_000 where clock.sleeperCount > 0 { await Task.yield() }
    #expect(clock.sleeperCount == 0)
    ending.flow.withLock { $0 = nil }
  }

  /// An app can end a flow that has already ended, but has not published its end yet.
  @Test func anObserverThatCancelsAtTheEndFindsTheFlowEnded() async throws {
    for isRefused in [false, true] {
      let ending = LateObserver()
      let flow = makeFlow(services: .testing(observer: ending)) { (effect) async throws(AuthError) in
        if isRefused { throw AuthError(.forbidden, "No.") }
        return effect == .send ? .accepted(.sample()) : .code
      }
      ending.flow.withLock { $0 = flow }
      var kinds: [String] = []
      for await update in flow { kinds.append(update.kind) }
      #expect(ending.wasEnded.withLock { $0 } == [true])
      #expect(kinds.last == (isRefused ? "failed" : "completed"), "the flow keeps its own result")
      if case .failed(let error) = flow.current { #expect(error.code == .forbidden && error.provider == "fake") }
      ending.flow.withLock { $0 = nil }
    }
  }

  @Test func resultIsTheShortForm() async throws {
    let flow = makeFlow { (effect) async throws(AuthError) in
      effect == .send ? .accepted(.sample()) : .code
    }
    guard case .session(let session, false) = try await flow.result() else { Issue.record("no session"); return }
    #expect(session.subject == "user-1")
    let broken = makeFlow { (_) async throws(AuthError) in throw AuthError(.forbidden, "No.") }
    await #expect(throws: AuthError(.forbidden, "")) { _ = try await broken.result() }
  }

  @Test func suspendingTakesALogicThatCan() async throws {
    let plain = makeFlow(body: Self.ordinary)
    for await update in plain {
      guard case .prompt = update else { continue }
      await #expect(throws: AuthError(.unsupported, "")) { _ = try await plain.suspend() }
      plain.reset()
    }
    let services = ProviderServices.testing()
    let suspendable = makeFlow(logic: CodeFlow(isSuspendable: true), services: services, body: Self.ordinary)
    for await update in suspendable {
      guard case .prompt = update else { continue }
      let ticket = try await suspendable.suspend()
      #expect(ticket.providerID == "fake")
      #expect(try await services.records.read(ticket.recordKey) != nil)
    }
    #expect(FlowTicket(rawValue: "nonsense").providerID == nil)
  }

  @Test func eventsHoldNoAnswer() async throws {
    let observer = RecordingObserver()
    let canary = "731942"
    let flow = makeFlow(services: .testing(observer: observer)) { (effect) async throws(AuthError) in
      if case .verify = effect { return .accepted(.sample(access: "canary-token")) }
      return .code
    }
    for await update in flow {
      if case .prompt = update { try await flow.submit(code: canary) }
    }
    let text = observer.events.map { String(reflecting: $0) }.joined()
    #expect(text.contains("flowStarted"))
    #expect(!text.contains(canary) && !text.contains("canary-token"))
  }
}

/// An observer that cancels its flow when a prompt is announced.
private final class EndingObserver: AuthObserver {
  let flow = Locked<AuthFlow?>(nil)

  func record(_ event: AuthEvent) {
    if case .promptShown = event { flow.withLock { $0 }?.reset() }
  }
}

/// An observer that cancels its flow when the end is announced, and records whether the flow has already ended.
private final class LateObserver: AuthObserver {
  let flow = Locked<AuthFlow?>(nil)
  let wasEnded = Locked<[Bool]>([])

  func record(_ event: AuthEvent) {
    guard case .flowEnded = event, let flow = flow.withLock({ $0 }) else { return }
    flow.reset()
    wasEnded.withLock { $0.append(flow.current.isTerminal) }
  }
}

extension FlowUpdate {
  var kind: String {
    switch self {
    case .idle: "idle"
    case .working: "working"
    case .prompt: "prompt"
    case .completed: "completed"
    case .failed: "failed"
    }
  }
}
