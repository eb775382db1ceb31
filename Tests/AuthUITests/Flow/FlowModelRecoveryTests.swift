import AuthCore
import AuthTesting
import AuthUI
import Testing

/// The effects of the recovery buttons.
@MainActor @Suite(.timeLimit(.minutes(5))) struct FlowModelRecoveryTests {
  @MainActor private final class Starts {
    var requests: [FlowRequest] = []
    var scripts: [FlowScript] = []
    var next: [FlowScript] = []

    func start(_ request: FlowRequest) -> AuthFlow {
      let script = next.isEmpty ? FlowScript() : next.removeFirst()
      requests.append(request)
      scripts.append(script)
      return .scripted(.enterCode(CodePrompt(destination: "x")), script: script)
    }
  }

  private let starts = Starts()

  /// A model whose first answer ends in `reply`.
  private func model(_ request: FlowRequest, _ reply: FlowScript.Reply) async -> FlowModel {
    starts.next = [FlowScript([reply])]
    let model = FlowModel(request, clock: ManualClock(), start: { [starts] in starts.start($0) })
    await until { model.prompt != nil }
    await model.submit(code: "123456")
    await until { model.problem != nil }
    return model
  }

  @Test func everyNewStartHasItsRequest() async {
    let request = FlowRequest(identifier: "jane@example.com", purpose: .stepUp(action: "pay"), method: .totp)
    let cases: [(AuthError.Recovery, RecoveryAction, FlowRequest.Purpose, MethodID?)] = [
      (.restart, .restart, .stepUp(action: "pay"), .totp),
      (.selectMethod, .chooseMethod, .stepUp(action: "pay"), nil),
      (.signIn, .signIn, .signIn, nil),
    ]
    for (recovery, action, purpose, method) in cases {
      for reply in [
        FlowScript.Reply.end(AuthError(.forbidden, "", recovery: recovery)),
        .refuse(AuthError(.forbidden, "", recovery: recovery)),
      ] {
        let model = await model(request, reply)
        #expect(model.recoveryActions == [action, .giveUp])
        await model.perform(action)
        #expect(model.request.purpose == purpose && model.request.method == method)
        #expect(model.request.identifier == "jane@example.com")
        await until { model.prompt != nil }
        #expect(model.problem == nil && model.failure == nil && model.input.text.isEmpty)
        await model.submit(code: "1")
        await until { model.isFinished }
        #expect(model.result != nil, "the new flow is followed")
      }
    }
    #expect(starts.requests.count == 12)
  }

  @Test func theSameAnswerIsGivenAgain() async {
    let model = await model(FlowRequest(), .refuse(AuthError(.network, "")))
    await model.perform(.repeatAnswer)
    await until { model.isFinished }
    #expect(starts.scripts[0].answers == ["code 123456", "code 123456"])
  }

  @Test func aNewCodeIsAskedFor() async {
    let model = await model(FlowRequest(), .refuse(AuthError(.codeExpired, "")))
    #expect(model.recoveryActions == [.resend, .giveUp])
    await model.perform(.resend)
    await until { model.isFinished }
    #expect(starts.scripts[0].answers == ["code 123456", "resend"])
  }

  @Test func cancellingEndsTheFlow() async {
    let model = await model(FlowRequest(), .refuse(AuthError(.forbidden, "")))
    #expect(model.recoveryActions == [.giveUp])
    await model.perform(.giveUp)
    await until { model.isFinished }
    #expect(model.problem == nil && model.recoveryActions.isEmpty)
  }

  @Test func aFlowThatTheModelDidNotStartCannotBeRestarted() async {
    let model = FlowModel(
      .scripted(.enterTOTP(TOTPPrompt()), script: FlowScript([.end(AuthError(.flowExpired, ""))])),
      clock: ManualClock())
    await until { model.prompt != nil }
    await model.submit(code: "123456")
    await until { model.isFinished }
    #expect(model.recoveryActions == [.giveUp])
    await model.perform(.restart)
    #expect(model.failure?.code == .flowExpired)
  }

  @Test func anAnswerToTheEarlierFlowDoesNotAffectTheNewFlow() async {
    for _ in 0..<200 {
      let model = FlowModel(FlowRequest(), clock: ManualClock(), start: { [starts] in starts.start($0) })
      await until { model.prompt != nil }
      let answer = Task { await model.answer(.account("x")) }
      await until { model.isBusy || model.answerError != nil }
      await model.perform(.restart)
      #expect(!model.isBusy && model.answerError == nil)
      await answer.value
      #expect(model.answerError == nil)
    }
  }
}
