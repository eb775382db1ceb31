/// The user's next task. An app that renders these works with every provider.
public indirect enum Prompt: Sendable, Equatable {
  // The enumerations of a flow are indirect: inline copies in each state that holds one would add 80 KB of code.

  /// Choose a method: `select(method:)`.
  case selectMethod([MethodOption])
  /// Choose an account: `select(account:)`.
  case selectAccount([AccountOption])
  /// Enter an e-mail address: `submit(email:)`.
  case enterEmail(EmailPrompt)
  /// Enter a phone number in E.164 form: `submit(phone:)`.
  case enterPhone(PhonePrompt)
  /// Enter the code that was sent: `submit(code:)`, `resend()`.
  case enterCode(CodePrompt)
  /// Add a secret to an authenticator app and enter its first code: `submit(code:)`.
  case setupTOTP(TOTPSetupPrompt)
  /// Enter the authenticator app's current code: `submit(code:)`.
  case enterTOTP(TOTPPrompt)
  /// Open a page and pass its callback on: `resume(callback:)`.
  case redirect(RedirectPrompt)
  /// Wait for another device: do nothing, or call `poll()`.
  case awaitApproval(ApprovalPrompt)
  /// Fill in fields: `submit(fields:)`.
  case input([InputField])
  /// Have a wallet or a key sign a message: `submit(signature:)`.
  case sign(SignPrompt)
  /// The server requires a step that this version does not support. Only `cancel()` and `reset()` are possible.
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
