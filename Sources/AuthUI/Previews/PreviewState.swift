/// A state of a screen to look at without a provider, a server and a network: `AuthUI.preview(.enterCode)` shows it.
///
/// The state of a flow is the start of a small scripted flow, which takes answers: any answer of the right form signs
/// in.
public enum PreviewState: String, Sendable, Hashable, CaseIterable {
  /// The sign-in page.
  case signIn
  /// A choice of methods.
  case selectMethod
  /// A choice of accounts.
  case selectAccount
  /// The question for an e-mail address.
  case enterEmail
  /// The question for a phone number.
  case enterPhone
  /// The question for a code that was sent, with its countdowns.
  case enterCode
  /// The set-up of an authenticator app, with a QR code.
  case setupTOTP
  /// The question for the code of an authenticator app: a second factor.
  case enterTOTP
  /// A page to open.
  case redirect
  /// An approval on another device, with a QR code and a code to compare.
  case awaitApproval
  /// The link in an e-mail.
  case awaitLink
  /// Fields to fill in: a PIN, an invite code and an optional text.
  case input
  /// A message for a wallet to sign.
  case sign
  /// A step that this version does not support.
  case unknown
  /// A code that was wrong, with the attempts left.
  case problem
  /// An error after which the user has to wait.
  case rateLimited
  /// A code that has expired.
  case codeExpired
  /// A warning of the server about a risk, a step with a name, and other ways to confirm.
  case risk
  /// The system's passkey sheet, which the flow waits for.
  case waiting
  /// A flow that failed and can be started again.
  case failed
  /// A flow that was cancelled.
  case cancelled
  /// A finished sign-in.
  case finished
  /// The page of the signed-in user.
  case session
  /// The account picker.
  case accounts
  /// Sign-ins of other devices that wait for a decision.
  case approvals
  /// What remains to do after a sign-out.
  case signOut
}
