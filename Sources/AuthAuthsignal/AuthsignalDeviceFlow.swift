import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The decisions, without I/O, of the flows without a code: an approval on another device, a proof by a key or passkey
/// of this device, and the addition of a key or passkey.
struct AuthsignalDeviceFlow: FlowLogic {
  /// The task of a flow.
  enum Task: Sendable, Equatable {
    /// Waits for an approval on another device.
    case await(DeviceMethod)
    /// Proves with this device's key.
    case prove
    /// Adds a key for the token's user.
    case add(DeviceMethod)
    /// Proves with a passkey: one of the token's user if the user is known, otherwise any passkey that the user
    /// chooses.
    case assert(isKnownUser: Bool)
    /// Registers a passkey. A sign-up ends with a proof, any other registration with the credential.
    case register(signsUp: Bool)
  }

  typealias Effect = AuthsignalEffect
  typealias Outcome = AuthsignalOutcome

  private enum Phase: Sendable {
    case working
    case waiting(WaitingChallenge)
    case ended
  }

  let task: Task
  let action: String
  var identifier: String?
  var token: ActionToken?
  /// Whether to request a token even if the task works without one, so that the proof is bound to the token's user
  /// (A52, A61). If no token is available, the task continues without one.
  let wantsUser: Bool
  /// The number for number matching, which this device shows.
  private var number: String?
  private var phase = Phase.working

  init(_ task: Task, action: String, identifier: String?, token: ActionToken?, wantsUser: Bool = false) {
    self.task = task
    self.wantsUser = wantsUser
    self.action = action
    self.identifier = identifier
    self.token = token
  }

  var cancellation: Effect? { task == .await(.qrCode) ? .hangUp : nil }

  mutating func begin() -> FlowStep<Effect> {
    switch task {
    // The in-app credential or the scan of the QR code determines the user, so no token is needed.
    case .prove where token == nil && !wantsUser, .await(.qrCode) where token == nil && !wantsUser: go(nil)
    // A sign-in by passkey is bound to its action by a challenge, even if there is a token (A35).
    case .assert(isKnownUser: false): .perform(.assert(nil), .passkey)
    case .await, .add, .assert, .prove, .register:
      token.map { go($0) } ?? .perform(.fetchToken(identifier: identifier), .tokenFetch)
    }
  }

  mutating func answered(_ answer: FlowAnswer) -> FlowStep<Effect> {
    guard case .waiting(let challenge) = phase, case .poll = answer, case .await(let method) = task else {
      if case .email(let email) = answer, let contact = Contact(email: email) {
        identifier = contact.value
        return .perform(.fetchToken(identifier: identifier), .tokenFetch)
      }
      return askWho(
        AuthError(.invalidIdentifier, "The e-mail address is not valid. Enter an address such as name@example.com."))
    }
    return .perform(.ask(method, challenge, token), .request)
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
    case (_, .success(.challenged(let challenge))): return wait(challenge)
    case (.waiting(let challenge), .success(.state(let state, let date))): return judge(state, challenge, date)
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
      if case .register(signsUp: true) = task { return end(.completed(.proof(proof))) }
      return end(
        .completed(.credential(Credential(id: id, method: .passkey, createdAt: date, lastUsedAt: date))))
    // A failed poll is repeated.
    case (.waiting(let challenge), .failure(let error)) where error.isTransient: return wait(challenge)
    case (_, .failure(let error)): return end(.failed(error))
    case (_, .success): return end(.failed(.misplacedOutcome))
    }
  }

  private mutating func go(_ token: ActionToken?) -> FlowStep<Effect> {
    switch (task, token) {
    case (.await(.qrCode), _): return .perform(.challenge(.qrCode, token), .request)
    case (.prove, _): return .perform(.prove(token), .deviceTrust)
    case (.assert, _): return .perform(.assert(token), .passkey)
    case (.await(let method), let token?): return .perform(.challenge(method, token), .request)
    case (.add(let method), let token?): return .perform(.add(method, token), .request)
    case (.register, let token?): return .perform(.register(token), .passkey)
    case (.await, nil), (.add, nil), (.register, nil): return end(.failed(.misplacedOutcome))
    }
  }

  private mutating func judge(_ state: WaitingState, _ challenge: WaitingChallenge, _ date: Date) -> FlowStep<Effect> {
    switch state {
    case .denied:
      return end(.failed(AuthError(.approvalDenied, "The request was denied on the other device. Start again.")))
    case .approved(let token):
      let expiry = token.expiry(ofChallengeAt: date)
      return end(
        .completed(
          .proof(ActionProof(token: token.secret, action: action, identifier: identifier, expiresAt: expiry))))
    case .open:
      guard let end = challenge.expiresAt, date >= end else { return wait(challenge) }
      return self.end(
        .failed(AuthError(.approvalExpired, "The request was not approved on the other device in time. Start again.")))
    }
  }

  private mutating func wait(_ challenge: WaitingChallenge) -> FlowStep<Effect> {
    phase = .waiting(challenge)
    let isScanned = task == .await(.qrCode)
    // GUESS A65: the QR code contains only the challenge's ID. A push is polled about every two seconds (A60), a QR
    // code every three (A64).
    let prompt = ApprovalPrompt(
      qrData: isScanned ? challenge.id : nil, displayCode: isScanned ? nil : number, expiresAt: challenge.expiresAt,
      pollInterval: .seconds(isScanned ? 3 : 2))
    return .prompt(.awaitApproval(prompt), PromptContext(stepID: action, phase: "challenge"))
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
