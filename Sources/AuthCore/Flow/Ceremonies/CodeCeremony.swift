/// The part of a flow that asks the user for an address, sends a code to the address, and asks the user for the code.
///
/// A provider's logic stores the ceremony as a part of the logic's state. The logic passes answers and outcomes to the
/// ceremony and acts on the returned step: it shows a prompt, performs a request of its vendor, or handles an error
/// that the ceremony cannot handle. A call that the phase of the ceremony does not allow returns `failed` with
/// `internal`.
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
    /// The request or the user has provided a valid address: create an attempt for it, and call `send(_:last:)`.
    case contact(Contact)
    /// Send the code of this attempt, and call `sent(_:)` or `notSent(_:method:)`.
    case send(Attempt)
    /// Submit this code, and call `refused(_:)` if it is not accepted.
    case verify(Secret, Attempt)
    /// The ceremony cannot continue after this error: fail the flow, or continue with another step.
    case failed(AuthError)
  }

  private enum Phase: Sendable {
    case asking
    case sending(Attempt, last: Attempt?)
    case prompting(Attempt)
    case verifying(Attempt)
  }

  /// The context of the prompts for a method and for an address.
  private let context: PromptContext
  /// The methods to choose from if the request has no method.
  private let options: [MethodOption]
  private var phase = Phase.asking

  /// Creates a ceremony that has not begun: call `begin(_:method:)`, `ask(for:failing:)`, `send(_:last:)` or
  /// `prompt(_:failing:)`.
  public init(context: PromptContext = PromptContext(), options: [MethodOption] = []) {
    self.context = context
    self.options = options
  }

  // MARK: The address

  /// Begins with the identifier of a request.
  ///
  /// - Parameters:
  ///   - identifier: the e-mail address or phone number. If it is nil or blank, the user is asked for one.
  ///   - method: `email_otp` needs an e-mail address, `sms_otp` and `whatsapp_otp` need a phone number. Any other
  ///     method and nil accept both.
  /// - Returns: `contact` for a valid identifier, otherwise the prompt of `ask(for:failing:)`.
  public mutating func begin(_ identifier: String?, method: MethodID?) -> Step {
    guard let identifier, !identifier.trimmingBlanks.isEmpty else { return ask(for: method) }
    guard let contact = Contact(identifier, method: method) else {
      return ask(for: method, failing: .unusableContact(for: method))
    }
    return .contact(contact)
  }

  /// Asks for a phone number if the method is `sms_otp` or `whatsapp_otp`, otherwise for an e-mail address. If `method`
  /// is nil and there are options, asks for the method first.
  ///
  /// - Parameters:
  ///   - method: the method that needs the address or number.
  ///   - error: the error to show with the prompt, such as a refused address.
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
  ///   - last: an earlier attempt whose code the user already has. Its prompt is shown again if a transient error
  ///     prevents the new code from being sent.
  public mutating func send(_ attempt: Attempt, last: Attempt? = nil) -> Step {
    phase = .sending(attempt, last: last)
    return .send(attempt)
  }

  /// Shows the prompt for a code that was sent, or that the user has from elsewhere.
  ///
  /// - Parameters:
  ///   - attempt: the attempt whose code the user enters.
  ///   - error: the error to show with the prompt, such as a refused code.
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

  /// Processes the user's answer. A malformed address or code shows its prompt again, with the error.
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

  /// Processes a failure to send the code. After a transient error, the prompt for the earlier code is shown again, if
  /// `send(_:last:)` has received one. Otherwise, `invalid_identifier` asks for another address, and any other error
  /// returns `failed`.
  ///
  /// - Parameters:
  ///   - error: why the code was not sent.
  ///   - method: the method that needs another address, for `ask(for:failing:)`.
  public mutating func notSent(_ error: AuthError, method: MethodID? = nil) -> Step {
    guard case .sending(_, let last) = phase else { return .failed(.misplacedOutcome) }
    if let last, error.isTransient { return prompt(last, failing: error) }
    return error.code == .invalidIdentifier ? ask(for: method, failing: error) : .failed(error)
  }

  /// Processes the refusal of a code. After `invalid_code`, `code_expired` or a transient error, the prompt is shown
  /// again: the user corrects the code, requests a new one or tries again. Any other error returns `failed`.
  public mutating func refused(_ error: AuthError) -> Step {
    guard case .verifying(let attempt) = phase else { return .failed(.misplacedOutcome) }
    let isCorrectable = error.code == .invalidCode || error.code == .codeExpired || error.isTransient
    return isCorrectable ? prompt(attempt, failing: error) : .failed(error)
  }
}

extension AuthError {
  /// Returns the error for a string that is not of the kind that `method` needs: an e-mail address or a phone number.
  /// If `method` is nil, or accepts both, the message asks for either.
  public static func unusableContact(for method: MethodID?) -> AuthError {
    switch method {
    case MethodID.emailOTP?, MethodID.emailMagicLink?:
      AuthError(.invalidIdentifier, "This is not an e-mail address. Enter one, such as jane@example.com.")
    case MethodID.smsOTP?, MethodID.whatsAppOTP?:
      AuthError(
        .invalidIdentifier, "This is not a phone number with its country code. Enter one, such as +14155550123.")
    default:
      AuthError(
        .invalidIdentifier,
        "This is neither an e-mail address nor a phone number with its country code. Enter one, such as "
          + "jane@example.com or +14155550123.")
    }
  }
}
