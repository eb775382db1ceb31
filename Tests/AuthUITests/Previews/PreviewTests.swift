import AuthCore
import AuthTesting
import TestSupport
import Testing

@testable import AuthUI

@MainActor @Suite(.timeLimit(.minutes(5))) struct PreviewTests {
  private let clock = ManualClock(Prompts.start)

  /// The model of a flow's state, when it shows the state.
  private func model(_ state: PreviewState) async -> FlowModel? {
    guard let model = FlowModel.preview(state, clock: clock) else { return nil }
    await until { model.presentation.name != "starting" || model.activity == .passkey }
    return model
  }

  @Test func everyStateIsOneOfAFlowOrAPage() {
    for state in PreviewState.allCases {
      let isFlow = FlowModel.preview(state, clock: clock) != nil
      #expect(isFlow != (PreviewPage(state) != nil), "\(state)")
    }
  }

  @Test func everyKindOfPromptIsAState() async {
    var names: Set<String> = []
    for state in PreviewState.allCases {
      guard let model = await model(state) else { continue }
      names.insert(model.presentation.name)
      // The state of a prompt has the prompt's name.
      if let prompt = model.prompt, PreviewState(rawValue: prompt.name) == nil { Issue.record("\(prompt.name)") }
    }
    #expect(Prompts.all.allSatisfy { names.contains($0.name) } && names.contains("sign"))
    #expect(names.isSuperset(of: ["starting", "failed", "cancelled", "finished"]))
  }

  @Test func looksLikeTheSnapshot() async throws {
    var parts: [String] = []
    for state in PreviewState.allCases {
      guard let model = await model(state) else { continue }
      parts.append(PresentationText.of(model.presentation, name: state.rawValue, .english))
    }
    try Snapshot.expect(parts.joined(separator: "\n"), is: "previews-en")
  }

  @Test func anAnswerSignsIn() async throws {
    let flow = try #require(await model(.enterCode))
    flow.input.text = "123456"
    await flow.submit()
    await until { flow.isFinished }
    guard case .session(let session, _) = flow.result else { Issue.record("no session"); return }
    #expect(session.identifier == "jane@example.com")
  }

  @Test func anErrorGoesWithANewCodeOrACheck() async throws {
    let expired = try #require(await model(.codeExpired))
    #expect(expired.problem?.code == .codeExpired)
    clock.advance(by: .seconds(31))
    await expired.resend()
    await until { expired.problem == nil }
    let approval = try #require(await model(.awaitApproval))
    await approval.submit()
    #expect(approval.prompt?.name == "awaitApproval" && approval.problem == nil)
  }

  @Test func aFailedFlowStartsAgainAndAWaitingOneCanBeCancelled() async throws {
    let failed = try #require(await model(.failed))
    #expect(failed.recoveryActions == [.restart, .giveUp])
    await failed.perform(.restart)
    await until { failed.isFinished }
    let waiting = try #require(await model(.waiting))
    #expect(waiting.isBusy)
    await waiting.cancel()
    await until { waiting.failure == .cancelled }
  }
}
