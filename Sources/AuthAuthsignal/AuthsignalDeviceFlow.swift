import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The decisions, without I/O, of the flows without a code: an approval on another device or by a link in an e-mail, a
/// proof by a key, passkey or security key, and the addition of a key, passkey, security key or address for links.
struct AuthsignalDeviceFlow: FlowLogic {
  /// The task of a flow.
  enum Task: Sendable, Equatable {
    /// Waits for an approval on another device, or until the user opens the link in an e-mail.
    case await(WaitingMethod)
    /// Enrols an e-mail address for magic links, and waits until the user opens the first link. A sign-up ends with a
    /// proof, any other enrolment with the credential.
    case enrollLink(signsUp: Bool)
    /// Proves with this device's key.
    case prove
    /// Adds a key for the token's user.
    case add(DeviceMethod)
    /// Proves with a passkey or security key: one of the token's user if the user is known, otherwise any passkey that
    /// the user chooses.
    case assert(WebAuthnMethod, isKnownUser: Bool)
    /// Registers a passkey or security key. A sign-up ends with a proof, any other registration with the credential.
    case register(WebAuthnMethod, signsUp: Bool)

    /// The method for which the flow waits; nil if it waits for none.
    var waitingMethod: WaitingMethod? {
      switch self {
      case .await(let method): method
      case .enrollLink: .emailMagicLink
      case .prove, .add, .assert, .register: nil
      }
    }

    /// Whether a device or passkey can determine the user in place of a token.
    fileprivate var worksWithoutToken: Bool {
      switch self {
      case .await(.qrCode), .prove, .assert(.passkey, _): true
      case .await, .enrollLink, .add, .assert, .register: false
      }
    }
  }

  typealias Effect = AuthsignalEffect
  typealias Outcome = AuthsignalOutcome

  private enum Phase: Sendable {
    case working
    case waiting(WaitingChallenge)
    /// A new QR code is requested in place of this one.
    case renewing(WaitingChallenge)
    case ended
  }

  let task: Task
  let action: String
  var identifier: String?
  var token: ActionToken?
  /// Whether to request a token even if the task works without one, so that the proof is bound to the token's user
  /// (A52, A61). If no token is available, the task continues without one.
  let wantsUser: Bool
  /// The address to enrol for magic links; nil until it is known, and for any other task.
  private var contact: Contact?
  /// The number for number matching, which this device shows.
  private var number: String?
  private var phase = Phase.working

  init(
    _ task: Task, action: String, identifier: String?, token: ActionToken?, wantsUser: Bool = false,
    contact: Contact? = nil
  ) {
    self.task = task
    self.wantsUser = wantsUser && task.worksWithoutToken
    self.action = action
    self.identifier = identifier
    self.token = token
    self.contact = contact
  }

  var cancellation: Effect? { task == .await(.qrCode) ? .hangUp : nil }

  mutating func begin() -> FlowStep<Effect> {
    switch task {
    // The in-app credential or the scan of the QR code determines the user, so no token is needed.
    case .prove where token == nil && !wantsUser, .await(.qrCode) where token == nil && !wantsUser: go(nil)
    // A sign-in by passkey is bound to its action by a challenge, even if there is a token (A35).
    case .assert(.passkey, isKnownUser: false): .perform(.assert(.passkey, nil), .passkey)
    // Without an address to enrol, no token is requested yet. An identifier that is not an address is rejected.
    case .enrollLink(signsUp: true) where contact == nil && identifier != nil:
      askWho(.unusableContact(for: .emailMagicLink))
    case .enrollLink where contact == nil: askWho(nil)
    case .await, .enrollLink, .add, .assert, .prove, .register: token.map { go($0) } ?? fetch()
    }
  }

  mutating func answered(_ answer: FlowAnswer) -> FlowStep<Effect> {
    if case .waiting(let challenge) = phase, case .poll = answer, let method = task.waitingMethod {
      return .perform(.ask(method, challenge, token), .request)
    }
    guard case .email(let email) = answer, let contact = Contact(email: email) else {
      return askWho(
        AuthError(.invalidIdentifier, "The e-mail address is not valid. Enter an address such as name@example.com."))
    }
    self.contact = contact
    switch task {
    // The user of an enrolment does not change with the address to enrol.
    case .enrollLink(signsUp: false): identifier = identifier ?? contact.value
    default: identifier = contact.value
    }
    // Only the enrolment of an address asks while it has a token.
    return token.map { go($0) } ?? fetch()
  }

  mutating func received(_ result: Result<Outcome, AuthError>) -> FlowStep<Effect> {
    switch (phase, result) {
    case (_, .success(.token(let given, let number))):
      token = given
      self.number = number
      return go(given)
    case (.working, .success(.identifierRequired)) where wantsUser: return go(nil)
    case (_, .success(.identifierRequired)): return askWho(nil)
    // No source has a token, so only the device identifies the user.
    case (.working, .failure(let error)) where wantsUser && token == nil && error.code == .tokenRequired: return go(nil)
    case (.working, .failure(let error)): return refused(error)
    case (_, .success(.challenged(let challenge))): return wait(challenge)
    case (.waiting(let challenge), .success(.state(let state, let date))),
      (.renewing(let challenge), .success(.state(let state, let date))):
      return judge(state, challenge, date)
    case (_, .success(.proved(let proof))): return end(.completed(.proof(proof)))
    case (_, .success(.added(let credential, let date))):
      guard case .add(let method) = task else { return end(.failed(.misplacedOutcome)) }
      return end(
        .completed(
          .credential(
            Credential(
              id: credential.id, method: method.id, label: nil, createdAt: credential.createdAt ?? date,
              lastUsedAt: credential.lastVerifiedAt))))
    case (_, .success(.registered(let proof, let id, let date))):
      guard case .register(let method, signsUp: false) = task else { return end(.completed(.proof(proof))) }
      return end(.completed(.credential(Credential(id: id, method: method.id, createdAt: date, lastUsedAt: date))))
    // A failed poll is repeated.
    case (.waiting(let challenge), .failure(let error)) where error.isTransient: return wait(challenge)
    // The link can no longer be verified. What the user has to know is that it was not opened in time.
    case (.waiting, .failure(let error)) where error.code == .tokenExpired && task.waitingMethod == .emailMagicLink:
      var late = WaitingMethod.emailMagicLink.expired
      late.vendorCode = error.vendorCode
      return end(.failed(late))
    // The earlier QR code stays valid. After a transient failure, the next poll requests a new one again.
    case (.renewing(var challenge), .failure(let error)):
      if !error.isTransient { challenge.renewsAt = nil }
      return wait(challenge)
    case (_, .failure(let error)): return end(.failed(error))
    case (_, .success): return end(.failed(.misplacedOutcome))
    }
  }

  private func fetch() -> FlowStep<Effect> { .perform(.fetchToken(identifier: identifier), .tokenFetch) }

  private mutating func go(_ token: ActionToken?) -> FlowStep<Effect> {
    switch (task, token) {
    case (.await(.qrCode), _): return .perform(.challenge(.qrCode, token), .request)
    case (.prove, _): return .perform(.prove(token), .deviceTrust)
    case (.assert(.passkey, _), _): return .perform(.assert(.passkey, token), .passkey)
    case (.assert(let method, _), let token?): return .perform(.assert(method, token), .passkey)
    case (.await(let method), let token?): return .perform(.challenge(method, token), .request)
    case (.enrollLink, let token?):
      guard let contact else { return askWho(nil) }
      return .perform(.enrollLink(contact, token), .request)
    case (.add(let method), let token?): return .perform(.add(method, token), .request)
    case (.register(let method, _), let token?): return .perform(.register(method, token), .passkey)
    case (.await, nil), (.enrollLink, nil), (.add, nil), (.assert, nil), (.register, nil):
      return end(.failed(.misplacedOutcome))
    }
  }

  /// The step after a request before the wait has failed.
  private mutating func refused(_ error: AuthError) -> FlowStep<Effect> {
    switch (task, error.code) {
    case (.enrollLink, .invalidIdentifier): return askWho(error)
    // A user who has a method could add another only with the scope for it (A20).
    case (.enrollLink(signsUp: true), .forbidden):
      return end(
        .failed(
          AuthError(
            .userExists, "This user is already enrolled. Sign in.", recovery: .signIn, vendorCode: error.vendorCode)))
    default: return end(.failed(error))
    }
  }

  private mutating func judge(_ state: WaitingState, _ challenge: WaitingChallenge, _ date: Date) -> FlowStep<Effect> {
    switch state {
    case .denied:
      return end(.failed(AuthError(.approvalDenied, "The request was denied on the other device. Start again.")))
    case .approved(let token): return approved(token, challenge, date)
    case .open, .claimed:
      var next = challenge
      next.isClaimed = state == .claimed
      // A code that was scanned is not replaced: its device is about to decide (A112).
      if !next.isClaimed, let renewal = next.renewsAt, date >= renewal {
        phase = .renewing(next)
        return .perform(.renew(next, token), .request)
      }
      guard let end = next.expiresAt, date >= end, let method = task.waitingMethod else { return wait(next) }
      return self.end(.failed(method.expired))
    }
  }

  private mutating func approved(
    _ token: ActionToken, _ challenge: WaitingChallenge, _ date: Date
  ) -> FlowStep<Effect> {
    if task == .enrollLink(signsUp: false) {
      return end(
        .completed(
          .credential(
            Credential(
              id: challenge.id, method: .emailMagicLink, label: contact?.value, createdAt: date, lastUsedAt: date))))
    }
    return end(
      .completed(
        .proof(
          ActionProof(
            token: token.secret, action: action, identifier: identifier, expiresAt: token.expiry(ofChallengeAt: date),
            isNewUser: task == .enrollLink(signsUp: true)))))
  }

  private mutating func wait(_ challenge: WaitingChallenge) -> FlowStep<Effect> {
    guard let method = task.waitingMethod else { return end(.failed(.misplacedOutcome)) }
    phase = .waiting(challenge)
    // GUESS A65: the QR code contains only the challenge's ID.
    let prompt = ApprovalPrompt(
      qrData: method == .qrCode ? challenge.id : nil, displayCode: method == .push ? number : nil,
      expiresAt: challenge.expiresAt, pollInterval: method.pollInterval, isClaimed: challenge.isClaimed,
      isLinkSent: method == .emailMagicLink)
    let isEnrolment = if case .enrollLink = task { true } else { false }
    return .prompt(
      .awaitApproval(prompt), PromptContext(stepID: action, phase: isEnrolment ? "enroll" : "challenge"))
  }

  private mutating func askWho(_ error: AuthError?) -> FlowStep<Effect> {
    let context = PromptContext(stepID: action)
    return .prompt(.enterEmail(EmailPrompt()), error.map(context.failing) ?? context)
  }

  private mutating func end(_ step: FlowStep<Effect>) -> FlowStep<Effect> {
    phase = .ended
    return step
  }
}
