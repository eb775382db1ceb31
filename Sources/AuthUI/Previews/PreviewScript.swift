import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the flow of a preview does: it asks, and takes any answer; or it ends, or waits for the system's passkey sheet.
struct PreviewScript: Sendable {
  enum Opening: Sendable {
    case asks(Prompt, PromptContext)
    case ends(FlowResult)
    case fails(AuthError)
    case waits
  }

  let opening: Opening

  /// Returns the script of a state; nil for a state that is not a flow's.
  ///
  /// - Parameters:
  ///   - state: the state.
  ///   - now: the time at which the countdowns begin.
  static func of(_ state: PreviewState, at now: Date) -> PreviewScript? {
    if let prompt = prompt(of: state, at: now) { return PreviewScript(opening: .asks(prompt, context(of: state))) }
    return switch state {
    case .waiting: PreviewScript(opening: .waits)
    case .failed:
      PreviewScript(opening: .fails(AuthError(.network, "The connection failed.", traceID: "preview-1")))
    case .cancelled: PreviewScript(opening: .fails(.cancelled))
    case .finished: PreviewScript(opening: .ends(result(at: now)))
    default: nil
    }
  }

  static func result(at now: Date) -> FlowResult { .session(PreviewSamples.session(at: now), isNewUser: false) }

  private static func prompt(of state: PreviewState, at now: Date) -> Prompt? {
    switch state {
    case .selectMethod: .selectMethod(PreviewSamples.methods)
    case .selectAccount:
      .selectAccount([AccountOption(id: "home", label: "jane@example.com"), AccountOption(id: "work", label: "ACME")])
    case .enterEmail: .enterEmail(EmailPrompt())
    case .enterPhone: .enterPhone(PhonePrompt(existing: "+1******0123"))
    case .enterCode, .problem, .rateLimited, .codeExpired: .enterCode(PreviewSamples.code(at: now))
    case .setupTOTP: .setupTOTP(PreviewSamples.authenticatorApp)
    case .enterTOTP, .risk: .enterTOTP(TOTPPrompt())
    case .redirect: PreviewSamples.page.map { .redirect(RedirectPrompt(url: $0, callbackScheme: "app")) }
    case .awaitApproval:
      .awaitApproval(
        ApprovalPrompt(
          qrData: "https://example.com/approve?code=WDJB-MJHT", displayCode: "WDJB-MJHT",
          verificationURL: PreviewSamples.page, expiresAt: now.addingTimeInterval(540), isPolled: false))
    case .awaitLink: .awaitApproval(ApprovalPrompt(isPolled: false, isLinkSent: true))
    case .input:
      .input([
        InputField(name: "invite_code", label: "Code", kind: .inviteCode),
        InputField(name: "pin", label: "PIN", kind: .pin), InputField(name: "team", label: "Team", isOptional: true),
      ])
    case .sign: .sign(SignPrompt(message: "example.com\nNonce: 8f3a2c1d", signer: "0x71C7…976F"))
    case .unknown: .unknown(type: "face_scan")
    case .signIn, .waiting, .failed, .cancelled, .finished, .session, .accounts, .approvals, .signOut: nil
    }
  }

  private static func context(of state: PreviewState) -> PromptContext {
    switch state {
    case .problem:
      PromptContext(
        lastError: AuthError(.invalidCode, "The code is wrong.", attemptsRemaining: 2, traceID: "preview-1"))
    case .rateLimited: PromptContext(lastError: AuthError(.rateLimited, "Too many requests.", retryAfter: .seconds(65)))
    case .codeExpired: PromptContext(lastError: AuthError(.codeExpired, "The code has expired."))
    case .risk:
      PromptContext(
        stepLabel: "Confirmation", risk: RiskInformation(detected: true), attemptsRemaining: 3,
        alternatives: PreviewSamples.methods)
    default: PromptContext()
    }
  }
}
