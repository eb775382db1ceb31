/// The part of a flow in which an address is asked for, a code is sent to it, and the user enters the code.
///
/// A provider's logic keeps a ceremony in its phase. It passes answers and outcomes to the ceremony and acts on the
/// returned step: it shows a prompt, performs its vendor's request, or decides itself what a failure means.
///
/// ```
/// asking ──contact──▶ sending ──sent──▶ prompting ──code──▶ verifying ──▶ the logic continues
///                        ▲                 │ resend            │ refused, or transient
///                        └─────────────────┴───────────────────┘
/// ```
public struct CodeCeremony<Attempt: CodeAttempt>: Sendable {
  /// The logic's next step.
  public indirect enum Step: Sendable {
    /// Show this prompt.
    case prompt(Prompt, PromptContext)
    /// The user named an address: begin an attempt with it, and call `send(_:)`.
    case contact(Contact)
    /// Send the code of this attempt, and call `sent(_:)` or `notSent(_:)`.
    case send(Attempt)
    /// Submit this code, and call `refused(_:)` if it is not accepted.
    case verify(Secret, Attempt)
    /// The user cannot correct this error here: fail, or find another way.
    case failed(AuthError)
  }

  private enum Phase: Sendable {
    case asking
    case sending(Attempt, last: Attempt?)
    case prompting(Attempt)
    case verifying(Attempt)
  }

  /// The context of the prompt for an address.
  private let context: PromptContext
  /// The methods to choose from if the request has no method.
  private let options: [MethodOption]
  private var phase = Phase.asking

  /// Creates a ceremony that has not begun: call `ask(for:)`, `begin(_:method:)` or `send(_:)`.
  public init(context: PromptContext = PromptContext(), options: [MethodOption] = []) {
    self.context = context
    self.options = options
  }

  // MARK: The address

  /// Begins with the identifier of a request.
  ///
  /// - Parameters:
  ///   - identifier: the address or number; nil asks for one.
  ///   - method: the method, which needs an e-mail address or a phone number; nil accepts both.
  /// - Returns: `contact`, or the prompt for an address.
  public mutating func begin(_ identifier: String?, method: MethodID?) -> Step {
    guard let identifier, !identifier.trimmingBlanks.isEmpty else { return ask(for: method) }
    guard let contact = Contact(identifier, method: method) else {
      return ask(for: method, failing: .unusableContact(for: method))
    }
    return .contact(contact)
  }

  /// Asks for the address or number of a method. If `method` is nil and there are options, asks for the method first.
  public mutating func ask(for method: MethodID?, failing error: AuthError? = nil) -> Step {
    phase = .asking
    let prompt: Prompt =
      switch method {
      case MethodID.smsOTP?, MethodID.whatsAppOTP?: .enterPhone(PhonePrompt())
      case nil where !options.isEmpty: .selectMethod(options)
      default: .enterEmail(EmailPrompt())
      }
    return .prompt(prompt, error.map(context.failing) ?? context)
  }

  // MARK: The code

  /// Sends the code of an attempt.
  ///
  /// - Parameters:
  ///   - attempt: the attempt.
  ///   - last: an earlier attempt whose code the user already has; its prompt returns if no new code can be sent.
  public mutating func send(_ attempt: Attempt, last: Attempt? = nil) -> Step {
    phase = .sending(attempt, last: last)
    return .send(attempt)
  }

  /// Shows the prompt for a code that was sent, or that the user has from elsewhere.
  public mutating func prompt(_ attempt: Attempt, failing error: AuthError? = nil) -> Step {
    phase = .prompting(attempt)
    return .prompt(attempt.prompt, error.map(attempt.context.failing) ?? attempt.context)
  }

  /// The attempt whose code is being sent; nil at any other time.
  public var sending: Attempt? {
    if case .sending(let attempt, _) = phase { attempt } else { nil }
  }

  /// The attempt whose code is being verified; nil at any other time.
  public var verifying: Attempt? {
    if case .verifying(let attempt) = phase { attempt } else { nil }
  }

  /// The attempt whose code the user is asked for; nil at any other time.
  public var prompting: Attempt? {
    if case .prompting(let attempt) = phase { attempt } else { nil }
  }

  /// Processes the user's answer.
  public mutating func answered(_ answer: FlowAnswer) -> Step {
    switch (phase, answer) {
    case (.asking, .method(let method)): return ask(for: method)
    case (.asking, .email(let text)):
      return Contact(email: text).map { .contact($0) }
        ?? ask(for: .emailOTP, failing: .unusableContact(for: .emailOTP))
    case (.asking, .phone(let text)):
      return Contact(phone: text).map { .contact($0) } ?? ask(for: .smsOTP, failing: .unusableContact(for: .smsOTP))
    case (.prompting(let attempt), .code(let code)):
      guard attempt.accepts(code) else { return prompt(attempt, failing: attempt.malformedCode) }
      phase = .verifying(attempt)
      return .verify(code, attempt)
    case (.prompting(let attempt), .resend): return send(attempt, last: attempt)
    default: return .failed(.misplaced(answer))
    }
  }

  /// Shows the prompt for the code that was sent; `update` adds the vendor's data about the code to the attempt.
  public mutating func sent(_ update: (inout Attempt) -> Void = { _ in }) -> Step {
    guard case .sending(var attempt, _) = phase else { return .failed(.misplacedOutcome) }
    update(&attempt)
    return prompt(attempt)
  }

  /// Processes a failure to send the code. If the failure is transient, the prompt for the previous code returns; if
  /// the address was refused, the user corrects it.
  public mutating func notSent(_ error: AuthError, method: MethodID? = nil) -> Step {
    guard case .sending(_, let last) = phase else { return .failed(.misplacedOutcome) }
    if let last, error.isTransient { return prompt(last, failing: error) }
    return error.code == .invalidIdentifier ? ask(for: method, failing: error) : .failed(error)
  }

  /// Processes the refusal of a code. The user corrects the code, requests a new one, or tries again after a transient
  /// failure.
  public mutating func refused(_ error: AuthError) -> Step {
    guard case .verifying(let attempt) = phase else { return .failed(.misplacedOutcome) }
    let isCorrectable = error.code == .invalidCode || error.code == .codeExpired || error.isTransient
    return isCorrectable ? prompt(attempt, failing: error) : .failed(error)
  }
}

extension AuthError {
  /// Returns the error for a string that is not an address for `method`; for nil, the error for a string that is
  /// neither an e-mail address nor a phone number.
  public static func unusableContact(for method: MethodID?) -> AuthError {
    switch method {
    case MethodID.emailOTP?: AuthError(.invalidIdentifier, "Enter a valid e-mail address.")
    case MethodID.smsOTP?, MethodID.whatsAppOTP?:
      AuthError(.invalidIdentifier, "Enter a phone number with its country code, such as +14155550123.")
    default: AuthError(.invalidIdentifier, "Enter an e-mail address, or a phone number with its country code.")
    }
  }
}
