import AuthCore

/// Signing in or up by the app's JWT or by a code: what is decided, without I/O.
struct PrivyFlow: FlowLogic {
  /// Something to be done outside.
  enum Effect: Sendable {
    /// Looks into the token that the request came with.
    case readToken(Secret)
    /// Asks the token provider; not for `rejected` again.
    case fetchToken(rejected: Secret?)
    /// Signs in with a token.
    case authenticate(Secret)
    /// Sends a code.
    case sendCode(String)
    /// Signs in with a code.
    case submitCode(Secret, email: String)
    /// Ends the session that should not have been opened.
    case logOut(Session)
  }

  /// What came of it.
  enum Outcome: Sendable {
    /// The app's token, and whether it is past its time.
    case token(Secret, isExpired: Bool)
    /// Nobody is signed in at the app's own identity system.
    case noToken
    case codeSent
    case signedIn(Session, isNewUser: Bool)
    case loggedOut
  }

  /// Where the flow stands.
  private enum Phase: Sendable {
    case new
    /// The request's own token is looked into: no other one is asked for.
    case reading
    /// The token provider is asked, for the `attempt`th time.
    case fetching(attempt: Int)
    case authenticating
    /// The user has to say where a code can go.
    case asking
    /// A code is being sent, not for the first time if `isAgain`.
    case sending(String, isAgain: Bool)
    /// The user has the code.
    case prompting(String)
    case submitting(String)
    /// The flow has failed; the session that was opened is being ended.
    case discarding(AuthError)
    case ended
  }

  private let request: FlowRequest
  private let methods: [MethodID]
  private var phase = Phase.new

  init(_ request: FlowRequest, methods: [MethodID]) {
    self.request = request
    self.methods = methods
  }

  mutating func begin() -> FlowStep<Effect> {
    guard request.purpose == .signIn || request.purpose == .signUp else {
      return fail(AuthError(.unsupported, "Privy-style sign-in does not offer '\(request.purpose.name)'."))
    }
    switch (request.method, request.token) {
    case (nil, let token?), (MethodID.customJWT, let token?):
      phase = .reading
      return .perform(.readToken(token), .request)
    case (nil, nil), (MethodID.customJWT, nil):
      phase = .fetching(attempt: 1)
      return .perform(.fetchToken(rejected: nil), .tokenFetch)
    case (MethodID.emailOTP, nil):
      guard let identifier = request.identifier?.trimmingBlanks, !identifier.isEmpty else { return ask(nil) }
      return send(to: identifier)
    case (MethodID.emailOTP, .some):
      return fail(AuthError(.invalidRequest, "A sign-in by e-mail code starts from no token."))
    case (let method?, _):
      let offered = methods.map(\.rawValue).joined(separator: ", ")
      return fail(AuthError(.methodNotAvailable, "'\(method)' is not offered here; offered are \(offered)."))
    }
  }

  mutating func answered(_ answer: FlowAnswer) -> FlowStep<Effect> {
    switch (phase, answer) {
    case (.asking, .email(let email)): return send(to: email)
    case (.prompting(let email), .code(let code)):
      guard Self.prompt(email).accepts(code) else {
        return prompt(email, failing: AuthError(.invalidCode, "The code has six digits."))
      }
      phase = .submitting(email)
      return .perform(.submitCode(code, email: email), .request)
    case (.prompting(let email), .resend):
      phase = .sending(email, isAgain: true)
      return .perform(.sendCode(email), .request)
    default: return fail(AuthError(.internalError, "\(answer.name) came where the flow has no prompt for it."))
    }
  }

  mutating func received(_ result: Result<Outcome, AuthError>) -> FlowStep<Effect> {
    switch (phase, result) {
    case (.reading, .success(.token(let token, let isExpired))):
      return isExpired ? fail(Self.expiredToken) : authenticate(token)
    case (.fetching(let attempt), .success(.token(let token, let isExpired))):
      guard isExpired else { return authenticate(token) }
      guard attempt == 1 else { return fail(Self.expiredToken) }
      phase = .fetching(attempt: 2)
      return .perform(.fetchToken(rejected: token), .tokenFetch)
    case (.fetching, .success(.noToken)):
      return fail(
        AuthError(
          .tokenRequired, "The token provider gave no token: nobody is signed in at the app's own identity system.",
          recovery: .signIn))
    case (.sending(let email, _), .success(.codeSent)): return prompt(email, failing: nil)
    case (.sending(let email, true), .failure(let error)) where Self.isMendable(error):
      return prompt(email, failing: error)
    case (.sending, .failure(let error)) where error.code == .invalidIdentifier: return ask(error)
    case (.submitting(let email), .failure(let error)) where Self.isMendable(error):
      return prompt(email, failing: error)
    case (.authenticating, .success(.signedIn(let session, let isNewUser))),
      (.submitting, .success(.signedIn(let session, let isNewUser))):
      return finish(session, isNewUser: isNewUser)
    // Whether it could be ended changes nothing: it is kept nowhere and runs out by itself.
    case (.discarding(let error), _): return fail(error)
    case (_, .failure(let error)): return fail(error)
    default: return fail(AuthError(.internalError, "An outcome came that the flow was not waiting for."))
    }
  }

  private mutating func authenticate(_ token: Secret) -> FlowStep<Effect> {
    phase = .authenticating
    return .perform(.authenticate(token), .request)
  }

  private mutating func finish(_ session: Session, isNewUser: Bool) -> FlowStep<Effect> {
    // The vendor has no "sign up only": a known user is signed in by then, and has to be signed out again.
    guard request.purpose == .signIn || isNewUser else {
      let error = AuthError(.userExists, "The user exists already; sign in.")
      phase = .discarding(error)
      return .perform(.logOut(session), .request)
    }
    phase = .ended
    return .completed(.session(session, isNewUser: isNewUser))
  }

  private mutating func send(to email: String) -> FlowStep<Effect> {
    guard let email = Contact(email: email)?.value else {
      return ask(AuthError(.invalidIdentifier, "That is no e-mail address."))
    }
    phase = .sending(email, isAgain: false)
    return .perform(.sendCode(email), .request)
  }

  private mutating func ask(_ error: AuthError?) -> FlowStep<Effect> {
    phase = .asking
    return .prompt(.enterEmail(EmailPrompt()), PromptContext(lastError: error))
  }

  private mutating func prompt(_ email: String, failing error: AuthError?) -> FlowStep<Effect> {
    phase = .prompting(email)
    let context = PromptContext()
    return .prompt(.enterCode(Self.prompt(email)), error.map { context.failing($0) } ?? context)
  }

  private mutating func fail(_ error: AuthError) -> FlowStep<Effect> {
    phase = .ended
    return .failed(error)
  }

  /// Six digits (Privy protocol notes §10); how long they last and when new ones can be asked for, no answer says.
  private static func prompt(_ email: String) -> CodePrompt {
    CodePrompt(destination: email, channel: .email, length: 6, format: .numeric)
  }

  /// What the user can mend by another try.
  private static func isMendable(_ error: AuthError) -> Bool {
    error.code == .invalidCode || error.code.exitStatus == 75
  }

  private static let expiredToken = AuthError(
    .tokenExpired, "The app's token is past its time; it was not sent.", recovery: .signIn)
}
