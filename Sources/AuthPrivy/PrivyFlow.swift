import AuthCore

/// Signing in or up, or linking an account, by the app's JWT or by a code. Makes the decisions, without I/O.
struct PrivyFlow: FlowLogic {
  /// An effect for the performer of this flow or of the vendor's other flows.
  enum Effect: Sendable {
    /// Reads the token that came with the request.
    case readToken(Secret)
    /// Asks the token provider; it must not return `rejected` again.
    case fetchToken(rejected: Secret?)
    /// Sends a code.
    case sendCode(Contact)
    /// Finds the page of another service.
    case findPage(String)
    /// Fetches the message for a wallet to sign.
    case fetchMessage(address: String, WalletSignInMessage.Chain)
    /// Runs a passkey ceremony.
    case holdCeremony(PasskeyOptions)
    /// Reads the device's own secret.
    case readGuestSecret
    /// Submits a proof: opens a session, or links the account.
    case present(PrivyProof)
    /// Sends a code for a second factor, or creates a secret.
    case beginFactor(SecondFactor, isNew: Bool)
    /// Adds a second factor.
    case enroll(SecondFactor, code: Secret)
    /// Proves a second factor.
    case verify(SecondFactor, code: Secret)
    /// Makes the user's passkeys second factors. Creates a passkey first for a user without one.
    case enrollPasskey(PasskeyOptions)
    /// Proves a passkey that is a second factor.
    case verifyPasskey(PasskeyOptions)
    /// Ends the session that should not have been opened.
    case logOut(Session)
  }

  /// The result of an effect.
  enum Outcome: Sendable {
    /// The app's token, and whether it has expired.
    case token(Secret, isExpired: Bool)
    /// No user is signed in at the app's own identity system.
    case noToken
    case codeSent
    case page(OAuthVisit)
    case message(WalletSignInMessage)
    case proof(PrivyProof)
    case authenticatorSetup(PrivyAPI.AuthenticatorSetup)
    case signedIn(Session, isNewUser: Bool)
    /// The user now has this credential.
    case credential(Credential)
    /// The second factor was proved.
    case factorProved(Secret)
    case loggedOut
  }

  /// The flow's state.
  private enum Phase: Sendable {
    case new
    /// The request's own token is being read. The flow asks for no other.
    case reading
    /// The token provider is asked, for the `attempt`th time.
    case fetching(attempt: Int)
    case presenting
    /// The user has to enter an address or number for the code.
    case asking
    /// A code is being sent; `isAgain` means not for the first time.
    case sending(Contact, isAgain: Bool)
    /// The user has the code.
    case prompting(Contact)
    case submitting(Contact)
    case ended
  }

  private let request: FlowRequest
  private let providerID: ProviderID
  private let methods: [MethodID]
  private var phase = Phase.new
  private var ending: PrivyEnding

  init(_ request: FlowRequest, of providerID: ProviderID, methods: [MethodID]) {
    self.request = request
    self.providerID = providerID
    self.methods = methods
    ending = PrivyEnding(request.purpose)
  }

  mutating func begin() -> FlowStep<Effect> {
    switch request.purpose {
    case .signIn, .signUp, .link: break
    default: return fail(AuthError(.unsupported, "Privy-style sign-in does not offer '\(request.purpose.name)'."))
    }
    switch (request.privyMethod, request.token) {
    case (MethodID.customJWT, let token?):
      phase = .reading
      return .perform(.readToken(token), .request)
    case (MethodID.customJWT, nil):
      phase = .fetching(attempt: 1)
      return .perform(.fetchToken(rejected: nil), .tokenFetch)
    case (MethodID.emailOTP, nil), (MethodID.smsOTP, nil):
      guard let identifier = request.identifier?.trimmingBlanks, !identifier.isEmpty else { return ask(nil) }
      return send(to: identifier)
    case (MethodID.emailOTP, .some), (MethodID.smsOTP, .some):
      return fail(AuthError(.invalidRequest, "A sign-in by code takes no token. Leave it out."))
    case (let method, _):
      return fail(.methodNotOffered(method, by: providerID, offering: methods))
    }
  }

  mutating func answered(_ answer: FlowAnswer) -> FlowStep<Effect> {
    switch (phase, answer) {
    case (.asking, .email(let text)), (.asking, .phone(let text)): return send(to: text)
    case (.prompting(let contact), .code(let code)):
      guard Self.prompt(contact).accepts(code) else {
        return prompt(contact, failing: AuthError(.invalidCode, "The code has six digits."))
      }
      phase = .submitting(contact)
      return .perform(.present(.code(code, contact)), .request)
    case (.prompting(let contact), .resend):
      phase = .sending(contact, isAgain: true)
      return .perform(.sendCode(contact), .request)
    default: return fail(.misplaced(answer))
    }
  }

  mutating func received(_ result: Result<Outcome, AuthError>) -> FlowStep<Effect> {
    if let last = ending.step(result) { return last }
    switch (phase, result) {
    case (.reading, .success(.token(let token, let isExpired))):
      return isExpired ? fail(Self.expiredToken) : present(token)
    case (.fetching(let attempt), .success(.token(let token, let isExpired))):
      guard isExpired else { return present(token) }
      guard attempt == 1 else { return fail(Self.expiredToken) }
      phase = .fetching(attempt: 2)
      return .perform(.fetchToken(rejected: token), .tokenFetch)
    case (.fetching, .success(.noToken)):
      return fail(
        AuthError(
          .tokenRequired, "The token provider gave no token. No user is signed in at the app's own identity system.",
          recovery: .signIn))
    case (.sending(let contact, _), .success(.codeSent)): return prompt(contact, failing: nil)
    case (.sending(let contact, true), .failure(let error)) where error.isMendableByRetry:
      return prompt(contact, failing: error)
    case (.sending, .failure(let error)) where error.code == .invalidIdentifier: return ask(error)
    case (.submitting(let contact), .failure(let error)) where error.isMendableByRetry:
      return prompt(contact, failing: error)
    case (_, .failure(let error)): return fail(error)
    default: return fail(.misplacedOutcome)
    }
  }

  private var sendsSMS: Bool { request.privyMethod == .smsOTP }

  private mutating func present(_ token: Secret) -> FlowStep<Effect> {
    phase = .presenting
    return .perform(.present(.appToken(token)), .request)
  }

  private mutating func send(to text: String) -> FlowStep<Effect> {
    guard let contact = sendsSMS ? Contact(phone: text) : Contact(email: text) else {
      return ask(AuthError(.invalidIdentifier, sendsSMS ? "Enter a phone number." : "Enter an e-mail address."))
    }
    phase = .sending(contact, isAgain: false)
    return .perform(.sendCode(contact), .request)
  }

  private mutating func ask(_ error: AuthError?) -> FlowStep<Effect> {
    phase = .asking
    let prompt = sendsSMS ? Prompt.enterPhone(PhonePrompt()) : .enterEmail(EmailPrompt())
    return .prompt(prompt, PromptContext(lastError: error))
  }

  private mutating func prompt(_ contact: Contact, failing error: AuthError?) -> FlowStep<Effect> {
    phase = .prompting(contact)
    let context = PromptContext()
    return .prompt(.enterCode(Self.prompt(contact)), error.map { context.failing($0) } ?? context)
  }

  private mutating func fail(_ error: AuthError) -> FlowStep<Effect> {
    phase = .ended
    return .failed(error)
  }

  /// Six digits (P71). No response says how long they work, or when new ones can be requested.
  static func prompt(_ contact: Contact) -> CodePrompt {
    CodePrompt(
      destination: contact.value, channel: contact.kind == .email ? .email : .sms, length: 6, format: .numeric)
  }

  private static let expiredToken = AuthError(
    .tokenExpired, "The app's token has expired. It was not sent.", recovery: .signIn)
}

extension FlowRequest {
  /// The method to sign in with, or the kind of account to link: the app's JWT unless the request names another.
  var privyMethod: MethodID {
    switch purpose {
    case .link(let method), .enroll(let method): method
    default: method ?? .customJWT
    }
  }
}

extension AuthError {
  /// Whether the user can correct it by another attempt.
  var isMendableByRetry: Bool { code == .invalidCode || isTransient }
}
