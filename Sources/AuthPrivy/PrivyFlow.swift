import AuthCore

/// Signing in or up, or linking an account, by the app's JWT or by a code. Makes the decisions, without I/O.
struct PrivyFlow: FlowLogic {
  /// An effect for the performer of this flow or of the vendor's other flows.
  enum Effect: Sendable {
    /// Reads the token that came with the request.
    case readToken(Secret)
    /// Asks the token provider for a token, which must not be `rejected` again.
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
    /// Sends a code for a second factor, or creates the secret of an authenticator app.
    case beginFactor(SecondFactor, isNew: Bool)
    /// Adds a second factor.
    case enroll(SecondFactor, code: Secret)
    /// Verifies the user with a code of a second factor.
    case verify(SecondFactor, code: Secret)
    /// Makes the user's passkeys second factors. Creates a passkey first for a user without one.
    case enrollPasskey(PasskeyOptions)
    /// Verifies the user with a passkey that is a second factor.
    case verifyPasskey(PasskeyOptions)
    /// Ends a session that should not have been opened.
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
    /// The request's own token is being read. The flow does not ask for another one.
    case reading
    /// The token provider is fetching a token. Attempt 2 follows an expired token.
    case fetching(attempt: Int)
    case presenting
    /// The user signs in by a code.
    case code(CodeCeremony<PrivyCode>)
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
    default:
      return fail(
        AuthError(
          .unsupported,
          "A Privy-style provider has no flow for the purpose '\(request.purpose.name)'. Use signin, signup, link, "
            + "enroll or step-up."))
    }
    switch (request.privyMethod, request.token) {
    case (MethodID.customJWT, let token?):
      phase = .reading
      return .perform(.readToken(token), .request)
    case (MethodID.customJWT, nil):
      phase = .fetching(attempt: 1)
      return .perform(.fetchToken(rejected: nil), .tokenFetch)
    case (MethodID.emailOTP, nil), (MethodID.smsOTP, nil):
      var ceremony = CodeCeremony<PrivyCode>()
      return follow(ceremony.begin(request.identifier, method: request.privyMethod), of: ceremony)
    case (MethodID.emailOTP, .some), (MethodID.smsOTP, .some):
      return fail(AuthError(.invalidRequest, "A sign-in by code does not use a token. Omit the token."))
    case (let method, _):
      return fail(.methodNotOffered(method, by: providerID, offering: methods))
    }
  }

  mutating func answered(_ answer: FlowAnswer) -> FlowStep<Effect> {
    guard case .code(var ceremony) = phase else { return fail(.misplaced(answer)) }
    return follow(ceremony.answered(answer), of: ceremony)
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
          .tokenRequired,
          "The token provider returned no token: no user is signed in at the app's own identity system. Sign in there.",
          recovery: .signIn))
    case (.code(var ceremony), .success(.codeSent)): return follow(ceremony.sent(), of: ceremony)
    case (.code(var ceremony), .failure(let error)):
      guard ceremony.sending != nil else { return follow(ceremony.refused(error), of: ceremony) }
      return follow(ceremony.notSent(error, method: request.privyMethod), of: ceremony)
    case (_, .failure(let error)): return fail(error)
    default: return fail(.misplacedOutcome)
    }
  }

  private mutating func present(_ token: Secret) -> FlowStep<Effect> {
    phase = .presenting
    return .perform(.present(.appToken(token)), .request)
  }

  private mutating func follow(
    _ step: CodeCeremony<PrivyCode>.Step, of ceremony: CodeCeremony<PrivyCode>
  ) -> FlowStep<Effect> {
    phase = .code(ceremony)
    switch step {
    case .prompt(let prompt, let context): return .prompt(prompt, context)
    case .contact(let contact):
      var ceremony = ceremony
      return follow(ceremony.send(PrivyCode(contact: contact)), of: ceremony)
    case .send(let code): return .perform(.sendCode(code.contact), .request)
    case .verify(let secret, let code): return .perform(.present(.code(secret, code.contact)), .request)
    case .failed(let error): return fail(error)
    }
  }

  private mutating func fail(_ error: AuthError) -> FlowStep<Effect> {
    phase = .ended
    return .failed(error)
  }

  private static let expiredToken = AuthError(
    .tokenExpired,
    "The app's token has expired, so it was not sent to the vendor. Sign in again at the app's own identity system.",
    recovery: .signIn)
}

extension FlowRequest {
  /// The method that the purpose `link` or `enroll` names; for other purposes the request's method, or the app's JWT if
  /// the request has none.
  var privyMethod: MethodID {
    switch purpose {
    case .link(let method), .enroll(let method): method
    default: method ?? .customJWT
    }
  }
}

extension AuthError {
  /// Whether another attempt by the user can succeed.
  var isMendableByRetry: Bool { code == .invalidCode || isTransient }
}
