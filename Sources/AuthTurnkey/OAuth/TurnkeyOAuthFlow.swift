import AuthCore

/// Signing in or up with an account at an identity provider. Makes the decisions, without I/O.
///
/// Page opened → callback → identity token → account looked up → logged in, or signed up and then logged in. When the
/// network fails later, the flow keeps the proof: submit the callback again to continue from there.
struct TurnkeyOAuthFlow: FlowLogic {
  /// An effect for the performer.
  enum Effect: Sendable {
    /// Makes the session key and the values that check the callback.
    case prepare(TurnkeyOAuthProvider, FlowRequest)
    /// Checks a callback, and exchanges its code where it has one.
    case identify(OAuthAttempt, callback: OAuthCallback.Content)
    /// Finds the account's user.
    case lookUp(VerifiedIdentity)
    /// Creates a user.
    case signUp(NewUser, VerifiedIdentity)
    /// Opens a session in an organisation.
    case logIn(VerifiedIdentity, organizationID: String)
    /// Deletes a session key.
    case release(SessionID)
  }

  /// The result of an effect.
  enum Outcome: Sendable {
    case prepared(OAuthAttempt, Prompt)
    case identified(VerifiedIdentity)
    case account(organizationID: String?)
    case signedUp(organizationID: String)
    case loggedIn(Session)
    case released
  }

  private enum Phase: Sendable {
    case new, preparing
    case prompting(OAuthAttempt, Prompt)
    case identifying(OAuthAttempt, Prompt)
    /// The account is proved. No prompt where the app supplied the token.
    case finishing(Step, VerifiedIdentity, Prompt?)
    case held(Step, VerifiedIdentity, Prompt)
    case releasing(AuthError)
    case ended
  }

  private enum Step: Sendable {
    /// `afterSignUp`: a sign-up with a lost response may have created the user.
    case lookUp(afterSignUp: Bool)
    case signUp
    case logIn(organizationID: String, isNewUser: Bool)

    var repeated: Step { if case .signUp = self { .lookUp(afterSignUp: true) } else { self } }
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
    return .perform(.prepare(provider, request), .request)
  }

  /// Starts with the app's identity token.
  mutating func begin(with identity: VerifiedIdentity) -> FlowStep<Effect> {
    go(.lookUp(afterSignUp: false), identity, nil)
  }

  mutating func answered(_ answer: FlowAnswer) -> FlowStep<Effect> {
    switch (phase, answer) {
    case (.prompting(let attempt, let prompt), .callback(let url)):
      do throws(AuthError) {
        let content = try attempt.receive(url)
        phase = .identifying(attempt, prompt)
        return .perform(.identify(attempt, callback: content), .request)
      } catch  where error.code == .redirectMismatch {
        // The callback belongs to another attempt or to none, so this attempt stays open.
        return .prompt(prompt, context.failing(error))
      } catch {
        return release(attempt.sessionID, error)
      }
    case (.held(let step, let identity, let prompt), .callback): return go(step, identity, prompt)
    default: return fail(.misplaced(answer))
    }
  }

  mutating func received(_ result: Result<Outcome, AuthError>) -> FlowStep<Effect> {
    switch (phase, result) {
    case (.preparing, .success(.prepared(let attempt, let prompt))):
      phase = .prompting(attempt, prompt)
      return .prompt(prompt, context)
    case (.preparing, .failure(let error)): return fail(error)
    case (.identifying(_, let prompt), .success(.identified(let identity))):
      return go(.lookUp(afterSignUp: false), identity, prompt)
    // A code works once, even if the response was lost.
    case (.identifying(let attempt, _), .failure(let error)): return release(attempt.sessionID, error)
    case (.finishing(.lookUp(let signedUp), let identity, let prompt), .success(.account(let organizationID))):
      return decide(organizationID, signedUp: signedUp, identity, prompt)
    case (.finishing(.signUp, let identity, let prompt), .success(.signedUp(let organizationID))):
      return go(.logIn(organizationID: organizationID, isNewUser: true), identity, prompt)
    case (.finishing(.logIn(_, let isNewUser), _, _), .success(.loggedIn(let session))):
      phase = .ended
      return .completed(.session(session, isNewUser: isNewUser))
    case (.finishing(let step, let identity, let prompt), .failure(let error)):
      guard error.isTransient, let prompt else { return release(identity.sessionID, error) }
      phase = .held(step.repeated, identity, prompt)
      return .prompt(prompt, context.failing(error))
    // If the key cannot be deleted now, the next flow of this instance deletes it.
    case (.releasing(let error), _): return fail(error)
    default: return fail(.misplacedOutcome)
    }
  }

  /// The server needs no message; the flow only deletes its key.
  var cancellation: Effect? {
    switch phase {
    case .prompting(let attempt, _), .identifying(let attempt, _): .release(attempt.sessionID)
    case .finishing(_, let identity, _), .held(_, let identity, _): .release(identity.sessionID)
    case .new, .preparing, .releasing, .ended: nil
    }
  }

  private mutating func decide(
    _ organizationID: String?, signedUp: Bool, _ identity: VerifiedIdentity, _ prompt: Prompt?
  ) -> FlowStep<Effect> {
    switch (organizationID, request.purpose) {
    case (let organizationID?, _) where signedUp:
      return go(.logIn(organizationID: organizationID, isNewUser: true), identity, prompt)
    case (.some, .signUp):
      return release(
        identity.sessionID,
        AuthError(.userExists, "A user with this account already exists. Sign in.", recovery: .signIn))
    case (let organizationID?, _):
      return go(.logIn(organizationID: organizationID, isNewUser: false), identity, prompt)
    case (nil, .signUp): return go(.signUp, identity, prompt)
    case (nil, _):
      guard signsUp else {
        return release(
          identity.sessionID, AuthError(.userNotFound, "No user has this account.", recovery: .abort))
      }
      return go(.signUp, identity, prompt)
    }
  }

  private mutating func go(_ step: Step, _ identity: VerifiedIdentity, _ prompt: Prompt?) -> FlowStep<Effect> {
    phase = .finishing(step, identity, prompt)
    switch step {
    case .lookUp: return .perform(.lookUp(identity), .request)
    case .signUp:
      var profile = request.profile
      profile.displayName = profile.displayName ?? identity.name
      var user = NewUser(contact: nil, profile: profile, defaults: defaults)
      user.oauthProviders = identity.oauthProviders
      return .perform(.signUp(user, identity), .request)
    case .logIn(let organizationID, _):
      return .perform(.logIn(identity, organizationID: organizationID), .request)
    }
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
