/// What the user has to do next. An app that renders these works with every provider.
public enum Prompt: Sendable, Equatable {
  /// Choose a method: `select(method:)`.
  case selectMethod([MethodOption])
  /// Choose an account: `select(account:)`.
  case selectAccount([AccountOption])
  /// Give an e-mail address: `submit(email:)`.
  case enterEmail(EmailPrompt)
  /// Give a phone number in E.164 form: `submit(phone:)`.
  case enterPhone(PhonePrompt)
  /// Give the code that was sent: `submit(code:)`, `resend()`.
  case enterCode(CodePrompt)
  /// Put a secret into an authenticator app and give its first code: `submit(code:)`.
  case setupTOTP(TOTPSetupPrompt)
  /// Give the authenticator app's current code: `submit(code:)`.
  case enterTOTP(TOTPPrompt)
  /// Open a page and hand its callback back: `resume(callback:)`.
  case redirect(RedirectPrompt)
  /// Wait for another device: nothing to do, or `poll()`.
  case awaitApproval(ApprovalPrompt)
  /// Fill fields in: `submit(fields:)`.
  case input([InputField])
  /// The server asks for something that this version does not know; only `cancel()` and `reset()` remain.
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
    case .unknown: "unknown"
    }
  }
}
