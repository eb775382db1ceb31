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
  let session: Session?
  /// Whose in-app credential.
  let user: String?
  let displayName: String?
  /// What the device that scans a picture is to show.
  let custom: JSONValue?
  let passkey: PasskeyOptions
  let clock: any AuthClock
  /// Where a picture is told over a WebSocket.
  let line = QRCodeLine()

  func perform(_ effect: AuthsignalDeviceFlow.Effect) async throws(AuthError) -> AuthsignalDeviceFlow.Outcome {
    let api = devices.provider.api
    switch effect {
    case .fetchToken(let identifier):
      let token = try await tokens.token(for: action, identifier: identifier, session: session, rejected: nil)
      return token.map { .token($0) } ?? .identifierRequired
    case .challenge(.push, let token?): return .challenged(try await api.challengePush(action: action, token))
    case .challenge:
      guard let opener = devices.provider.sockets.current else {
        return .challenged(try await api.challengeQRCode(action: action, custom: custom))
      }
      return .challenged(try await line.open(opener, api: api, action: action, custom: custom))
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
    case .prove: return .proved(try await devices.verify(action: action, user: user))
    case .add(let method, let token):
      return .added(try await devices.add(method, token, user: user), at: clock.now())
    case .assert(let token):
      return .proved(proof(try await passkeys.verify(action: action, token, options: passkey), isNewUser: false))
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
