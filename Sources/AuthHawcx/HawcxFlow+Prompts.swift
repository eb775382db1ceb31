import AuthCore

extension HawcxFlow.Shown {
  /// The prompt for a step that the user has to answer; nil for other steps.
  ///
  /// - Parameter pollsApprovals: whether the flow polls approvals automatically.
  init?(_ response: HawcxResponse, pollsApprovals: Bool) {
    var phase: String?
    switch response.step {
    case .selectMethod(let methods, let named):
      prompt = .selectMethod(methods.map { MethodOption(id: MethodID($0.id), label: $0.label, icon: $0.icon) })
      phase = named
    case .enterCode(let code):
      prompt = .enterCode(
        CodePrompt(
          destination: code.destination, channel: response.channel, length: code.length, format: code.format,
          expiresAt: code.expiresAt, resendAt: code.resendAt))
    case .enterTOTP: prompt = .enterTOTP(TOTPPrompt())
    case .setupTOTP(let secret, let uri, let period):
      prompt = .setupTOTP(TOTPSetupPrompt(secret: secret, uri: uri, period: period ?? 30))
    case .setupSMS(let existing): prompt = .enterPhone(PhonePrompt(existing: existing))
    case .redirect(let url, let scheme): prompt = .redirect(RedirectPrompt(url: url, callbackScheme: scheme))
    case .awaitApproval(let approval):
      prompt = .awaitApproval(
        ApprovalPrompt(
          qrData: approval.qrData, expiresAt: approval.expiresAt, pollInterval: approval.pollInterval,
          isPolled: pollsApprovals))
    case .unknown(let type): prompt = .unknown(type: type)
    case .setupDevice, .deviceChallenge, .completed, .error: return nil
    }
    self.response = response
    var details = JSONObject()
    details["session_expires_at"] = response.expiresAt.map { .string(ISO8601.encode($0)) }
    context = PromptContext(
      stepID: response.stepID, stepLabel: response.stepLabel,
      phase: (phase ?? response.stepID).flatMap { HawcxStage($0) }?.phase ?? phase, risk: response.risk,
      traceID: response.traceID, details: .object(details))
    if case .unknown(let type) = response.step {
      // The flow stays open, so that the app can still cancel it at the server.
      context.lastError = AuthError(
        .unsupportedPrompt,
        "The server asks for '\(type)', which this version does not support. Update the app, or cancel.",
        traceID: response.traceID)
    }
  }

  /// The prompt without `resendAt`, so that the user can request a new code immediately. The server has just
  /// recommended a new code, and the time in `resendAt` may not have come yet, because the clocks may differ.
  var openForResend: HawcxFlow.Shown {
    guard case .enterCode(let code) = prompt else { return self }
    var shown = self
    shown.prompt = .enterCode(
      CodePrompt(
        destination: code.destination, channel: code.channel, length: code.length, format: code.format,
        expiresAt: code.expiresAt))
    return shown
  }
}
