public import AuthCore

/// The flow of a preview, which needs no network.
struct PreviewFlow: FlowLogic, FlowPerformer {
  let script: PreviewScript
  let result: FlowResult

  func begin() -> FlowStep<Bool> {
    switch script.opening {
    case .asks(let prompt, let context): .prompt(prompt, context)
    case .ends(let result): .completed(result)
    case .fails(let error): .failed(error)
    case .waits: .perform(true, .passkey)
    }
  }

  func answered(_ answer: FlowAnswer) -> FlowStep<Bool> {
    switch (answer, script.opening) {
    case (.resend, .asks(let prompt, let context)), (.poll, .asks(let prompt, let context)):
      .prompt(prompt, context.cleared)
    default: .completed(result)
    }
  }

  func received(_ result: Result<Bool, AuthError>) -> FlowStep<Bool> { .failed(.cancelled) }

  /// Waits until the flow is cancelled.
  func perform(_ effect: Bool) async throws(AuthError) -> Bool {
    do { try await Task.sleep(for: .seconds(86_400)) } catch { throw .cancelled }
    return effect
  }
}

extension FlowModel {
  /// Creates the model of a scripted flow in one of its states, without a provider, a server and a network; nil for a
  /// state that is not a flow's.
  ///
  /// ```swift
  /// if let flow = FlowModel.preview(.enterCode) { MyCodeView(flow: flow) }
  /// ```
  ///
  /// - Parameters:
  ///   - state: the state.
  ///   - clock: the clock of the countdowns.
  public static func preview(_ state: PreviewState, clock: any AuthClock = SystemClock()) -> FlowModel? {
    let now = clock.now()
    guard let script = PreviewScript.of(state, at: now) else { return nil }
    return FlowModel(clock: clock) { _ in
      let flow = PreviewFlow(script: script, result: PreviewScript.result(at: now))
      return AuthFlow(ProviderFlow(flow, performer: flow), providerID: "preview", services: .preview(clock))
    }
  }
}
