import AuthCore

/// Signing in or up by a one-time code. Makes the decisions, without I/O.
///
/// Identifier → code sent → code verified → account looked up → logged in, or signed up and then logged in. When the
/// network fails after the verification, the flow keeps it: the user submits again, and the flow continues from there.
struct TurnkeyFlow: FlowLogic {
  typealias Effect = TurnkeyEffect
  typealias Outcome = TurnkeyOutcome

  /// The flow's state.
  private enum Phase: Sendable {
    case new
    /// The user has to enter an address or number for the code.
    case asking
    /// A code is being sent; `last` is the previous code, to return to.
    case sending(Contact, last: OTPChallenge?)
    /// The user has the code.
    case prompting(Contact, OTPChallenge)
    case verifying(Contact, OTPChallenge)
    /// The contact is verified; the other steps run between this client and the server. No challenge where the app
    /// supplied the verification.
    case finishing(TurnkeyAdmission, OTPChallenge?)
    /// The same, after a network failure: the user submits again to continue.
    case held(TurnkeyAdmission, OTPChallenge)
    /// The flow has failed, and its key is being deleted.
    case releasing(AuthError)
    case ended
  }

  private let request: FlowRequest
  private let signsUp: Bool
  private let methods: [MethodID]
  private let defaults: NewUserDefaults
  private var phase = Phase.new

  /// - Parameter signsUp: whether signing in creates an account for an unknown user.
  init(_ request: FlowRequest, signsUp: Bool, methods: [MethodID], defaults: NewUserDefaults = NewUserDefaults()) {
    self.request = request
    self.defaults = defaults
    self.signsUp = signsUp
    self.methods = methods
  }

  mutating func begin() -> FlowStep<Effect> {
    guard let identifier = request.identifier, !identifier.trimmingBlanks.isEmpty else {
      guard let method = request.method else { return chooseMethod(nil) }
      return ask(for: method, nil)
    }
    if let contact = Contact(identifier, method: request.method) {
      guard let sent = sentElsewhere else { return send(to: contact) }
      phase = .sending(contact, last: nil)
      return .perform(.takeUpCode(sent), .request)
    }
    guard let method = request.method else { return chooseMethod(Self.unusable(nil)) }
    return ask(for: method, Self.unusable(method))
  }

  /// Starts with the app's verification.
  mutating func begin(with verified: VerifiedContact) -> FlowStep<Effect> {
    finish(admission(of: verified), nil)
  }

  /// A code that the app sent itself, by the vendor's names; nil when this flow has to send one.
  private var sentElsewhere: JSONValue? {
    guard let id = request.profile.parameters["otpId"] else { return nil }
    var sent: JSONObject = ["otpId": id]
    sent["otpEncryptionTargetBundle"] = request.profile.parameters["otpEncryptionTargetBundle"]
    return .object(sent)
  }

  mutating func answered(_ answer: FlowAnswer) -> FlowStep<Effect> {
    switch (phase, answer) {
    case (.asking, .method(let method)): return ask(for: method, nil)
    case (.asking, .email(let text)):
      guard let contact = Contact(email: text) else { return ask(for: .emailOTP, Self.unusable(.emailOTP)) }
      return send(to: contact)
    case (.asking, .phone(let text)):
      guard let contact = Contact(phone: text) else { return ask(for: .smsOTP, Self.unusable(.smsOTP)) }
      return send(to: contact)
    case (.prompting(let contact, let challenge), .code(let code)):
      guard OTPChallenge.accepts(code) else { return prompt(contact, challenge, failing: Self.malformedCode) }
      phase = .verifying(contact, challenge)
      return .perform(.verifyCode(code, contact, challenge), .request)
    case (.held(let admission, let challenge), .code): return finish(admission, challenge)
    case (.prompting(let contact, let challenge), .resend):
      phase = .sending(contact, last: challenge)
      return .perform(.sendCode(contact, releasing: nil), .request)
    case (.held(let admission, _), .resend):
      guard case .contact(let verified) = admission.proof else { return fail(.misplaced(answer)) }
      phase = .sending(verified.contact, last: nil)
      return .perform(.sendCode(verified.contact, releasing: verified.sessionID), .request)
    default: return fail(.misplaced(answer))
    }
  }

  mutating func received(_ result: Result<Outcome, AuthError>) -> FlowStep<Effect> {
    switch (phase, result) {
    case (.sending(let contact, _), .success(.codeSent(let challenge))): return prompt(contact, challenge)
    case (.sending(let contact, let last), .failure(let error)): return notSent(to: contact, last, error)
    case (.verifying(_, let challenge), .success(.verified(let verified))):
      return finish(admission(of: verified), challenge)
    case (.verifying(let contact, let challenge), .failure(let error)):
      guard Self.isMendable(error) else { return fail(error) }
      return prompt(contact, challenge, failing: error)
    case (.finishing(var admission, let challenge), .success(let outcome)):
      switch admission.received(outcome) {
      case .goesOn: return finish(admission, challenge)
      case .completed(let session, let isNewUser):
        phase = .ended
        return .completed(.session(session, isNewUser: isNewUser))
      case .refused(let error): return release(admission.proof, error)
      case .misplaced: return fail(.misplacedOutcome)
      }
    case (.finishing(var admission, let challenge), .failure(let error)):
      guard error.isTransient, let challenge, case .contact(let verified) = admission.proof else {
        return release(admission.proof, error)
      }
      admission.responseLost()
      phase = .held(admission, challenge)
      return .prompt(challenge.prompt(to: verified.contact), context.failing(error))
    // If the key cannot be deleted now, the next flow of this instance deletes it.
    case (.releasing(let error), _): return fail(error)
    default: return fail(.misplacedOutcome)
    }
  }

  /// The server needs no message; the flow only deletes its key.
  var cancellation: Effect? {
    switch phase {
    case .finishing(let admission, _), .held(let admission, _): .release(admission.proof.sessionID)
    default: nil
    }
  }

  private func admission(of verified: VerifiedContact) -> TurnkeyAdmission {
    let defaults = defaults.parameters(for: verified.contact.method)
    return TurnkeyAdmission(
      .contact(verified), for: request.purpose, signsUp: signsUp,
      newUser: NewUser(contact: verified.contact, profile: request.profile, defaults: defaults))
  }

  private mutating func finish(_ admission: TurnkeyAdmission, _ challenge: OTPChallenge?) -> FlowStep<Effect> {
    phase = .finishing(admission, challenge)
    return .perform(admission.effect, .request)
  }

  private mutating func send(to contact: Contact) -> FlowStep<Effect> {
    phase = .sending(contact, last: nil)
    return .perform(.sendCode(contact, releasing: nil), .request)
  }

  private mutating func notSent(to contact: Contact, _ last: OTPChallenge?, _ error: AuthError) -> FlowStep<Effect> {
    if let last, error.isTransient { return prompt(contact, last, failing: error) }
    if error.code == .invalidIdentifier { return ask(for: contact.method, error) }
    return fail(error)
  }

  private mutating func prompt(
    _ contact: Contact, _ challenge: OTPChallenge, failing error: AuthError? = nil
  ) -> FlowStep<Effect> {
    phase = .prompting(contact, challenge)
    return .prompt(challenge.prompt(to: contact), error.map(context.failing) ?? context)
  }

  private mutating func chooseMethod(_ error: AuthError?) -> FlowStep<Effect> {
    ask(.selectMethod(methods.map { MethodOption(id: $0, label: Self.label(of: $0)) }), error)
  }

  private mutating func ask(for method: MethodID, _ error: AuthError?) -> FlowStep<Effect> {
    ask(method == .smsOTP ? .enterPhone(PhonePrompt()) : .enterEmail(EmailPrompt()), error)
  }

  private mutating func ask(_ prompt: Prompt, _ error: AuthError?) -> FlowStep<Effect> {
    phase = .asking
    return .prompt(prompt, error.map(context.failing) ?? context)
  }

  private mutating func release(_ proof: TurnkeyProof, _ error: AuthError) -> FlowStep<Effect> {
    phase = .releasing(error)
    return .perform(.release(proof.sessionID), .request)
  }

  private mutating func fail(_ error: AuthError) -> FlowStep<Effect> {
    phase = .ended
    return .failed(error)
  }

  private var context: PromptContext { PromptContext(phase: "primary") }
}

extension TurnkeyFlow {
  /// Whether the user can correct it under the same prompt.
  private static func isMendable(_ error: AuthError) -> Bool {
    error.code == .invalidCode || error.code == .codeExpired || error.isTransient
  }

  private static func label(of method: MethodID) -> String {
    switch method {
    case .emailOTP: "E-mail"
    case .smsOTP: "SMS"
    case .passkey: "Passkey"
    default: method.oauthProvider.flatMap(TurnkeyOAuthProvider.init(rawValue:))?.label ?? method.rawValue
    }
  }

  private static var malformedCode: AuthError {
    AuthError(.invalidCode, "A code has six to nine letters or digits.")
  }

  private static func unusable(_ method: MethodID?) -> AuthError {
    switch method {
    case MethodID.emailOTP?: AuthError(.invalidIdentifier, "Enter a valid e-mail address.")
    case MethodID.smsOTP?:
      AuthError(.invalidIdentifier, "Enter a phone number with its country code, such as +14155550123.")
    default:
      AuthError(.invalidIdentifier, "Enter an e-mail address, or a phone number with its country code.")
    }
  }
}
