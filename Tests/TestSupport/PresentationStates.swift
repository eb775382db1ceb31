import AuthCore
package import AuthUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Every state of a flow that looks different, by name.
package enum PresentationStates {
  package static let all: [(name: String, state: FlowPresentation.State)] =
    prompts + codes + approvals + endings + problems

  private static let now = Prompts.start

  private static let prompts = Prompts.all.map { prompt in
    (name: prompt.name, state: state(prompt) { $0.canSubmit = false })
  }

  private static let codes: [(name: String, state: FlowPresentation.State)] = {
    let channels: [CodePrompt.Channel?] = [.email, .sms, .whatsapp, .push, nil]
    let forms: [(length: Int?, format: CodePrompt.Format?)] = [(nil, nil), (1, .alphanumeric), (6, .numeric)]
    return channels.flatMap { channel in
      forms.map { form in
        let code = CodePrompt(destination: "+1******23", channel: channel, length: form.length, format: form.format)
        let name = "enterCode-\(channel?.rawValue ?? "any")-\(form.length.map(String.init) ?? "any")"
        return (name, state(.enterCode(code)) { $0.canResend = true })
      }
    } + [
      (
        "enterCode-waiting",
        state(.enterCode(Prompts.code)) {
          $0.resend = Countdown(to: now.addingTimeInterval(30), at: now)
          $0.expiry = Countdown(to: now.addingTimeInterval(300), at: now)
          $0.context.attemptsRemaining = 1
        }
      ),
      ("enterCode-expired", state(.enterCode(Prompts.code)) { $0.expiry = Countdown(to: now, at: now) }),
      (
        "enterCode-expired-once",
        state(.enterCode(CodePrompt(destination: "+49…", channel: .sms, length: 6, isResendable: false))) {
          $0.expiry = Countdown(to: now, at: now)
          $0.canRestart = true
        }
      ),
      (
        "enterCode-busy",
        state(.enterCode(Prompts.code)) {
          $0.isBusy = true
          $0.activity = .request
        }
      ),
      ("enterCode-fault", state(.enterCode(Prompts.code)) { $0.fault = .wrongLength(expected: 6) }),
      (
        "enterCode-alternatives",
        state(.enterCode(Prompts.code)) {
          $0.context.stepLabel = "Step \u{1B}[31m1"
          $0.context.alternatives = [
            MethodOption(id: .passkey, label: "Passkey"), MethodOption(id: "ring", label: "Magic ring"),
          ]
        }
      ),
    ]
  }()

  private static let approvals: [(name: String, state: FlowPresentation.State)] = [
    (
      "awaitApproval-claimed",
      state(.awaitApproval(ApprovalPrompt(qrData: "q", isClaimed: true))) {
        $0.activity = .polling
      }
    ),
    (
      "awaitApproval-expired",
      state(.awaitApproval(ApprovalPrompt(displayCode: "42"))) {
        $0.expiry = Countdown(to: now, at: now)
        $0.canRestart = true
      }
    ),
    ("awaitApproval-link", state(.awaitApproval(ApprovalPrompt(isLinkSent: true)))),
    (
      "sign-signer",
      state(.sign(SignPrompt(message: "Sign in\nNonce: 1", signer: "0xabc", form: "0x and 130 hexadecimal digits")))
    ),
  ]

  private static let endings: [(name: String, state: FlowPresentation.State)] = [
    ("starting", FlowPresentation.State()), ("starting-passkey", state(nil) { $0.activity = .passkey }),
    ("starting-device", state(nil) { $0.activity = .deviceTrust }),
    ("starting-token", state(nil) { $0.activity = .tokenFetch }),
    ("finished-new", state(nil) { $0.result = .session(session, isNewUser: true) }),
    ("finished", state(nil) { $0.result = .session(session, isNewUser: false) }),
    (
      "finished-code",
      state(nil) { $0.result = .authorizationCode(AuthorizationCode(code: Secret("c"), verifier: nil)) }
    ),
    ("finished-proof", state(nil) { $0.result = .proof(ActionProof(token: Secret("t"), action: "pay")) }),
    (
      "finished-credential",
      state(nil) {
        $0.result = .credential(Credential(id: "1", method: .passkey, createdAt: now))
      }
    ),
    ("cancelled", state(nil) { $0.isFinished = true }),
  ]

  private static let problems: [(name: String, state: FlowPresentation.State)] =
    [
      (
        "problem-attempts",
        state(.enterCode(Prompts.code)) {
          $0.problem = AuthError(.invalidCode, "The code is wrong.", attemptsRemaining: 2, traceID: "trace-1")
          $0.recovery = [.correct, .giveUp]
        }
      ),
      (
        "problem-wait",
        state(.enterCode(Prompts.code)) {
          $0.problem = AuthError(.rateLimited, "Too many requests.")
          $0.wait = Countdown(to: now.addingTimeInterval(65), at: now)
          $0.recovery = [.wait(until: now), .giveUp]
        }
      ),
      (
        "problem-resend",
        state(.enterCode(Prompts.code)) {
          $0.problem = AuthError(.codeExpired, "The code has expired.")
          $0.recovery = [.resend, .giveUp]
          $0.canResend = true
        }
      ),
      (
        "problem-field",
        state(.enterEmail(EmailPrompt())) {
          $0.problem = AuthError(
            .invalidIdentifier, "No.",
            fieldErrors: [AuthError.FieldError(field: "email", message: "must be \u{1B}[1mwork")])
          $0.recovery = [.correct, .giveUp]
        }
      ),
    ]
    + [RecoveryAction.repeatAnswer, .restart, .chooseMethod, .signIn].map { action in
      (
        "failed-\(action.name)",
        state(nil) {
          $0.problem = AuthError(.network, "The connection failed.")
          $0.recovery = [action, .giveUp]
        }
      )
    }

  private static let session = Session(
    id: SessionID("s"), providerID: "one", tenant: "t", subject: "user-1", identifier: "jane@example.com",
    tokens: SessionTokens(access: Secret("a")), createdAt: now)

  private static func state(
    _ prompt: Prompt?, _ change: (inout FlowPresentation.State) -> Void = { _ in }
  ) -> FlowPresentation.State {
    var state = FlowPresentation.State()
    state.prompt = prompt
    change(&state)
    // A flow that has ended shows no prompt.
    if prompt == nil, state.result != nil || state.problem != nil { state.isFinished = true }
    return state
  }
}
