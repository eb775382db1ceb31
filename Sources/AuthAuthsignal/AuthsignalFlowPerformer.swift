import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Performs the effects of a flow.
struct AuthsignalFlowPerformer: FlowPerformer {
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
      return .enrolled(try await api.enroll(attempt.method, contact, attempt.token))
    case .sendCode(let attempt):
      var authenticatorID: String?
      if case .challenge(let id, _) = attempt.kind { authenticatorID = id }
      try await api.challenge(attempt.method, authenticatorID: authenticatorID, attempt.token)
      return .codeSent(at: clock.now())
    case .verify(let code, let attempt):
      let verification = try await api.verify(code, attempt.method, attempt.token)
      if case .verified(let token, _) = verification { provider.cache.replace(attempt.token, by: token) }
      return .verified(verification)
    case .challenge(.push, let token?):
      return .challenged(
        try await api.challengePush(action: action, authenticatorID: request.profile.authsignalAuthenticatorID, token))
    case .challenge(_, let token):
      guard let opener = provider.sockets.current else {
        return .challenged(
          try await api.challengeQRCode(action: action, custom: request.profile.authsignalCustom, token))
      }
      return .challenged(
        try await line.open(opener, api: api, action: action, custom: request.profile.authsignalCustom, token))
    case .ask(.push, let challenge, let token?):
      return .state(try await api.verifyPush(challenge, token), at: clock.now())
    case .ask(_, let challenge, _):
      guard let heard = try line.state(of: challenge.id) else {
        return .state(try await api.verifyQRCode(challenge), at: clock.now())
      }
      if heard != .open { await line.close() }
      return .state(heard, at: clock.now())
    case .hangUp:
      await line.close()
      return .state(.open, at: clock.now())
    case .prove(let token):
      return .proved(try await provider.devices.prepareVerification(action: action, user: user, token).complete())
    case .add(let method, let token):
      return .added(try await provider.devices.add(method, token, user: user), at: clock.now())
    case .assert(let token):
      let verified = try await provider.passkeys.verify(
        action: action, idempotencyKey: request.profile.authsignalIdempotencyKey, token, options: request.passkey)
      return .proved(proof(verified, isNewUser: false))
    case .register(let token):
      let verified = try await provider.passkeys.register(
        token, user: user, displayName: request.profile.displayName, options: request.passkey)
      return .registered(
        proof(verified, isNewUser: true), credentialID: verified.authenticatorID ?? "", at: clock.now())
    }
  }

  private var clock: any AuthClock { provider.services.clock }
  private func proof(_ verified: VerifiedPasskey, isNewUser: Bool) -> ActionProof {
    ActionProof(
      token: verified.token.secret, action: action, subject: verified.userID,
      identifier: verified.userName ?? user, expiresAt: verified.token.expiry(ofChallengeAt: clock.now()),
      isNewUser: isNewUser)
  }
}
