import AuthCore

/// The steps from a proof to a session: the account is looked up, then the user logs in, or signs up and then logs in.
/// One-time codes and accounts at identity providers share these steps.
struct TurnkeyAdmission: Sendable {
  private enum Step: Sendable {
    /// `afterSignUp` is true if the response to a sign-up was lost: the sign-up may have created the user.
    case lookUp(afterSignUp: Bool)
    case signUp
    case logIn(organizationID: String, isNewUser: Bool)
  }

  /// The step after an outcome.
  enum Next: Sendable {
    /// `effect` is to be performed next.
    case goesOn
    case completed(Session, isNewUser: Bool)
    /// The user cannot sign in. The session key is to be deleted.
    case refused(AuthError)
    /// The outcome does not belong to the current effect.
    case misplaced
  }

  let proof: TurnkeyProof
  private let purpose: FlowRequest.Purpose
  private let signsUp: Bool
  private let newUser: NewUser
  private var step = Step.lookUp(afterSignUp: false)

  /// Starts with the look-up of the account.
  ///
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

  /// Handles the outcome of the current effect.
  mutating func received(_ outcome: TurnkeyOutcome) -> Next {
    switch (step, outcome) {
    case (.lookUp(let signedUp), .account(let organizationID)): return decide(organizationID, signedUp: signedUp)
    case (.signUp, .signedUp(let organizationID)): return logIn(organizationID, isNewUser: true)
    case (.logIn(_, let isNewUser), .loggedIn(let session)): return .completed(session, isNewUser: isNewUser)
    default: return .misplaced
    }
  }

  /// Records that the response to the current effect was lost. A sign-up may have succeeded, so its user is looked up.
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
