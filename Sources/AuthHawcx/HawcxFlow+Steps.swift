import AuthCore

extension HawcxFlow {
  /// The server's next step.
  mutating func step(_ response: HawcxResponse) -> FlowStep<Effect> {
    switch response.step {
    case .selectMethod(let methods, let phase): return select(from: methods, phase: phase, response)
    case .completed(let completion): return complete(completion, response)
    case .setupDevice(let setup):
      return device(response) { .enrolDevice(setup, identifier: $0, session: $1) }
    case .deviceChallenge(let challenge):
      return device(response) { .proveDevice(challenge, identifier: $0, session: $1) }
    case .error(let failure):
      // Errors are answered before; here none can come.
      return fail(AuthError(.internalError, "The failure \(failure.code) was not handled."))
    case .enterCode, .enterTOTP, .setupTOTP, .setupSMS, .redirect, .awaitApproval, .unknown: return show(response)
    }
  }

  /// The answer to a poll that nothing has come of: a trace of its own and a later end of the flow are in every answer
  /// (H14), and no news to its user. nil where it is something else.
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

  /// Steps that the device answers without its user.
  private mutating func device(
    _ response: HawcxResponse, _ effect: (_ identifier: String, _ session: String) -> Effect
  ) -> FlowStep<Effect> {
    guard let identifier, let session else {
      return fail(AuthError(.malformedResponse, "The server gave the flow no session.", traceID: response.traceID))
    }
    guard hops < HawcxLimits.unseenSteps else { return loop(response) }
    hops += 1
    phase = .waiting(nil)
    return .perform(effect(identifier, session), .deviceTrust)
  }

  private mutating func loop(_ response: HawcxResponse) -> FlowStep<Effect> {
    fail(AuthError(.providerError, "The server keeps asking for the same.", traceID: response.traceID))
  }

  private mutating func show(_ response: HawcxResponse) -> FlowStep<Effect> {
    hops = 0
    guard let shown = Shown(response, pollsApprovals: pollsApprovals) else {
      return fail(AuthError(.internalError, "The step has no prompt.", traceID: response.traceID))
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
    guard let session else { return fail(AuthError(.malformedResponse, "The server gave the flow no session.")) }
    hops += 1
    self.phase = .waiting(Shown(response, pollsApprovals: pollsApprovals))
    return .perform(.choose(choice, session: session), .request)
  }

  /// What makes two selections the same. The trace is left out, which is new with each answer (H14): a choice that the
  /// server takes back is the user's then.
  private func signature(of methods: [HawcxMethod], _ phase: String?, _ response: HawcxResponse) -> String {
    ([session, phase, response.stepID, identifier].map { $0 ?? "" } + methods.map(\.id)).joined(separator: "\u{0}")
  }

  private mutating func complete(_ completion: HawcxCompletion, _ response: HawcxResponse) -> FlowStep<Effect> {
    phase = .ended
    let ours = verifier
    verifier = nil
    if case .stepUp(let action) = request.purpose {
      guard let receipt = completion.receipt else {
        return fail(AuthError(.malformedResponse, "The server gave the step-up no receipt.", traceID: response.traceID))
      }
      return .completed(.proof(ActionProof(token: receipt, action: action, identifier: identifier)))
    }
    return .completed(
      .authorizationCode(
        AuthorizationCode(
          // The server's verifier counts only where the client made no pair (H85).
          code: completion.code, verifier: ours ?? completion.verifier, expiresAt: completion.expiresAt,
          identifier: identifier, flowSession: session, traceID: response.traceID, receipt: completion.receipt)))
  }

  /// The server says no (H49, H50).
  mutating func refused(_ failure: HawcxFailure, _ outcome: Outcome, _ shown: Shown?) -> FlowStep<Effect> {
    let error = HawcxErrors.error(failure, traceID: outcome.response.traceID, now: outcome.receivedAt)
    if HawcxDevices.fatalCodes.contains(failure.code) { return lost(error) }
    switch failure.action {
    case .restartFlow, .abort: return fail(error)
    case .selectMethod:
      // Where a list can be shown again, the server sends it; only the list that was just answered still stands.
      guard let shown, case .selectMethod = shown.prompt else { return fail(error) }
      return show(shown, failing: error)
    case .retryInput, .wait, .retryRequest, .resendCode:
      // No action of the wire gives an invite code later: the flow starts again with it.
      if failure.action == .retryInput, error.code == .inviteRequired { return askForInvite(error) }
      if let shown { return show(failure.action == .resendCode ? shown.openForResend : shown, failing: error) }
      guard failure.action == .retryInput, failure.isAboutIdentifier(error.code) else { return fail(error) }
      return askForIdentifier(error)
    }
  }

  /// No answer came, or none that can be read.
  mutating func unanswered(_ error: AuthError, _ shown: Shown?) -> FlowStep<Effect> {
    if error.code == .keyUnavailable, error.recovery == .restart { return lost(error) }
    guard let shown, error.isTransient else { return fail(error) }
    if case .awaitApproval = shown.prompt {
      failedPolls += 1
      // The next tick asks again; the prompt does not change for it.
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
