import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct FlowMachineTests {
  private let now = Date(timeIntervalSince1970: 1_000)

  private func machine() -> FlowMachine<CodeFlow> { FlowMachine(CodeFlow()) }

  private func prompting(_ outcome: CodeFlow.Outcome = .code) -> FlowMachine<CodeFlow> {
    var machine = machine()
    _ = machine.begin()
    _ = machine.performed(.success(outcome), generation: machine.generation)
    return machine
  }

  @Test func beginsOnce() {
    var machine = machine()
    let first = machine.begin()
    #expect(first.names == ["publish working", "perform send"])
    let second = machine.begin()
    #expect(second.isEmpty)
  }

  /// Tries every answer at every prompt. The answers of the table are accepted. All others throw, and neither send a
  /// request nor change the state.
  @Test func legalAnswersAreExactlyTheTable() throws {
    let url = try #require(URL(string: "app://callback?code=1"))
    let answers: [FlowAnswer] = [
      .method("email_otp"), .account("a"), .email("j@example.com"), .phone("+15550100"), .code(Secret("123456")),
      .fields(["pin": Secret("1")]), .signature(Secret("0x1")), .callback(url), .resend, .poll,
    ]
    let table: [(Prompt, Set<String>)] = [
      (.selectMethod([MethodOption(id: .emailOTP, label: "E-mail")]), ["select(method:)"]),
      (.selectAccount([AccountOption(id: "a", label: "A")]), ["select(account:)"]),
      (.enterEmail(EmailPrompt()), ["submit(email:)"]), (.enterPhone(PhonePrompt()), ["submit(phone:)"]),
      (.enterCode(CodePrompt(destination: "x")), ["submit(code:)", "resend()"]),
      (.enterCode(CodePrompt(destination: "x", isResendable: false)), ["submit(code:)"]),
      (.sign(SignPrompt(message: "m")), ["submit(signature:)"]),
      (.setupTOTP(TOTPSetupPrompt(secret: Secret("A"), uri: Secret("otpauth://totp/x"))), ["submit(code:)"]),
      (.enterTOTP(TOTPPrompt()), ["submit(code:)"]), (.redirect(RedirectPrompt(url: url)), ["resume(callback:)"]),
      (.awaitApproval(ApprovalPrompt()), ["poll()"]),
      (.input([InputField(name: "pin", label: "PIN")]), ["submit(fields:)"]), (.unknown(type: "dance"), []),
    ]
    for (prompt, legal) in table {
      for answer in answers {
        #expect(prompt.allows(answer) == legal.contains(answer.name), "\(answer.name) under \(prompt.name)")
      }
    }
    #expect(!Prompt.selectMethod([]).allows(.method("email_otp")), "a method that is not offered")
  }

  @Test func illegalAnswersThrowAndChangeNothing() {
    var machine = prompting()
    let before = machine.generation
    #expect(throws: AuthError(.invalidState, "")) { try machine.answer(.poll, now: now) }
    #expect(machine.generation == before)
    var idle = self.machine()
    #expect(throws: AuthError(.invalidState, "")) { try idle.answer(.code(Secret("1")), now: now) }
    _ = idle.begin()
    #expect(throws: AuthError(.flowBusy, "")) { try idle.answer(.code(Secret("1")), now: now) }
  }

  @Test func closedResendThrowsWithItsWait() throws {
    let open = now.addingTimeInterval(30)
    var machine = prompting(.sent(CodePrompt(destination: "x", resendAt: open)))
    let error = #expect(throws: AuthError.self) { try machine.answer(.resend, now: now) }
    #expect(error?.code == .invalidState)
    #expect(error?.retryAfter == .seconds(30))
    #expect(error?.recovery == .wait(until: open))
    let taken = try machine.answer(.resend, now: open).names
    #expect(taken.contains("perform send"))
  }

  @Test func aCodeInTheWrongFormComesBackAsAPromptAndSendsNothing() throws {
    var machine = prompting()
    let commands = try machine.answer(.code(Secret("12ab")), now: now)
    #expect(commands.names == ["stop", "publish prompt"])
    guard case .prompting(.enterCode, let context) = machine.state else { Issue.record("no prompt"); return }
    #expect(context.lastError?.code == .invalidCode)
    #expect(context.traceID == "trc_1")
  }

  @Test func aRefusedCodeComesBackWithTheAttemptsThatAreLeft() throws {
    var machine = prompting()
    _ = try machine.answer(.code(Secret("123456")), now: now)
    let refusal = AuthError(.invalidCode, "Wrong.", attemptsRemaining: 2)
    let commands = machine.performed(.failure(refusal), generation: machine.generation)
    #expect(commands.names == ["publish prompt"])
    guard case .prompting(_, let context) = machine.state else { Issue.record("no prompt"); return }
    #expect(context.attemptsRemaining == 2)
  }

  @Test func lateAnswersOfAnEarlierGenerationAreDropped() throws {
    var machine = prompting()
    let old = machine.generation
    _ = try machine.answer(.code(Secret("123456")), now: now)
    let late = machine.performed(.success(.code), generation: old)
    _ = machine.cancel()
    let later = machine.performed(.success(.code), generation: machine.generation - 1)
    #expect(late.isEmpty && later.isEmpty)
    guard case .ended = machine.state else { Issue.record("not ended"); return }
  }

  @Test func cancelTellsTheServerAndResetDoesNot() {
    var first = prompting()
    let told = first.cancel()
    let again = first.cancel()
    #expect(told.names == ["stop", "tell goodbye", "publish failed"])
    #expect(again.isEmpty, "a second cancellation has no effect")
    var second = prompting()
    let forgotten = second.reset()
    #expect(forgotten.names == ["stop", "publish failed"])
    var third = machine()
    let unbegun = third.cancel()
    #expect(unbegun.names == ["stop", "publish failed"], "a flow that was not begun has nothing to withdraw")
    #expect(first.logic.isOver && second.logic.isOver && third.logic.isOver, "secrets are released")
  }

  @Test func pollingShowsNothingUntilSomethingChanges() {
    let approval = ApprovalPrompt(qrData: "qr", pollInterval: .seconds(2))
    var patient = prompting(.approval(ApprovalPrompt(qrData: "qr", isPolled: false)))
    let asked = (try? patient.answer(.poll, now: now))?.names
    let shown = patient.performed(.success(.approval(approval)), generation: patient.generation)
    #expect(asked == ["stop", "perform poll"] && shown.names == ["publish prompt", "poll later"])
    var machine = prompting(.approval(approval))
    let stale = machine.pollDue(generation: machine.generation - 1)
    #expect(stale.isEmpty, "a timer of an earlier prompt")
    let due = machine.pollDue(generation: machine.generation)
    #expect(due.names == ["stop", "perform poll"])
    let same = machine.performed(.success(.approval(approval)), generation: machine.generation)
    #expect(same.names == ["poll later"])
    _ = machine.pollDue(generation: machine.generation)
    let other = ApprovalPrompt(qrData: "new", pollInterval: .seconds(2))
    let changed = machine.performed(.success(.approval(other)), generation: machine.generation)
    #expect(changed.names == ["publish prompt", "poll later"])
  }

  @Test func aTimerOfBeforeAPollIsOver() throws {
    let approval = ApprovalPrompt(pollInterval: .seconds(2))
    var machine = prompting(.approval(approval))
    let before = machine.generation
    _ = try machine.answer(.poll, now: now)
    _ = machine.performed(.success(.approval(approval)), generation: machine.generation)
    let late = machine.pollDue(generation: before)
    #expect(late.isEmpty)
    let due = machine.pollDue(generation: machine.generation)
    #expect(due.names == ["stop", "perform poll"])
  }

  @Test func theResultIsPublishedOnlyWhenItIsStored() {
    var machine = prompting()
    let session = Session.sample()
    let done = machine.performed(.success(.accepted(session)), generation: machine.generation)
    #expect(done.isEmpty, "an outcome without a running effect is ignored")
    _ = try? machine.answer(.code(Secret("123456")), now: now)
    let accepted = machine.performed(.success(.accepted(session)), generation: machine.generation)
    #expect(accepted.names == ["finish"])
    let failure = AuthError(.storeFull, "No room.")
    let failed = machine.finished(.failure(failure), generation: machine.generation)
    let again = machine.finished(.failure(failure), generation: machine.generation)
    #expect(failed.names == ["publish failed"])
    #expect(again.isEmpty)
  }

  @Test func aFlowThatIsBeingSuspendedTakesNoAnswersAndDoesNotPoll() throws {
    let approval = ApprovalPrompt(pollInterval: .seconds(3))
    var machine = FlowMachine(CodeFlow(isSuspendable: true))
    _ = machine.begin()
    _ = machine.performed(.success(.approval(approval)), generation: machine.generation)
    let before = machine.generation
    let none = machine.unsuspended()
    #expect(none.isEmpty, "the flow is not being suspended")
    let suspended = try machine.suspend()
    #expect(suspended.state == ["step": "code"] && suspended.commands.names == ["stop"])
    #expect(machine.isSuspending && machine.generation == before + 1)
    #expect(throws: AuthError(.flowBusy, "")) { try machine.answer(.poll, now: now) }
    #expect(throws: AuthError(.flowBusy, "")) { try machine.suspend() }
    let late = machine.performed(.success(.approval(approval)), generation: machine.generation)
    let due = machine.pollDue(generation: machine.generation)
    #expect(late.isEmpty && due.isEmpty)
    let back = machine.unsuspended()
    guard case .schedulePoll(.seconds(3), machine.generation)? = back.first else {
      Issue.record("not polled again")
      return
    }
    #expect(back.count == 1 && !machine.isSuspending)
  }

  @Test func aFlowThatCannotBeSuspendedContinues() {
    var machine = prompting()
    let before = machine.generation
    #expect(throws: AuthError(.unsupported, "")) { try machine.suspend() }
    #expect(!machine.isSuspending && machine.generation == before)
  }

  @Test func aFlowThatWaitsForTheServerIsNotSuspended() throws {
    var machine = FlowMachine(CodeFlow(isSuspendable: true))
    #expect(throws: AuthError(.invalidState, "")) { try machine.suspend() }
    _ = machine.begin()
    #expect(throws: AuthError(.flowBusy, "")) { try machine.suspend() }
    _ = machine.performed(.success(.approval(ApprovalPrompt())), generation: machine.generation)
    _ = try machine.answer(.poll, now: now)
    #expect(machine.isPolling)
    #expect(throws: AuthError(.flowBusy, "")) { try machine.suspend() }
    _ = machine.performed(.success(.approval(ApprovalPrompt())), generation: machine.generation)
    #expect(!machine.isPolling)
    #expect(try machine.suspend().state == ["step": "code"])
    _ = machine.reset()
    #expect(throws: AuthError(.invalidState, "")) { try machine.suspend() }
  }

  @Test func anEndedFlowTakesNothingAndKeepsItsEnding() throws {
    var machine = prompting()
    #expect(machine.ending == nil)
    _ = try machine.answer(.code(Secret("123456")), now: now)
    let busy = #expect(throws: AuthError.self) { try machine.answer(.resend, now: now) }
    #expect(busy?.code == .flowBusy)
    let early = machine.finished(.failure(.cancelled), generation: machine.generation)
    #expect(early.isEmpty, "nothing is being stored yet")
    let session = Session.sample()
    _ = machine.performed(.success(.accepted(session)), generation: machine.generation)
    #expect(throws: AuthError(.flowBusy, "")) { try machine.answer(.resend, now: now) }
    let stored = Result<FlowResult, AuthError>.success(.session(session, isNewUser: false))
    let stale = machine.finished(stored, generation: machine.generation - 1)
    let done = machine.finished(stored, generation: machine.generation)
    #expect(stale.isEmpty && done.names == ["publish completed"])
    guard case .completed? = machine.ending else { Issue.record("no ending"); return }
    #expect(throws: AuthError(.invalidState, "")) { try machine.answer(.resend, now: now) }
    let cancelled = machine.cancel()
    #expect(cancelled.isEmpty)
  }

  @Test func onlyAnApprovalIsPolled() {
    var code = prompting()
    let due = code.pollDue(generation: code.generation)
    #expect(due.isEmpty)
    var machine = machine()
    _ = machine.begin()
    let unpolled = CodeFlow.Outcome.approval(ApprovalPrompt(isPolled: false))
    let shown = machine.performed(.success(unpolled), generation: machine.generation)
    #expect(shown.names == ["publish prompt"])
  }
}

extension [FlowMachine<CodeFlow>.Command] {
  /// The names of the commands, for comparisons.
  var names: [String] {
    map { command in
      switch command {
      case .publish(let update):
        switch update {
        case .idle: "publish idle"
        case .working: "publish working"
        case .prompt: "publish prompt"
        case .completed: "publish completed"
        case .failed: "publish failed"
        }
      case .perform(let effect, _):
        switch effect {
        case .send: "perform send"
        case .verify: "perform verify"
        case .poll: "perform poll"
        case .goodbye: "perform goodbye"
        }
      case .finish: "finish"
      case .schedulePoll: "poll later"
      case .stop: "stop"
      case .tellServer: "tell goodbye"
      }
    }
  }
}
