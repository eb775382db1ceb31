import AuthCore

/// The decisions of a sign-in or sign-up with an account at an identity provider, without I/O.
///
/// The flow opens the identity provider's page, receives the callback, reads or requests the identity token, and looks
/// the account up. It then logs the user in, or signs the user up and then logs in. If a step after the identity token
/// fails with a transient error, the flow keeps the token, and continues with that step when the app submits another
/// callback, whatever it contains. A flow that the app started with a token fails instead, because it has no prompt.
struct TurnkeyOAuthFlow: FlowLogic {
  typealias Effect = TurnkeyEffect
  typealias Outcome = TurnkeyOutcome

  private enum Phase: Sendable {
    case new, preparing
    case prompting(OAuthAttempt, Prompt)
    case identifying(OAuthAttempt, Prompt)
    /// The account is proved. The prompt is nil if the app supplied the token.
    case finishing(TurnkeyAdmission, Prompt?)
    /// The account is proved, and a later step failed with a transient error.
    case held(TurnkeyAdmission, Prompt)
    /// The flow has failed, and its key is being deleted.
    case releasing(AuthError)
    case ended
  }

  private let request: FlowRequest
  private let provider: TurnkeyOAuthProvider
  private let signsUp: Bool
  private let defaults: JSONObject
  private var phase = Phase.new

  init(_ request: FlowRequest, provider: TurnkeyOAuthProvider, signsUp: Bool, defaults: JSONObject = [:]) {
    self.request = request
    self.provider = provider
    self.signsUp = signsUp
    self.defaults = defaults
  }

  mutating func begin() -> FlowStep<Effect> {
    phase = .preparing
    return .perform(.prepareRedirect(provider, request), .request)
  }

  /// Starts with an identity token that the app supplied.
  mutating func begin(with identity: VerifiedIdentity) -> FlowStep<Effect> {
    finish(admission(of: identity), nil)
  }

  mutating func answered(_ answer: FlowAnswer) -> FlowStep<Effect> {
    switch (phase, answer) {
    case (.prompting(let attempt, let prompt), .callback(let url)):
      do throws(AuthError) {
        let content = try attempt.receive(url)
        phase = .identifying(attempt, prompt)
        return .perform(.identify(attempt, callback: content), .request)
      } catch where error.code == .redirectMismatch {
        // The callback may belong to another attempt or be forged, so this attempt stays open.
        return .prompt(prompt, context.failing(error))
      } catch {
        return release(attempt.sessionID, error)
      }
    case (.held(let admission, let prompt), .callback): return finish(admission, prompt)
    default: return fail(.misplaced(answer))
    }
  }

  mutating func received(_ result: Result<Outcome, AuthError>) -> FlowStep<Effect> {
    switch (phase, result) {
    case (.preparing, .success(.redirectPrepared(let attempt, let prompt))):
      phase = .prompting(attempt, prompt)
      return .prompt(prompt, context)
    case (.preparing, .failure(let error)): return fail(error)
    case (.identifying(_, let prompt), .success(.identified(let identity))):
      return finish(admission(of: identity), prompt)
    // A code cannot be exchanged twice, even if the response was lost.
    case (.identifying(let attempt, _), .failure(let error)): return release(attempt.sessionID, error)
    case (.finishing(var admission, let prompt), .success(let outcome)):
      switch admission.received(outcome) {
      case .goesOn: return finish(admission, prompt)
      case .completed(let session, let isNewUser):
        phase = .ended
        return .completed(.session(session, isNewUser: isNewUser))
      case .refused(let error): return release(admission.proof.sessionID, error)
      case .misplaced: return fail(.misplacedOutcome)
      }
    case (.finishing(var admission, let prompt), .failure(let error)):
      guard error.isTransient, let prompt else { return release(admission.proof.sessionID, error) }
      admission.responseLost()
      phase = .held(admission, prompt)
      return .prompt(prompt, context.failing(error))
    // If the key cannot be deleted now, `SessionKeys.recover` deletes it later.
    case (.releasing(let error), _): return fail(error)
    default: return fail(.misplacedOutcome)
    }
  }

  /// The effect that deletes the flow's key; nil if the flow has no key. No request is needed, because nothing is open
  /// at the server.
  var cancellation: Effect? {
    switch phase {
    case .prompting(let attempt, _), .identifying(let attempt, _): .release(attempt.sessionID)
    case .finishing(let admission, _), .held(let admission, _): .release(admission.proof.sessionID)
    case .new, .preparing, .releasing, .ended: nil
    }
  }

  private func admission(of identity: VerifiedIdentity) -> TurnkeyAdmission {
    var profile = request.profile
    profile.displayName = profile.displayName ?? identity.name
    var user = NewUser(contact: nil, profile: profile, defaults: defaults)
    user.oauthProviders = identity.oauthProviders
    return TurnkeyAdmission(.account(identity), for: request.purpose, signsUp: signsUp, newUser: user)
  }

  private mutating func finish(_ admission: TurnkeyAdmission, _ prompt: Prompt?) -> FlowStep<Effect> {
    phase = .finishing(admission, prompt)
    return .perform(admission.effect, .request)
  }

  private mutating func release(_ sessionID: SessionID, _ error: AuthError) -> FlowStep<Effect> {
    phase = .releasing(error)
    return .perform(.release(sessionID), .request)
  }

  private mutating func fail(_ error: AuthError) -> FlowStep<Effect> {
    phase = .ended
    return .failed(error)
  }

  private var context: PromptContext { PromptContext(phase: "primary") }
}
