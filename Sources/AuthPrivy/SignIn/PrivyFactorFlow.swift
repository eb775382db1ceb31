import AuthCore

/// Adding a second factor, or verifying an existing one. Makes the decisions, without I/O.
struct PrivyFactorFlow: FlowLogic {
  typealias Effect = PrivyFlow.Effect
  typealias Outcome = PrivyFlow.Outcome

  private enum Phase: Sendable {
    case new, choosing, asking, holding
    case beginning(SecondFactor, isAgain: Bool)
    case prompting(SecondFactor, Prompt)
    case submitting(SecondFactor, Prompt)
  }

  /// The methods that can be a second factor.
  static let methods: [MethodID] = [.totp, .smsOTP, .emailOTP, .passkey]

  private let request: FlowRequest
  private let providerID: ProviderID
  private let isNew: Bool
  /// The user's factors, according to the session.
  private let known: [MethodID]
  /// Whether the flow asks for an e-mail address rather than a phone number.
  private var sendsEmail = false
  private var phase = Phase.new
  private var ending: PrivyEnding

  init(_ request: FlowRequest, of providerID: ProviderID, known: [MethodID]) {
    self.request = request
    self.providerID = providerID
    self.known = known
    if case .enroll = request.purpose { isNew = true } else { isNew = false }
    ending = PrivyEnding(request.purpose)
  }

  mutating func begin() -> FlowStep<Effect> {
    if isNew { return begin(request.privyMethod) }
    if let method = request.method { return begin(method) }
    guard known.count != 1 else { return begin(known[0]) }
    phase = .choosing
    let methods = known.isEmpty ? [.totp, .smsOTP] : known
    let options = methods.map { MethodOption(id: $0, label: Self.labels[$0] ?? $0.rawValue) }
    return .prompt(.selectMethod(options), PromptContext(phase: "mfa"))
  }

  mutating func answered(_ answer: FlowAnswer) -> FlowStep<Effect> {
    switch (phase, answer) {
    case (.choosing, .method(let method)): return begin(method)
    case (.asking, .phone(let text)), (.asking, .email(let text)): return sendCode(to: text)
    case (.prompting(let factor, let prompt), .code(let code)):
      guard Self.form.accepts(code) else {
        return show(prompt, factor, failing: AuthError(.invalidCode, "The code has six digits. Enter it again."))
      }
      phase = .submitting(factor, prompt)
      return .perform(isNew ? .enroll(factor, code: code) : .verify(factor, code: code), .request)
    case (.prompting(let factor, _), .resend):
      phase = .beginning(factor, isAgain: true)
      return .perform(.beginFactor(factor, isNew: isNew), .request)
    default: return .failed(.misplaced(answer))
    }
  }

  mutating func received(_ result: Result<Outcome, AuthError>) -> FlowStep<Effect> {
    if let last = ending.step(result) { return last }
    switch (phase, result) {
    case (.beginning(let factor, _), .success(.codeSent)): return show(codePrompt(factor), factor, failing: nil)
    case (.beginning(let factor, _), .success(.authenticatorSetup(let setup))):
      return show(.setupTOTP(TOTPSetupPrompt(secret: setup.secret, uri: setup.uri)), factor, failing: nil)
    case (.beginning(let factor, true), .failure(let error)) where error.isMendableByRetry:
      return show(codePrompt(factor), factor, failing: error)
    case (.beginning(let factor, _), .failure(let error))
    where error.code == .invalidIdentifier && factor.contact != nil:
      return ask(error)
    case (.submitting(let factor, let prompt), .failure(let error)) where error.isMendableByRetry:
      return show(prompt, factor, failing: error)
    case (_, .failure(let error)): return .failed(error)
    default: return .failed(.misplacedOutcome)
    }
  }

  private mutating func begin(_ method: MethodID) -> FlowStep<Effect> {
    switch method {
    case .totp where isNew:
      phase = .beginning(.totp, isAgain: false)
      return .perform(.beginFactor(.totp, isNew: true), .request)
    // An authenticator app shows a code without the server.
    case .totp: return show(.enterTOTP(TOTPPrompt()), .totp, failing: nil)
    case .passkey:
      phase = .holding
      return .perform(isNew ? .enrollPasskey(request.passkey) : .verifyPasskey(request.passkey), .passkey)
    case .smsOTP where isNew, .emailOTP where isNew:
      sendsEmail = method == .emailOTP
      guard let contact = request.identifier, !contact.trimmingBlanks.isEmpty else { return ask(nil) }
      return sendCode(to: contact)
    case .smsOTP, .emailOTP:
      let factor = method == .emailOTP ? SecondFactor.email(nil) : .sms(nil)
      phase = .beginning(factor, isAgain: false)
      return .perform(.beginFactor(factor, isNew: false), .request)
    default:
      return .failed(.methodNotOffered(method, by: providerID, offering: Self.methods))
    }
  }

  private mutating func sendCode(to text: String) -> FlowStep<Effect> {
    guard let contact = sendsEmail ? Contact(email: text) : Contact(phone: text) else {
      return ask(
        AuthError(
          .invalidIdentifier,
          sendsEmail
            ? "This is not an e-mail address. Enter one, such as jane@example.com."
            : "This is not a phone number with its country code. Enter one, such as +14155550123."))
    }
    let factor = sendsEmail ? SecondFactor.email(contact) : .sms(contact)
    phase = .beginning(factor, isAgain: false)
    return .perform(.beginFactor(factor, isNew: true), .request)
  }

  private mutating func ask(_ error: AuthError?) -> FlowStep<Effect> {
    phase = .asking
    let prompt = sendsEmail ? Prompt.enterEmail(EmailPrompt()) : .enterPhone(PhonePrompt())
    return .prompt(prompt, PromptContext(phase: "mfa", lastError: error))
  }

  private mutating func show(_ prompt: Prompt, _ factor: SecondFactor, failing error: AuthError?) -> FlowStep<Effect> {
    phase = .prompting(factor, prompt)
    let context = PromptContext(phase: "mfa")
    return .prompt(prompt, error.map { context.failing($0) } ?? context)
  }

  private func codePrompt(_ factor: SecondFactor) -> Prompt {
    if let contact = factor.contact { return PrivyCode(contact: contact).prompt }
    let channel: CodePrompt.Channel = if case .email = factor { .email } else { .sms }
    return .enterCode(CodePrompt(destination: "", channel: channel, length: 6, format: .numeric))
  }

  private static let labels: [MethodID: String] = [
    .totp: "Authenticator app", .smsOTP: "SMS", .emailOTP: "E-mail", .passkey: "Passkey",
  ]

  /// The form of codes: six digits for every factor (P71).
  private static let form = CodePrompt(destination: "", length: 6, format: .numeric)
}
