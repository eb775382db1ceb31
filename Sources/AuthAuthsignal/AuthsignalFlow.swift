import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Every flow of the vendor: what is decided, without I/O.
///
/// Identifier → action token → enrol, or challenge → code verified → proof or credential. As in the vendor's clients
/// nothing is listed before that (A18): a token that may add authenticators need not be one that may list them (A19).
/// The list is asked for where nothing else says which method to use, after a refusal, and in the two cases of A107.
/// A token that runs out while the user looks for the code costs them a new code, not the flow.
struct AuthsignalFlow: FlowLogic {
  /// Something to be done outside.
  enum Effect: Sendable, Equatable {
    /// Asks for an action token, at the token provider or the app's backend; `rejected` is the one that ran out.
    case fetchToken(identifier: String?, rejected: ActionToken?)
    case list(ActionToken)
    case enroll(AuthsignalAttempt)
    case challenge(AuthsignalAttempt)
    case verify(Secret, AuthsignalAttempt)
  }

  /// What came of it.
  enum Outcome: Sendable {
    case token(ActionToken)
    /// No token provider answers, and the backend wants to know who it is about.
    case identifierRequired
    case authenticators([Authenticator])
    case enrolled(Enrollment)
    case challenged(at: Date)
    case verified(Verification)
  }

  /// Why the flow looks at what the user has enrolled.
  enum Question: Sendable {
    /// Nothing says which method to use.
    case which
    /// The token may add to what a user has: the server would not refuse one who is enrolled already (A107).
    case isKnown
    /// The server refused an attempt.
    case whyRefused(AuthsignalAttempt, AuthError)
  }

  /// Where the flow stands.
  enum Phase: Sendable {
    case new
    /// The user has to say who they are, or where a code can go.
    case asking(ActionToken?)
    case fetching
    case listing(ActionToken, Question)
    /// The user has more than one method.
    case choosing(ActionToken)
    /// A code is on its way; `last` is the attempt before it, to fall back to.
    case sending(AuthsignalAttempt, last: AuthsignalAttempt?)
    /// The user has the code, or the app that shows it. `isStale`: the token ran out.
    case prompting(AuthsignalAttempt, isStale: Bool)
    case verifying(AuthsignalAttempt)
    case ended
  }

  var goal: AuthsignalGoal
  var phase = Phase.new
  /// What the user had enrolled when the flow looked; empty where it did not look.
  var authenticators: [Authenticator] = []
  /// Whether it looked with the token that it has, whatever came of it.
  var hasListed = false
  /// The token that proving an older method gave, to enrol another with.
  var unlockedToken: ActionToken?
  /// Whether a token was fetched in the place of one that had run out, and nothing came of it yet.
  private var hasRefetched = false

  init(_ goal: AuthsignalGoal) { self.goal = goal }

  mutating func begin() -> FlowStep<Effect> {
    if let token = goal.token { return go(token) }
    // An identifier that cannot receive a code is corrected before a token is asked for.
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
    case (.fetching, .success(.token(let token))): return go(token)
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
    case (.sending(var attempt, _), .success(.challenged(let date))):
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

  /// Looks at what is enrolled, unless the token says itself that it may not.
  mutating func list(_ token: ActionToken, _ question: Question) -> FlowStep<Effect> {
    hasListed = true
    guard token.mayRead else { return decideUnseen(token, question) }
    phase = .listing(token, question)
    return .perform(.list(token), .request)
  }

  /// Who the flow is about, or where a code can go, is known now.
  private mutating func told(_ contact: Contact, _ token: ActionToken?) -> FlowStep<Effect> {
    goal.contact = contact
    if let token { return enroll(goal.added ?? contact.method, token) }
    goal.identifier = contact.value
    return fetch()
  }

  /// Begins an attempt, or shows its prompt where nothing has to be sent.
  mutating func send(_ attempt: AuthsignalAttempt, last: AuthsignalAttempt? = nil) -> FlowStep<Effect> {
    switch attempt.kind {
    case .challenge where attempt.method == .totp: return prompt(attempt)
    case .challenge:
      phase = .sending(attempt, last: last)
      return .perform(.challenge(attempt), .request)
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
      // The token lives as long as a code is thought to: the same news to the user, and a new code mends both. The
      // token that an earlier factor gave cannot be had again.
      guard attempt.token != unlockedToken else { return fail(error) }
      let late = AuthError(.codeExpired, "The code has expired; ask for a new one.", vendorCode: error.vendorCode)
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
    // A code can be asked for at once where the old one is of no more use.
    var shown = attempt
    if isStale { shown.startedAt = nil }
    return .prompt(shown.prompt(codeLength: goal.codeLength), error.map(context.failing) ?? context)
  }

  /// A token that ran out before anything was sent is replaced, once.
  private func mayRefetch(after error: AuthError) -> Bool {
    error.code == .tokenExpired && goal.token == nil && unlockedToken == nil && !hasRefetched
  }

  /// Whether a listing failed because the server does not give the list.
  private static func isNoList(_ error: AuthError) -> Bool {
    [.forbidden, .invalidToken, .providerError, .invalidConfiguration].contains(error.code)
  }

  mutating func fail(_ error: AuthError) -> FlowStep<Effect> {
    phase = .ended
    return .failed(error)
  }
}
