import AuthCore

/// From a proof to a session: account looked up → logged in, or signed up and then logged in. The part that codes and
/// accounts at identity providers have in common.
struct TurnkeyAdmission: Sendable {
  private enum Step: Sendable {
    /// `afterSignUp`: a sign-up with a lost response may have created the user.
    case lookUp(afterSignUp: Bool)
    case signUp
    case logIn(organizationID: String, isNewUser: Bool)
  }

  /// The step after an outcome.
  enum Next: Sendable {
    /// The next effect is to be performed.
    case goesOn
    case completed(Session, isNewUser: Bool)
    /// The user cannot be signed in. The session key is to be deleted.
    case refused(AuthError)
    /// The outcome is not that of the current effect.
    case misplaced
  }

  let proof: TurnkeyProof
  private let purpose: FlowRequest.Purpose
  private let signsUp: Bool
  private let newUser: NewUser
  private var step = Step.lookUp(afterSignUp: false)

  /// - Parameter signsUp: whether signing in creates an account for an unknown user.
  init(_ proof: TurnkeyProof, for purpose: FlowRequest.Purpose, signsUp: Bool, newUser: NewUser) {
    self.proof = proof
    self.purpose = purpose
    self.signsUp = signsUp
    self.newUser = newUser
  }

  /// The effect to perform now.
  var effect: TurnkeyEffect {
    switch step {
    case .lookUp: .lookUp(proof)
    case .signUp: .signUp(newUser, proof)
    case .logIn(let organizationID, _): .logIn(proof, organizationID: organizationID)
    }
  }

  /// The current effect was performed.
  mutating func received(_ outcome: TurnkeyOutcome) -> Next {
    switch (step, outcome) {
    case (.lookUp(let signedUp), .account(let organizationID)): return decide(organizationID, signedUp: signedUp)
    case (.signUp, .signedUp(let organizationID)): return logIn(organizationID, isNewUser: true)
    case (.logIn(_, let isNewUser), .loggedIn(let session)): return .completed(session, isNewUser: isNewUser)
    default: return .misplaced
    }
  }

  /// The response to the current effect was lost. A sign-up may have been made: its user is looked up first.
  mutating func responseLost() { if case .signUp = step { step = .lookUp(afterSignUp: true) } }

  private mutating func decide(_ organizationID: String?, signedUp: Bool) -> Next {
    switch (organizationID, purpose) {
    case (let organizationID?, _) where signedUp: return logIn(organizationID, isNewUser: true)
    case (.some, .signUp):
      return .refused(
        AuthError(.userExists, "A user with this \(noun) already exists. Sign in.", recovery: .signIn))
    case (let organizationID?, _): return logIn(organizationID, isNewUser: false)
    case (nil, let purpose):
      guard purpose == .signUp || signsUp else {
        return .refused(AuthError(.userNotFound, "No user has this \(noun). Sign up.", recovery: .abort))
      }
      step = .signUp
      return .goesOn
    }
  }

  private mutating func logIn(_ organizationID: String, isNewUser: Bool) -> Next {
    step = .logIn(organizationID: organizationID, isNewUser: isNewUser)
    return .goesOn
  }

  private var noun: String {
    switch proof {
    case .contact: "contact"
    case .account: "account"
    }
  }
}
