import AuthCore

/// Signing in or up by a one-time code. Makes the decisions, without I/O.
///
/// Identifier → code sent → code verified → account looked up → logged in, or signed up and then logged in. When the
/// network fails after the verification, the flow keeps it: the user submits again, and the flow continues from there.
struct TurnkeyFlow: FlowLogic {
  /// An effect for the performer.
  enum Effect: Sendable {
    /// Sends a code. Deletes the key of a contact that was verified before.
    case sendCode(Contact, releasing: VerifiedContact?)
    /// Continues with a code that the app sent itself: the response to sending it.
    case takeUp(JSONValue)
    /// Makes the session key and submits the code, bound to the key.
    case verifyCode(Secret, Contact, OTPChallenge)
    /// Finds the contact's user.
    case lookUp(VerifiedContact)
    /// Creates a user.
    case signUp(NewUser, VerifiedContact)
    /// Opens a session in an organisation.
    case logIn(VerifiedContact, organizationID: String)
    /// Deletes the key of a verified contact.
    case release(VerifiedContact)
  }

  /// The result of an effect.
  enum Outcome: Sendable {
    case codeSent(OTPChallenge)
    case verified(VerifiedContact)
    case account(organizationID: String?)
    case signedUp(organizationID: String)
    case loggedIn(Session)
    case released
  }

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
    case finishing(Step, VerifiedContact, OTPChallenge?)
    /// The same, after a network failure: the user submits again to continue.
    case held(Step, VerifiedContact, OTPChallenge)
    /// The flow has failed, and its key is being deleted.
    case releasing(AuthError)
    case ended
  }

  /// The remaining step for a verified contact.
  private enum Step: Sendable {
    /// `afterSignUp`: a sign-up with a lost response may have created the user.
    case lookUp(afterSignUp: Bool)
    case signUp
    case logIn(organizationID: String, isNewUser: Bool)

    /// The step to continue with when the response was lost.
    var repeated: Step { if case .signUp = self { .lookUp(afterSignUp: true) } else { self } }
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
      return .perform(.takeUp(sent), .request)
    }
    guard let method = request.method else { return chooseMethod(Self.unusable(nil)) }
    return ask(for: method, Self.unusable(method))
  }

  /// Starts with the app's verification.
  mutating func begin(with verified: VerifiedContact) -> FlowStep<Effect> {
    go(.lookUp(afterSignUp: false), verified, nil)
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
    case (.held(let step, let verified, let challenge), .code): return go(step, verified, challenge)
    case (.prompting(let contact, let challenge), .resend):
      phase = .sending(contact, last: challenge)
      return .perform(.sendCode(contact, releasing: nil), .request)
    case (.held(_, let verified, _), .resend):
      phase = .sending(verified.contact, last: nil)
      return .perform(.sendCode(verified.contact, releasing: verified), .request)
    default: return fail(.misplaced(answer))
    }
  }

  mutating func received(_ result: Result<Outcome, AuthError>) -> FlowStep<Effect> {
    switch (phase, result) {
    case (.sending(let contact, _), .success(.codeSent(let challenge))): return prompt(contact, challenge)
    case (.sending(let contact, let last), .failure(let error)): return notSent(to: contact, last, error)
    case (.verifying(_, let challenge), .success(.verified(let verified))):
      return go(.lookUp(afterSignUp: false), verified, challenge)
    case (.verifying(let contact, let challenge), .failure(let error)):
      guard Self.isMendable(error) else { return fail(error) }
      return prompt(contact, challenge, failing: error)
    case (.finishing(.lookUp(let signedUp), let verified, let challenge), .success(.account(let organizationID))):
      return decide(organizationID, signedUp: signedUp, verified, challenge)
    case (.finishing(.signUp, let verified, let challenge), .success(.signedUp(let organizationID))):
      return go(.logIn(organizationID: organizationID, isNewUser: true), verified, challenge)
    case (.finishing(.logIn(_, let isNewUser), _, _), .success(.loggedIn(let session))):
      phase = .ended
      return .completed(.session(session, isNewUser: isNewUser))
    case (.finishing(let step, let verified, let challenge), .failure(let error)):
      guard error.isTransient, let challenge else { return release(verified, error) }
      phase = .held(step.repeated, verified, challenge)
      return .prompt(challenge.prompt(to: verified.contact), context.failing(error))
    // If the key cannot be deleted now, the next flow of this instance deletes it.
    case (.releasing(let error), _): return fail(error)
    default: return fail(.misplacedOutcome)
    }
  }

  /// The server needs no message; the flow only deletes its key.
  var cancellation: Effect? {
    switch phase {
    case .finishing(_, let verified, _), .held(_, let verified, _): .release(verified)
    default: nil
    }
  }

  private mutating func decide(
    _ organizationID: String?, signedUp: Bool, _ verified: VerifiedContact, _ challenge: OTPChallenge?
  ) -> FlowStep<Effect> {
    switch (organizationID, request.purpose) {
    case (let organizationID?, _) where signedUp:
      return go(.logIn(organizationID: organizationID, isNewUser: true), verified, challenge)
    case (.some, .signUp):
      return release(
        verified, AuthError(.userExists, "A user with this contact already exists. Sign in.", recovery: .signIn))
    case (let organizationID?, _):
      return go(.logIn(organizationID: organizationID, isNewUser: false), verified, challenge)
    case (nil, .signUp): return go(.signUp, verified, challenge)
    case (nil, _):
      guard signsUp else {
        return release(verified, AuthError(.userNotFound, "No user has this contact. Sign up.", recovery: .abort))
      }
      return go(.signUp, verified, challenge)
    }
  }

  private mutating func go(
    _ step: Step, _ verified: VerifiedContact, _ challenge: OTPChallenge?
  ) -> FlowStep<Effect> {
    phase = .finishing(step, verified, challenge)
    switch step {
    case .lookUp: return .perform(.lookUp(verified), .request)
    case .signUp:
      let defaults = defaults.parameters(for: verified.contact.method)
      let user = NewUser(contact: verified.contact, profile: request.profile, defaults: defaults)
      return .perform(.signUp(user, verified), .request)
    case .logIn(let organizationID, _):
      return .perform(.logIn(verified, organizationID: organizationID), .request)
    }
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

  private mutating func release(_ verified: VerifiedContact, _ error: AuthError) -> FlowStep<Effect> {
    phase = .releasing(error)
    return .perform(.release(verified), .request)
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
