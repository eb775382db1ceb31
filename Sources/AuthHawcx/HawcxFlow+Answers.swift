import AuthCore

extension HawcxFlow {
  /// Handles the user's input while the flow asks for a method, an identifier or an invite code: before the first
  /// request to the server, or after the server refused that request.
  mutating func identified(_ answer: FlowAnswer) -> FlowStep<Effect> {
    switch answer {
    case .method(let method):
      wanted = method
      return askForIdentifier(nil)
    case .email(let text):
      guard HawcxIdentifier.isEmailLike(text) else {
        return askForIdentifier(
          AuthError(.invalidIdentifier, "This is not an e-mail address. Enter one, such as jane@example.com."))
      }
      identifier = text
      return start()
    case .phone(let text):
      guard HawcxIdentifier.isE164(text) else { return askForIdentifier(Self.malformedPhone) }
      identifier = text
      return start()
    case .fields(let fields) where asksForIdentifier:
      guard let text = fields[Self.identifierField]?.revealText().trimmingBlanks, !text.isEmpty else {
        return askForIdentifier(AuthError(.invalidIdentifier, "The identifier is missing. Enter it."))
      }
      identifier = text
      return start()
    case .fields(let fields):
      guard let code = fields[Self.inviteField]?.revealText().trimmingBlanks, !code.isEmpty else {
        return askForInvite(AuthError(.inviteRequired, "Sign-up requires an invite code. Enter one."))
      }
      inviteCode = code
      return start()
    default: return misplaced(answer)
    }
  }

  /// Handles the user's response to a step. Input in the wrong format is not sent.
  mutating func answer(_ answer: FlowAnswer, to shown: Shown) -> FlowStep<Effect> {
    switch (shown.response.step, answer) {
    case (.selectMethod, .method(let method)): return send(.selectMethod(method.rawValue), from: shown)
    case (.enterCode, .code(let code)):
      guard case .enterCode(let prompt) = shown.prompt, prompt.accepts(code) else {
        return show(shown, failing: Self.malformedCode(shown.prompt))
      }
      return send(.submitCode(code), from: shown)
    case (.enterCode, .resend): return send(.resend, from: shown)
    case (.enterTOTP, .code(let code)), (.setupTOTP, .code(let code)):
      guard CodePrompt(destination: "", format: .numeric).accepts(code), (6...8).contains(code.count) else {
        return show(
          shown, failing: AuthError(.invalidCode, "An authenticator app's code has 6 to 8 digits. Enter it again."))
      }
      return send(.submitTOTP(code), from: shown)
    case (.setupSMS(let existing), .phone(let phone)):
      guard HawcxIdentifier.isE164(phone) || phone == existing else {
        return show(shown, failing: Self.malformedPhone)
      }
      return send(.submitPhone(phone), from: shown)
    case (.redirect(let url, let returnScheme), .callback(let callback)):
      do throws(AuthError) {
        let answer = try HawcxCallback(callback, openedWith: url, returnScheme: returnScheme)
        return send(.oauthCallback(code: answer.code, state: answer.state), from: shown)
      } catch {
        // The page can be opened again, because nothing was sent.
        return show(shown, failing: error)
      }
    case (.awaitApproval(let approval), .poll):
      guard let session else {
        return fail(AuthError(.malformedResponse, "The response contains no session. Start again."))
      }
      phase = .waiting(shown)
      return .perform(.poll(session: session, until: approval.expiresAt), .polling)
    default: return misplaced(answer)
    }
  }

  mutating func chooseMethod() -> FlowStep<Effect> {
    phase = .asking
    let options = [MethodOption(id: .emailOTP, label: "E-mail"), MethodOption(id: .smsOTP, label: "SMS")]
    return .prompt(.selectMethod(options), PromptContext(phase: HawcxStage.primary.phase))
  }

  mutating func askForIdentifier(_ error: AuthError?) -> FlowStep<Effect> {
    phase = .asking
    let context = PromptContext(phase: HawcxStage.primary.phase, lastError: error)
    switch identifierKind {
    case .phone: return .prompt(.enterPhone(PhonePrompt()), context)
    case .email: return .prompt(.enterEmail(EmailPrompt()), context)
    case .any:
      asksForIdentifier = true
      let field = InputField(name: Self.identifierField, label: "User name, e-mail address or telephone number")
      return .prompt(.input([field]), context)
    }
  }

  /// The kind of identifier to ask for: the kind of the previous identifier, or else the kind that the chosen method
  /// needs. If no method is chosen, the flow asks for an e-mail address, or for any identifier if `takesAnyIdentifier`
  /// is true.
  private var identifierKind: HawcxIdentifier.Kind {
    if let identifier { return HawcxIdentifier.Kind(identifier) }
    switch wanted {
    case .smsOTP?: return .phone
    case .emailOTP?: return .email
    case nil where !takesAnyIdentifier: return .email
    default: return .any
    }
  }

  mutating func askForInvite(_ error: AuthError) -> FlowStep<Effect> {
    phase = .asking
    asksForIdentifier = false
    let field = InputField(name: Self.inviteField, label: "Invite code", kind: .inviteCode)
    return .prompt(.input([field]), PromptContext(phase: HawcxStage.primary.phase, lastError: error))
  }

  static let inviteField = "invite_code"
  /// The only field of the prompt for any identifier.
  static let identifierField = "identifier"

  private static var malformedPhone: AuthError {
    AuthError(
      .invalidIdentifier, "This is not a phone number with its country code. Enter one, such as +14155550123.",
      fieldErrors: [AuthError.FieldError(field: "phone", message: "must be in E.164 format")])
  }

  private static func malformedCode(_ prompt: Prompt) -> AuthError {
    guard case .enterCode(let code) = prompt else {
      return AuthError(.invalidCode, "The code has the wrong format. Enter it again.")
    }
    let characters = code.format == .numeric ? "digits" : "letters or digits"
    return AuthError(
      .invalidCode,
      code.length.map { "The code must have \($0) \(characters). Enter it again." }
        ?? "The code must consist of \(characters). Enter it again.")
  }
}
