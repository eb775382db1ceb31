import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Performs the effects of a flow.
///
/// It is a class, because the code that copies a value with all these members weighs more than the flow itself.
final class AuthsignalFlowPerformer: FlowPerformer {
  let provider: AuthsignalProvider
  let request: FlowRequest
  let action: String
  /// The user of the in-app credential; nil for the credential without a user.
  let user: String?
  /// The WebSocket that reports the state of a QR code.
  private let line = QRCodeLine()

  init(provider: AuthsignalProvider, request: FlowRequest, action: String, user: String? = nil) {
    self.provider = provider
    self.request = request
    self.action = action
    self.user = user
  }

  func perform(_ effect: AuthsignalEffect) async throws(AuthError) -> AuthsignalOutcome {
    let api = provider.api
    switch effect {
    case .fetchToken(let identifier, let rejected):
      let tracked = try await provider.tokenSource(for: request.purpose).tracked(
        for: action, identifier: identifier, session: try await request.currentSession(), rejected: rejected)
      return tracked.map { .token($0.token, number: $0.number) } ?? .identifierRequired
    case .list(let token): return .authenticators(try await api.authenticators(token))
    case .enroll(let attempt):
      var contact: Contact?
      if case .enroll(let given) = attempt.kind { contact = given }
      let answer = try await api.enroll(attempt.method.segment, contact, attempt.token)
      return .enrolled(try Enrollment(answer, of: attempt.method, now: clock.now()))
    case .sendCode(let attempt):
      var authenticatorID: String?
      if case .challenge(let id, _) = attempt.kind { authenticatorID = id }
      try await api.challenge(attempt.method.segment, authenticatorID: authenticatorID, attempt.token)
      return .codeSent(at: clock.now())
    case .verify(let code, let attempt):
      let verification = try await api.verify(code, attempt.method, attempt.token)
      if case .verified(let token, _) = verification { provider.cache.replace(attempt.token, by: token) }
      return .verified(verification)
    case .challenge(.push, let token?):
      return .challenged(
        try await api.challengePush(action: action, authenticatorID: request.profile.authsignalAuthenticatorID, token))
    case .challenge(.emailMagicLink, let token?): return .challenged(try await api.challengeMagicLink(token))
    case .challenge(_, let token): return .challenged(try await qrCode(token))
    case .enrollLink(let contact, let token): return .challenged(try await api.enrollMagicLink(contact, token))
    case .renew(let earlier, let token):
      let fresh = try await qrCode(token)
      guard provider.sockets.current == nil else { return .challenged(fresh) }
      // A scan or decision since the last poll still counts.
      let last = try await api.state(of: earlier, .qrCode, nil)
      return last == .open ? .challenged(fresh) : .state(last, at: clock.now())
    case .ask(let method, let challenge, let token):
      guard let heard = try line.state(of: challenge.id) else {
        let state = try await api.state(of: challenge, method, token)
        // As in the vendor's client, the proof of a link replaces the token that was set.
        if method == .emailMagicLink, case .approved(let proof) = state { provider.cache.replace(token, by: proof) }
        return .state(state, at: clock.now())
      }
      if heard.isDecided { await line.close() }
      return .state(heard, at: clock.now())
    case .hangUp:
      await line.close()
      return .state(.open, at: clock.now())
    case .prove(let token):
      return .proved(try await provider.devices.prepareVerification(action: action, user: user, token).complete())
    case .add(let method, let token):
      let owner = request.session?.subject
      return .added(try await provider.devices.add(method, token, owner: owner, user: user), at: clock.now())
    case .assert(let method, let token):
      let verified = try await provider.passkeys.verify(
        method, action: action, idempotencyKey: request.profile.authsignalIdempotencyKey, token,
        options: request.passkey)
      return .proved(proof(verified, isNewUser: false))
    case .register(let method, let token):
      let verified = try await provider.passkeys.register(
        method, token, user: user, displayName: request.profile.displayName, options: request.passkey)
      return .registered(
        proof(verified, isNewUser: true), credentialID: verified.authenticatorID ?? "", at: clock.now())
    }
  }

  private var clock: any AuthClock { provider.services.clock }

  /// Requests a QR code, over a WebSocket if the app supplies one.
  private func qrCode(_ token: ActionToken?) async throws(AuthError) -> WaitingChallenge {
    let custom = request.profile.authsignalCustom
    var challenge =
      if let opener = provider.sockets.current {
        try await line.open(opener, api: provider.api, action: action, custom: custom, token)
      } else {
        try await provider.api.challengeQRCode(action: action, custom: custom, token)
      }
    challenge.renewsAt = clock.now().addingTimeInterval(WaitingChallenge.renewal)
    return challenge
  }

  private func proof(_ verified: VerifiedPasskey, isNewUser: Bool) -> ActionProof {
    ActionProof(
      token: verified.token.secret, action: action, subject: verified.userID,
      identifier: verified.userName ?? user, expiresAt: verified.token.expiry(ofChallengeAt: clock.now()),
      isNewUser: isNewUser)
  }
}
