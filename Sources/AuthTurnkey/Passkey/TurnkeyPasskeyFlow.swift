import AuthCore

/// The decisions of a sign-in or sign-up with a passkey, without I/O.
///
/// A sign-in with the parameter `organizationId` uses that organisation without a look-up. Otherwise, an identifier is
/// looked up first, if the auth proxy or the app's backend can do so: an unknown user is created or refused, and a user
/// who has several organisations chooses one of them. Without a look-up, a sign-up creates a user, and at a sign-in the
/// server finds the organisation by the credential.
struct TurnkeyPasskeyFlow: FlowLogic {
  typealias Effect = TurnkeyEffect
  typealias Outcome = TurnkeyOutcome

  private enum Phase: Sendable {
    case new, lookingUp(Contact), choosing, asserting
    case loggingIn(PasskeyLogin)
    case creating(NewUser)
    case signingUp(NewUser, NewPasskey)
    case opening
    case ended
  }

  private let request: FlowRequest
  private let signsUp: Bool
  private let canLookUp: Bool
  private let defaults: JSONObject
  private var phase = Phase.new

  /// A flow for a request.
  ///
  /// - Parameters:
  ///   - signsUp: whether signing in creates an account for an unknown user.
  ///   - canLookUp: whether the auth proxy or the app's backend can find the account of a contact.
  init(_ request: FlowRequest, signsUp: Bool, canLookUp: Bool, defaults: JSONObject = [:]) {
    self.request = request
    self.signsUp = signsUp
    self.canLookUp = canLookUp
    self.defaults = defaults
  }

  private var contact: Contact? { request.identifier.flatMap { Contact($0, method: nil) } }

  mutating func begin() -> FlowStep<Effect> {
    let identifier = request.identifier?.trimmingBlanks ?? ""
    if !identifier.isEmpty, contact == nil {
      return fail(
        AuthError(
          .invalidIdentifier,
          "The identifier is not an e-mail address or a phone number with its country code. Enter one, such as "
            + "jane@example.com or +14155550123.",
          recovery: .restart))
    }
    if let organizationID = request.profile.turnkeyOrganizationID, request.purpose == .signIn {
      return assert(organizationID)
    }
    if let contact, canLookUp {
      phase = .lookingUp(contact)
      return .perform(.lookUpOrganizations(contact), .request)
    }
    return request.purpose == .signUp ? create() : assert(nil)
  }

  mutating func answered(_ answer: FlowAnswer) -> FlowStep<Effect> {
    guard case .choosing = phase, case .account(let organizationID) = answer else {
      return fail(.misplaced(answer))
    }
    return assert(organizationID)
  }

  mutating func received(_ result: Result<Outcome, AuthError>) -> FlowStep<Effect> {
    switch (phase, result) {
    case (.lookingUp, .success(.organizations(let organizations))): return decide(organizations)
    case (.asserting, .success(.asserted(let login))):
      phase = .loggingIn(login)
      return .perform(.logInByPasskey(login), .request)
    case (.creating(let user), .success(.created(let passkey))):
      phase = .signingUp(user, passkey)
      return .perform(.signUpByPasskey(user, passkey), .request)
    case (.signingUp(let user, let passkey), .success(.signedUp(let organizationID))):
      phase = .opening
      return .perform(
        .openByPasskey(passkey, organizationID: organizationID, identifier: user.contact?.value), .request)
    case (.loggingIn, .success(.loggedIn(let session))): return complete(session, isNewUser: false)
    case (.opening, .success(.loggedIn(let session))): return complete(session, isNewUser: true)
    case (_, .failure(let error)): return fail(error)
    default: return fail(.misplacedOutcome)
    }
  }

  /// The effect that deletes the flow's key; nil if the flow has no key. No request is needed, because nothing is open
  /// at the server.
  var cancellation: Effect? {
    if case .loggingIn(let login) = phase { .release(login.sessionID) } else { nil }
  }

  private mutating func decide(_ organizations: [String]) -> FlowStep<Effect> {
    switch (organizations.count, request.purpose) {
    case (0, .signUp): return create()
    case (0, _):
      return signsUp
        ? create() : fail(AuthError(.userNotFound, "No user has this contact. Sign up.", recovery: .abort))
    case (_, .signUp):
      return fail(AuthError(.userExists, "A user with this contact already exists. Sign in.", recovery: .signIn))
    case (1, _): return assert(organizations[0])
    default:
      phase = .choosing
      let options = organizations.map { AccountOption(id: $0, label: $0) }
      return .prompt(.selectAccount(options), PromptContext(phase: "primary"))
    }
  }

  private mutating func assert(_ organizationID: String?) -> FlowStep<Effect> {
    phase = .asserting
    return .perform(
      .assertPasskey(organizationID: organizationID, identifier: contact?.value, options: request.passkey), .passkey)
  }

  private mutating func create() -> FlowStep<Effect> {
    let user = NewUser(contact: contact, profile: request.profile, defaults: defaults)
    phase = .creating(user)
    return .perform(.createPasskey(user, request), .passkey)
  }

  private mutating func complete(_ session: Session, isNewUser: Bool) -> FlowStep<Effect> {
    phase = .ended
    return .completed(.session(session, isNewUser: isNewUser))
  }

  private mutating func fail(_ error: AuthError) -> FlowStep<Effect> {
    phase = .ended
    return .failed(error)
  }
}
