import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Performs the effects of `AuthsignalDeviceFlow`.
struct AuthsignalDeviceFlowPerformer: FlowPerformer {
  let devices: AuthsignalDevices
  let tokens: ActionTokenSource
  let action: String
  let request: FlowRequest
  /// The user of the in-app credential.
  let user: String?
  let displayName: String?
  /// The values that the scanning device shows.
  let custom: JSONValue?
  /// The ID of the action that a passkey sign-in belongs to (A28).
  var idempotencyKey: String?
  /// The push device to ask; nil for all of the user's devices (A58).
  var authenticatorID: String?
  let passkey: PasskeyOptions
  let clock: any AuthClock
  /// The WebSocket that follows a QR code.
  let line = QRCodeLine()

  func perform(_ effect: AuthsignalDeviceFlow.Effect) async throws(AuthError) -> AuthsignalDeviceFlow.Outcome {
    let api = devices.provider.api
    switch effect {
    case .fetchToken(let identifier):
      let tracked = try await tokens.tracked(
        for: action, identifier: identifier, session: try await request.currentSession(), rejected: nil)
      return tracked.map { .token($0.token, number: $0.number) } ?? .identifierRequired
    case .challenge(.push, let token?):
      return .challenged(try await api.challengePush(action: action, authenticatorID: authenticatorID, token))
    case .challenge(_, let token):
      guard let opener = devices.provider.sockets.current else {
        return .challenged(try await api.challengeQRCode(action: action, custom: custom, token))
      }
      return .challenged(try await line.open(opener, api: api, action: action, custom: custom, token))
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
      return .proved(try await devices.prepareVerification(action: action, user: user, token).complete())
    case .add(let method, let token):
      return .added(try await devices.add(method, token, user: user), at: clock.now())
    case .assert(let token):
      let verified = try await passkeys.verify(
        action: action, idempotencyKey: idempotencyKey, token, options: passkey)
      return .proved(proof(verified, isNewUser: false))
    case .register(let token):
      let verified = try await passkeys.register(token, user: user, displayName: displayName, options: passkey)
      return .registered(
        proof(verified, isNewUser: true), credentialID: verified.authenticatorID ?? "", at: clock.now())
    }
  }

  private var passkeys: AuthsignalPasskeys { devices.provider.passkeys }

  private func proof(_ verified: VerifiedPasskey, isNewUser: Bool) -> ActionProof {
    ActionProof(
      token: verified.token.secret, action: action, subject: verified.userID,
      identifier: verified.userName ?? user, expiresAt: verified.token.expiry(ofChallengeAt: clock.now()),
      isNewUser: isNewUser)
  }
}
