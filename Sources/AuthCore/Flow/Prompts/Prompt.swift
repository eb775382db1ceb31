/// The user's next task. An app that renders all prompts works with every provider.
public indirect enum Prompt: Sendable, Equatable {
  // The enumerations of a flow are indirect, because inline copies of them in each state would add 80 KB of code.

  /// Choose a method: `select(method:)`.
  case selectMethod([MethodOption])
  /// Choose an account: `select(account:)`.
  case selectAccount([AccountOption])
  /// Enter an e-mail address: `submit(email:)`.
  case enterEmail(EmailPrompt)
  /// Enter a phone number in E.164 format: `submit(phone:)`.
  case enterPhone(PhonePrompt)
  /// Enter the code that was sent: `submit(code:)`, `resend()`.
  case enterCode(CodePrompt)
  /// Add a secret to an authenticator app and enter its first code: `submit(code:)`.
  case setupTOTP(TOTPSetupPrompt)
  /// Enter the authenticator app's current code: `submit(code:)`.
  case enterTOTP(TOTPPrompt)
  /// Open a page and submit the URL with which the page returns to the app: `resume(callback:)`.
  case redirect(RedirectPrompt)
  /// Wait for the user's decision on another device. `poll()` asks the server for the decision at once. The flow also
  /// asks regularly, unless the prompt's `isPolled` is false.
  case awaitApproval(ApprovalPrompt)
  /// Fill in fields: `submit(fields:)`.
  case input([InputField])
  /// Have a wallet or a key sign a message: `submit(signature:)`.
  case sign(SignPrompt)
  /// The server requires a step that this version does not support. No answer is possible, except the choice of one of
  /// the context's `alternatives`. `cancel()` and `reset()` end the flow.
  case unknown(type: String)

  /// The prompt's name: `enterCode`.
  public var name: String {
    switch self {
    case .selectMethod: "selectMethod"
    case .selectAccount: "selectAccount"
    case .enterEmail: "enterEmail"
    case .enterPhone: "enterPhone"
    case .enterCode: "enterCode"
    case .setupTOTP: "setupTOTP"
    case .enterTOTP: "enterTOTP"
    case .redirect: "redirect"
    case .awaitApproval: "awaitApproval"
    case .input: "input"
    case .sign: "sign"
    case .unknown: "unknown"
    }
  }
}
