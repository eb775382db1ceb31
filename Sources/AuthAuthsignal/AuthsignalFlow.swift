import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The flows with codes. Makes the decisions, without I/O.
///
/// Identifier → action token → enrolment or challenge → code verified → proof or credential. As in the vendor's
/// clients, authenticators are not listed before that (A18): a token that may add authenticators may lack the right to
/// list them (A19). The list is requested where nothing else says which method to use, after a refusal, and in the two
/// cases of A107. A token that expires while the user looks for the code costs a new code, but does not end the flow.
struct AuthsignalFlow: FlowLogic {
  typealias Effect = AuthsignalEffect
  typealias Outcome = AuthsignalOutcome

  /// Why the flow lists the user's authenticators.
  enum Question: Sendable {
    /// The method to use is not known.
    case which
    /// The token may add to the user's authenticators: the server would not refuse a user who is already enrolled
    /// (A107).
    case isKnown
    /// The server refused an attempt.
    case whyRefused(AuthsignalAttempt, AuthError)
  }

  /// The flow's state.
  enum Phase: Sendable {
    case new
    /// The user has to give an identifier, or an address for a code.
    case asking(ActionToken?)
    case fetching
    case listing(ActionToken, Question)
    /// The user has more than one method.
    case choosing(ActionToken)
    /// A code is being sent. `last` is the attempt before it, to return to.
    case sending(AuthsignalAttempt, last: AuthsignalAttempt?)
    /// The user has the code, or the app that shows it. `isStale`: the token has expired.
    case prompting(AuthsignalAttempt, isStale: Bool)
    case verifying(AuthsignalAttempt)
    case ended
  }

  var goal: AuthsignalGoal
  var phase = Phase.new
  /// The user's authenticators as listed; empty where they were not listed.
  var authenticators: [Authenticator] = []
  /// Whether the flow has tried to list them with its current token.
  var hasListed = false
  /// The token from proving an older method, for enrolling another.
  var unlockedToken: ActionToken?
  /// Whether a token replaced an expired one and has not been used yet.
  private var hasRefetched = false

  init(_ goal: AuthsignalGoal) { self.goal = goal }

  mutating func begin() -> FlowStep<Effect> {
    if let token = goal.token { return go(token) }
    // An identifier that cannot receive a code is corrected before a token is requested.
    if case .signIn = goal.ending, goal.identifier != nil, goal.contact == nil, goal.method != .totp {
      return askWho(Self.unusable(goal.method))
    }
    return fetch()
  }

  mutating func answered(_ answer: FlowAnswer) -> FlowStep<Effect> {
    switch (phase, answer) {
    case (.asking(let token), .method(let method)):
      guard let known = CodeMethod(method) else { return fail(.misplaced(answer)) }
      return ask(for: known, token)
    case (.asking(let token), .email(let text)):
      guard let contact = Contact(email: text) else { return ask(for: .email, token, Self.unusable(.email)) }
      return told(contact, token)
    case (.asking(let token), .phone(let text)):
      guard let contact = Contact(phone: text) else { return ask(for: .sms, token, Self.unusable(.sms)) }
      return told(contact, token)
    case (.choosing(let token), .method(let method)):
      guard let known = CodeMethod(method) else { return fail(.misplaced(answer)) }
      goal.method = known
      return challenge(known, token)
    case (.prompting(let attempt, let isStale), .code(let code)):
      guard attempt.accepts(code, codeLength: goal.codeLength) else {
        return prompt(attempt, isStale: isStale, failing: Self.malformedCode)
      }
      phase = .verifying(attempt)
      return .perform(.verify(code, attempt), .request)
    case (.prompting(let attempt, isStale: true), .resend): return fetch(rejecting: attempt.token)
    case (.prompting(let attempt, isStale: false), .resend): return send(attempt, last: attempt)
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
    case (.sending(var attempt, _), .success(.enrolled(let enrollment))):
      attempt.startedAt = enrollment.startedAt
      attempt.authenticatorID = enrollment.authenticatorID
      attempt.setup = enrollment.setup
      return prompt(attempt)
    case (.sending(var attempt, _), .success(.codeSent(let date))):
      attempt.startedAt = date
      return prompt(attempt)
    case (.sending(let attempt, let last), .failure(let error)): return notSent(attempt, last, error)
    case (.verifying(let attempt), .success(.verified(let verification))): return judge(verification, attempt)
    case (.verifying(let attempt), .failure(let error)): return notVerified(attempt, error)
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

  /// Lists the authenticators, unless the token's claims forbid it.
  mutating func list(_ token: ActionToken, _ question: Question) -> FlowStep<Effect> {
    hasListed = true
    guard token.mayRead else { return decideUnseen(token, question) }
    phase = .listing(token, question)
    return .perform(.list(token), .request)
  }

  /// Continues when the user, or the address for a code, is known.
  private mutating func told(_ contact: Contact, _ token: ActionToken?) -> FlowStep<Effect> {
    goal.contact = contact
    if let token { return enroll(goal.added ?? contact.method, token) }
    goal.identifier = contact.value
    return fetch()
  }

  /// Starts an attempt, or shows its prompt where nothing has to be sent.
  mutating func send(_ attempt: AuthsignalAttempt, last: AuthsignalAttempt? = nil) -> FlowStep<Effect> {
    switch attempt.kind {
    case .challenge where attempt.method == .totp: return prompt(attempt)
    case .challenge:
      phase = .sending(attempt, last: last)
      return .perform(.sendCode(attempt), .request)
    case .enroll:
      phase = .sending(attempt, last: last)
      return .perform(.enroll(attempt), .request)
    }
  }

  private mutating func notSent(
    _ attempt: AuthsignalAttempt, _ last: AuthsignalAttempt?, _ error: AuthError
  ) -> FlowStep<Effect> {
    if let last, error.isTransient { return prompt(last, failing: error) }
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

  private mutating func notVerified(_ attempt: AuthsignalAttempt, _ error: AuthError) -> FlowStep<Effect> {
    if error.code == .tokenExpired, goal.token == nil {
      // The token probably expires with the code: for the user it is the same message, and a new code fixes both. The
      // token of an earlier factor cannot be requested again.
      guard attempt.token != unlockedToken else { return fail(error) }
      let late = AuthError(.codeExpired, "The code has expired. Ask for a new one.", vendorCode: error.vendorCode)
      return attempt.method == .totp ? fail(error) : prompt(attempt, isStale: true, failing: late)
    }
    return error.isTransient ? prompt(attempt, failing: error) : fail(error)
  }

  mutating func prompt(
    _ attempt: AuthsignalAttempt, isStale: Bool = false, failing error: AuthError? = nil
  ) -> FlowStep<Effect> {
    phase = .prompting(attempt, isStale: isStale)
    if error == nil { hasRefetched = false }
    let context: PromptContext
    switch attempt.kind {
    case .enroll: context = PromptContext(stepID: goal.action, stepLabel: attempt.method.label, phase: "enroll")
    case .challenge: context = PromptContext(stepID: goal.action, stepLabel: attempt.method.label, phase: "challenge")
    }
    // A new code can be requested immediately where the old one no longer works.
    var shown = attempt
    if isStale { shown.startedAt = nil }
    return .prompt(shown.prompt(codeLength: goal.codeLength), error.map(context.failing) ?? context)
  }

  /// Replaces, once, a token that expired before anything was sent.
  private func mayRefetch(after error: AuthError) -> Bool {
    error.code == .tokenExpired && goal.token == nil && unlockedToken == nil && !hasRefetched
  }

  /// Whether listing failed because the server does not allow it.
  private static func isNoList(_ error: AuthError) -> Bool {
    [.forbidden, .invalidToken, .providerError, .invalidConfiguration].contains(error.code)
  }

  mutating func fail(_ error: AuthError) -> FlowStep<Effect> {
    phase = .ended
    return .failed(error)
  }
}
