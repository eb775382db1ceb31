import AuthCore

/// The decisions of a sign-in or sign-up by a one-time code, without I/O.
///
/// The flow asks for the identifier, sends a code, verifies the code, and looks the account up. It then logs the user
/// in, or signs the user up and then logs in. If a step after the verification fails with a transient error, the flow
/// keeps the verification, and continues with that step when the user submits any code again. A flow that the app
/// started with a verification fails instead, because it has no prompt for a code.
struct TurnkeyCodeFlow: FlowLogic {
  typealias Effect = TurnkeyEffect
  typealias Outcome = TurnkeyOutcome

  /// The flow's state.
  private enum Phase: Sendable {
    case new
    /// The contact is being verified.
    case code(CodeCeremony<TurnkeyCode>)
    /// The contact is verified; the other steps run between this client and the server. The code is nil if the app
    /// supplied the verification.
    case finishing(TurnkeyAdmission, TurnkeyCode?)
    /// The contact is verified, and a later step failed with a transient error. The flow continues when the user
    /// submits a code again. If the user requests another code instead, the contact is verified again.
    case held(TurnkeyAdmission, TurnkeyCode)
    /// The flow has failed, and its key is being deleted.
    case releasing(AuthError)
    case ended
  }

  private let request: FlowRequest
  private let signsUp: Bool
  private let methods: [MethodID]
  private let defaults: NewUserDefaults
  private var phase = Phase.new

  /// A flow for a request.
  ///
  /// - Parameter signsUp: whether signing in creates an account for an unknown user.
  init(_ request: FlowRequest, signsUp: Bool, methods: [MethodID], defaults: NewUserDefaults = NewUserDefaults()) {
    self.request = request
    self.defaults = defaults
    self.signsUp = signsUp
    self.methods = methods
  }

  mutating func begin() -> FlowStep<Effect> {
    let options = methods.map { MethodOption(id: $0, label: Self.label(of: $0)) }
    var ceremony = CodeCeremony<TurnkeyCode>(context: PromptContext(phase: "primary"), options: options)
    let step = ceremony.begin(request.identifier, method: request.method)
    guard case .contact(let contact) = step else { return follow(step, of: ceremony) }
    return follow(ceremony.send(TurnkeyCode(contact, sentElsewhere: request.profile.turnkeySentCode)), of: ceremony)
  }

  /// Starts with a verification that the app supplied.
  mutating func begin(with verified: VerifiedContact) -> FlowStep<Effect> {
    finish(admission(of: verified), nil)
  }

  mutating func answered(_ answer: FlowAnswer) -> FlowStep<Effect> {
    switch (phase, answer) {
    case (.code(var ceremony), .resend):
      guard let code = ceremony.prompting else { return fail(.misplaced(answer)) }
      return follow(ceremony.send(code.next, last: code), of: ceremony)
    case (.code(var ceremony), _): return follow(ceremony.answered(answer), of: ceremony)
    case (.held(let admission, let code), .code): return finish(admission, code)
    case (.held(let admission, _), .resend):
      guard case .contact(let verified) = admission.proof else { return fail(.misplaced(answer)) }
      var ceremony = CodeCeremony<TurnkeyCode>(context: PromptContext(phase: "primary"))
      return follow(ceremony.send(TurnkeyCode(verified.contact, releasing: verified.sessionID)), of: ceremony)
    default: return fail(.misplaced(answer))
    }
  }

  mutating func received(_ result: Result<Outcome, AuthError>) -> FlowStep<Effect> {
    switch (phase, result) {
    case (.code(var ceremony), .success(.codeSent(let challenge))):
      return follow(ceremony.sent { $0.challenge = challenge }, of: ceremony)
    case (.code(let ceremony), .success(.verified(let verified))):
      return finish(admission(of: verified), ceremony.verifying)
    case (.code(var ceremony), .failure(let error)):
      guard let code = ceremony.sending else { return follow(ceremony.refused(error), of: ceremony) }
      return follow(ceremony.notSent(error, method: code.contact.method), of: ceremony)
    case (.finishing(var admission, let code), .success(let outcome)):
      switch admission.received(outcome) {
      case .goesOn: return finish(admission, code)
      case .completed(let session, let isNewUser):
        phase = .ended
        return .completed(.session(session, isNewUser: isNewUser))
      case .refused(let error): return release(admission.proof, error)
      case .misplaced: return fail(.misplacedOutcome)
      }
    case (.finishing(var admission, let code), .failure(let error)):
      guard error.isTransient, let code else { return release(admission.proof, error) }
      admission.responseLost()
      phase = .held(admission, code)
      return .prompt(code.prompt, code.context.failing(error))
    // If the key cannot be deleted now, `SessionKeys.recover` deletes it later.
    case (.releasing(let error), _): return fail(error)
    default: return fail(.misplacedOutcome)
    }
  }

  /// The effect that deletes the flow's key; nil if the flow has no key. No request is needed, because nothing is open
  /// at the server.
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

  private mutating func finish(_ admission: TurnkeyAdmission, _ code: TurnkeyCode?) -> FlowStep<Effect> {
    phase = .finishing(admission, code)
    return .perform(admission.effect, .request)
  }

  private mutating func follow(
    _ step: CodeCeremony<TurnkeyCode>.Step, of ceremony: CodeCeremony<TurnkeyCode>
  ) -> FlowStep<Effect> {
    phase = .code(ceremony)
    switch step {
    case .prompt(let prompt, let context): return .prompt(prompt, context)
    case .contact(let contact):
      var ceremony = ceremony
      return follow(ceremony.send(TurnkeyCode(contact)), of: ceremony)
    case .send(let code): return .perform(code.effect, .request)
    case .verify(let secret, let code):
      guard let challenge = code.challenge else { return fail(.misplacedOutcome) }
      return .perform(.verifyCode(secret, code.contact, challenge), .request)
    case .failed(let error): return fail(error)
    }
  }

  private mutating func release(_ proof: TurnkeyProof, _ error: AuthError) -> FlowStep<Effect> {
    phase = .releasing(error)
    return .perform(.release(proof.sessionID), .request)
  }

  private mutating func fail(_ error: AuthError) -> FlowStep<Effect> {
    phase = .ended
    return .failed(error)
  }
}

extension TurnkeyCodeFlow {
  private static func label(of method: MethodID) -> String {
    switch method {
    case .emailOTP: "E-mail"
    case .smsOTP: "SMS"
    case .passkey: "Passkey"
    default: method.oauthProvider.flatMap(TurnkeyOAuthProvider.init(rawValue:))?.label ?? method.rawValue
    }
  }
}
