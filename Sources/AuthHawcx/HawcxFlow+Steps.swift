import AuthCore

extension HawcxFlow {
  /// Handles the server's next step.
  mutating func step(_ response: HawcxResponse) -> FlowStep<Effect> {
    switch response.step {
    case .selectMethod(let methods, let phase): return select(from: methods, phase: phase, response)
    case .completed(let completion): return complete(completion, response)
    case .setupDevice(let setup):
      return device(response) { .enrolDevice(setup, identifier: $0, session: $1) }
    case .deviceChallenge(let challenge):
      return device(response) { .proveDevice(challenge, identifier: $0, session: $1) }
    case .error(let failure):
      // `received` handles error steps before it calls this method.
      return fail(
        AuthError(
          .internalError,
          "The failure \(failure.code) was not handled. Report this to Latchkey's maintainers."))
    case .enterCode, .enterTOTP, .setupTOTP, .setupSMS, .redirect, .awaitApproval, .unknown: return show(response)
    }
  }

  /// The step after a poll that changed nothing; nil for any other response. Every response has a new trace ID and a
  /// later expiry of the flow (H14). The prompt keeps the earlier values, because these changes do not matter to the
  /// user.
  mutating func unchanged(_ response: HawcxResponse, _ shown: Shown?) -> FlowStep<Effect>? {
    guard let shown, case .awaitApproval = shown.prompt, let fresh = Shown(response, pollsApprovals: pollsApprovals),
      fresh.prompt == shown.prompt
    else { return nil }
    var context = fresh.context
    context.traceID = shown.context.traceID
    context.details = shown.context.details
    hops = 0
    phase = .showing(Shown(prompt: fresh.prompt, context: context, response: response))
    return .prompt(fresh.prompt, context)
  }

  /// Handles a step that the device answers without the user.
  private mutating func device(
    _ response: HawcxResponse, _ effect: (_ identifier: String, _ session: String) -> Effect
  ) -> FlowStep<Effect> {
    guard let identifier, let session else {
      return fail(
        AuthError(.malformedResponse, "The response contains no session. Start again.", traceID: response.traceID))
    }
    guard hops < HawcxLimits.unseenSteps else { return loop(response) }
    hops += 1
    phase = .waiting(nil)
    return .perform(effect(identifier, session), .deviceTrust)
  }

  private mutating func loop(_ response: HawcxResponse) -> FlowStep<Effect> {
    fail(
      AuthError(
        .providerError,
        "The server sent more than \(HawcxLimits.unseenSteps) consecutive steps without a prompt. Start again.",
        traceID: response.traceID))
  }

  private mutating func show(_ response: HawcxResponse) -> FlowStep<Effect> {
    hops = 0
    guard let shown = Shown(response, pollsApprovals: pollsApprovals) else {
      return fail(
        AuthError(
          .internalError, "The step has no prompt. Report this to Latchkey's maintainers.", traceID: response.traceID))
    }
    phase = .showing(shown)
    return .prompt(shown.prompt, shown.context)
  }

  private mutating func select(
    from methods: [HawcxMethod], phase: String?, _ response: HawcxResponse
  ) -> FlowStep<Effect> {
    let selection = HawcxMethodSelection(policy: policy, wanted: wanted)
    let choice = selection.choice(of: methods, phase: phase, stepID: response.stepID, identifier: identifier)
    guard let choice, selections.insert(signature(of: methods, phase, response)).inserted else { return show(response) }
    guard hops < HawcxLimits.unseenSteps else { return loop(response) }
    guard let session else {
      return fail(AuthError(.malformedResponse, "The response contains no session. Start again."))
    }
    hops += 1
    self.phase = .waiting(Shown(response, pollsApprovals: pollsApprovals))
    return .perform(.choose(choice, session: session), .request)
  }

  /// Identifies a selection, so that the flow makes each selection automatically at most once. If the server rejects an
  /// automatic choice, the user chooses. The trace ID is left out, because it differs in each response (H14).
  private func signature(of methods: [HawcxMethod], _ phase: String?, _ response: HawcxResponse) -> String {
    ([session, phase, response.stepID, identifier].map { $0 ?? "" } + methods.map(\.id)).joined(separator: "\u{0}")
  }

  private mutating func complete(_ completion: HawcxCompletion, _ response: HawcxResponse) -> FlowStep<Effect> {
    phase = .ended
    let ours = verifier
    verifier = nil
    if case .stepUp(let action) = request.purpose {
      guard let receipt = completion.receipt else {
        return fail(
          AuthError(
            .malformedResponse,
            "The response that ends the step-up contains no receipt. Start the step-up again. If that does not help, "
              + "report this to Latchkey's maintainers.", traceID: response.traceID))
      }
      return .completed(.proof(ActionProof(token: receipt, action: action, identifier: identifier)))
    }
    return .completed(
      .authorizationCode(
        AuthorizationCode(
          // The server's verifier is used only if the client created none (H85).
          code: completion.code, verifier: ours ?? completion.verifier, expiresAt: completion.expiresAt,
          identifier: identifier, flowSession: session, traceID: response.traceID, receipt: completion.receipt)))
  }

  /// Handles the server's refusal (H49, H50).
  mutating func refused(_ failure: HawcxFailure, _ outcome: Outcome, _ shown: Shown?) -> FlowStep<Effect> {
    let error = HawcxErrors.error(failure, traceID: outcome.response.traceID, now: outcome.receivedAt)
    if HawcxDevices.fatalCodes.contains(failure.code) { return lost(error) }
    switch failure.action {
    case .restartFlow, .abort: return fail(error)
    case .selectMethod:
      // Only the list that the user has just chosen from can be shown again. Otherwise the flow fails.
      guard let shown, case .selectMethod = shown.prompt else { return fail(error) }
      return show(shown, failing: error)
    case .retryInput, .wait, .retryRequest, .resendCode:
      // The protocol has no action for adding an invite code later, so the flow starts again with the code.
      if failure.action == .retryInput, error.code == .inviteRequired { return askForInvite(error) }
      if let shown { return show(failure.action == .resendCode ? shown.openForResend : shown, failing: error) }
      guard failure.action == .retryInput, failure.isAboutIdentifier(error.code) else { return fail(error) }
      return askForIdentifier(error)
    }
  }

  /// Handles a missing or unreadable response, and an action that the device could not perform.
  mutating func unanswered(_ error: AuthError, _ shown: Shown?) -> FlowStep<Effect> {
    if error.code == .keyUnavailable, error.recovery == .restart { return lost(error) }
    guard let shown, error.isTransient else { return fail(error) }
    if case .awaitApproval = shown.prompt {
      failedPolls += 1
      // The next poll asks again; the prompt does not change.
      if failedPolls < HawcxLimits.failedPolls {
        phase = .showing(shown)
        return .prompt(shown.prompt, shown.context)
      }
      failedPolls = 0
    }
    var repeatable = error
    if case .wait = error.recovery {} else { repeatable.recovery = .retryRequest }
    return show(shown, failing: repeatable)
  }
}
