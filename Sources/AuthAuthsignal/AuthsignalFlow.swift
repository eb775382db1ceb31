import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The decisions of the flows with codes, without I/O.
///
/// A flow determines the identifier, gets an action token, enrols or challenges a method, has the code verified, and
/// ends with a proof or a credential. As in the vendor's clients, a flow normally does not list the user's
/// authenticators (A18), because a token that may add authenticators may lack the scope to list them (A19). A flow
/// requests the list if nothing else determines the method, after a refusal, and in the two cases of A107. A token that
/// the flow requested can expire while the user looks for the code. The user then needs a new code, but the flow does
/// not end.
struct AuthsignalFlow: FlowLogic {
  typealias Effect = AuthsignalEffect
  typealias Outcome = AuthsignalOutcome

  /// Why the flow lists the user's authenticators.
  enum Question: Sendable {
    /// The method to use is not known.
    case which
    /// The token may add authenticators, so the server would not refuse a user who is already enrolled (A107).
    case isKnown
    /// The server refused to enrol or to challenge a method.
    case whyRefused(AuthsignalAttempt, AuthError)
  }

  /// The flow's state.
  enum Phase: Sendable {
    case new
    /// The user has to enter an identifier, or an address for a code.
    case asking(CodeCeremony<AuthsignalAttempt>, ActionToken?)
    case fetching
    case listing(ActionToken, Question)
    /// The user has to choose a method.
    case choosing(ActionToken)
    /// A code is being sent, entered or verified.
    case code(CodeCeremony<AuthsignalAttempt>)
    case ended
  }

  var goal: AuthsignalGoal
  var phase = Phase.new
  /// The user's verified authenticators; empty if they were not listed.
  var authenticators: [Authenticator] = []
  /// Whether the flow has tried to list the authenticators with its current token.
  var hasListed = false
  /// The token from verifying with an enrolled method, which allows the enrolment of another method.
  var unlockedToken: ActionToken?
  /// Whether the current token replaced an expired one and has not been used successfully yet.
  private var hasRefetched = false

  init(_ goal: AuthsignalGoal) { self.goal = goal }

  mutating func begin() -> FlowStep<Effect> {
    if let token = goal.token { return go(token) }
    // An identifier that cannot receive a code is rejected before a token is requested, and the user is asked for
    // another.
    if case .signIn = goal.ending, goal.identifier != nil, goal.contact == nil, goal.method != .totp {
      return askWho(.unusableContact(for: goal.method?.id))
    }
    return fetch()
  }

  mutating func answered(_ answer: FlowAnswer) -> FlowStep<Effect> {
    switch (phase, answer) {
    case (.asking(var ceremony, let token), _):
      let step = ceremony.answered(answer)
      if case .contact(let contact) = step { return told(contact, token) }
      return follow(step, .asking(ceremony, token))
    case (.choosing(let token), .method(let method)):
      guard let known = CodeMethod(method) else { return fail(.misplaced(answer)) }
      goal.method = known
      return challenge(known, token)
    case (.code(var ceremony), _):
      if case .resend = answer, let attempt = ceremony.prompting, attempt.isStale {
        return fetch(rejecting: attempt.token)
      }
      let step = ceremony.answered(answer)
      return follow(step, .code(ceremony))
    default: return fail(.misplaced(answer))
    }
  }

  mutating func received(_ result: Result<Outcome, AuthError>) -> FlowStep<Effect> {
    switch (phase, result) {
    case (.fetching, .success(.token(let token, _))): return go(token)
    case (.fetching, .success(.identifierRequired)): return askWho(nil)
    case (.listing(let token, let question), .success(.authenticators(let list))):
      authenticators = list.filter(\.isVerified)
      return decide(token, question)
    case (.listing(let token, let question), .failure(let error)):
      if mayRefetch(after: error) { return fetch(rejecting: token) }
      return Self.isNoList(error) ? decideUnseen(token, question) : fail(error)
    case (.code(var ceremony), .success(.enrolled(let enrollment))):
      let step = ceremony.sent { attempt in
        attempt.startedAt = enrollment.startedAt
        attempt.authenticatorID = enrollment.authenticatorID
        attempt.setup = enrollment.setup
      }
      return follow(step, .code(ceremony))
    case (.code(var ceremony), .success(.codeSent(let date))):
      let step = ceremony.sent { $0.startedAt = date }
      return follow(step, .code(ceremony))
    case (.code(let ceremony), .success(.verified(let verification))):
      guard let attempt = ceremony.verifying else { return fail(.misplacedOutcome) }
      return judge(verification, attempt)
    case (.code(let ceremony), .failure(let error)):
      guard let attempt = ceremony.sending else { return notVerified(ceremony, error) }
      return notSent(attempt, ceremony, error)
    case (_, .failure(let error)): return fail(error)
    default: return fail(.misplacedOutcome)
    }
  }

  private mutating func fetch(rejecting rejected: ActionToken? = nil) -> FlowStep<Effect> {
    hasRefetched = rejected != nil
    hasListed = false
    phase = .fetching
    return .perform(.fetchToken(identifier: goal.identifier, rejected: rejected), .tokenFetch)
  }

  /// Lists the authenticators, unless the token's claims show that the token may not.
  mutating func list(_ token: ActionToken, _ question: Question) -> FlowStep<Effect> {
    hasListed = true
    guard token.mayRead else { return decideUnseen(token, question) }
    phase = .listing(token, question)
    return .perform(.list(token), .request)
  }

  /// The step after the user has entered an identifier, or an address for a code.
  private mutating func told(_ contact: Contact, _ token: ActionToken?) -> FlowStep<Effect> {
    goal.contact = contact
    if let token { return enroll(goal.added ?? contact.method, token) }
    goal.identifier = contact.value
    return fetch()
  }

  /// Starts an attempt, or shows its prompt if nothing has to be sent.
  mutating func send(_ attempt: AuthsignalAttempt, last: AuthsignalAttempt? = nil) -> FlowStep<Effect> {
    var attempt = attempt
    attempt.codeLength = goal.codeLength
    attempt.action = goal.action
    if !attempt.enrolls, attempt.method == .totp { return prompt(attempt) }
    var ceremony = CodeCeremony<AuthsignalAttempt>()
    let step = ceremony.send(attempt, last: last)
    return follow(step, .code(ceremony))
  }

  private mutating func notSent(
    _ attempt: AuthsignalAttempt, _ ceremony: CodeCeremony<AuthsignalAttempt>, _ error: AuthError
  ) -> FlowStep<Effect> {
    if error.isTransient {
      var ceremony = ceremony
      let step = ceremony.notSent(error)
      return follow(step, .code(ceremony))
    }
    if mayRefetch(after: error) { return fetch(rejecting: attempt.token) }
    switch attempt.kind {
    case .enroll where error.code == .invalidIdentifier: return ask(for: attempt.method, attempt.token, error)
    case .enroll: return notEnrolled(attempt, error)
    case .challenge: return notChallenged(attempt, error)
    }
  }

  private mutating func judge(_ verification: Verification, _ attempt: AuthsignalAttempt) -> FlowStep<Effect> {
    switch verification {
    case .refused(let reason, let date):
      var counted = attempt
      counted.failures += 1
      let error = AuthsignalErrors.refusedCode(
        reason, isLate: attempt.isLate(date), attemptsLeft: max(0, goal.attemptLimit - counted.failures))
      return error.code == .tooManyAttempts ? fail(error) : prompt(counted, failing: error)
    case .verified(let token, let date): return finish(attempt, token, at: date)
    }
  }

  private mutating func finish(
    _ attempt: AuthsignalAttempt, _ token: ActionToken, at date: Date
  ) -> FlowStep<Effect> {
    switch goal.ending {
    case .credential(let method):
      if attempt.unlocks {
        unlockedToken = token
        return enroll(method, token)
      }
      phase = .ended
      let credential = Credential(
        id: attempt.authenticatorID ?? "", method: attempt.method.id, label: goal.contact?.value, createdAt: date,
        lastUsedAt: date)
      return .completed(.credential(credential))
    case .signIn, .stepUp:
      phase = .ended
      let expiry = token.expiry(ofChallengeAt: date)
      return .completed(
        .proof(
          ActionProof(
            token: token.secret, action: goal.action, identifier: goal.identifier ?? goal.contact?.value,
            expiresAt: expiry, isNewUser: attempt.enrolls)))
    }
  }

  private mutating func notVerified(
    _ ceremony: CodeCeremony<AuthsignalAttempt>, _ error: AuthError
  ) -> FlowStep<Effect> {
    if error.code == .tokenExpired, goal.token == nil, var attempt = ceremony.verifying {
      // The code has probably expired together with the token. The user sees the same message in both cases, and
      // requesting a new code also replaces the token. A token from an earlier factor cannot be requested again.
      guard attempt.token != unlockedToken else { return fail(error) }
      let late = AuthError(.codeExpired, "The code has expired. Ask for a new one.", vendorCode: error.vendorCode)
      attempt.isStale = true
      return attempt.method == .totp ? fail(error) : prompt(attempt, failing: late)
    }
    var ceremony = ceremony
    let step = ceremony.refused(error)
    return follow(step, .code(ceremony))
  }

  mutating func prompt(_ attempt: AuthsignalAttempt, failing error: AuthError? = nil) -> FlowStep<Effect> {
    var ceremony = CodeCeremony<AuthsignalAttempt>()
    let step = ceremony.prompt(attempt, failing: error)
    return follow(step, .code(ceremony))
  }

  /// Continues with the step of a code ceremony.
  mutating func follow(_ step: CodeCeremony<AuthsignalAttempt>.Step, _ phase: Phase) -> FlowStep<Effect> {
    self.phase = phase
    switch step {
    case .prompt(let prompt, let context):
      if case .code = phase, context.lastError == nil { hasRefetched = false }
      return .prompt(prompt, context)
    case .send(let attempt): return .perform(attempt.enrolls ? .enroll(attempt) : .sendCode(attempt), .request)
    case .verify(let code, let attempt): return .perform(.verify(code, attempt), .request)
    case .failed(let error): return fail(error)
    case .contact: return fail(.misplacedOutcome)
    }
  }

  /// Whether to replace the token. This is done once, if a token that the flow requested expired before it was used.
  private func mayRefetch(after error: AuthError) -> Bool {
    error.code == .tokenExpired && goal.token == nil && unlockedToken == nil && !hasRefetched
  }

  /// Whether listing failed because the server refuses it or does not support it.
  private static func isNoList(_ error: AuthError) -> Bool {
    [.forbidden, .invalidToken, .providerError, .invalidConfiguration].contains(error.code)
  }

  mutating func fail(_ error: AuthError) -> FlowStep<Effect> {
    phase = .ended
    return .failed(error)
  }
}
