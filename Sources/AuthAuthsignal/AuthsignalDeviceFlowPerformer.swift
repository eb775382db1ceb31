import AuthCore

/// Performs the effects of `AuthsignalDeviceFlow`.
struct AuthsignalDeviceFlowPerformer: FlowPerformer {
  let devices: AuthsignalDevices
  let tokens: ActionTokenSource
  let action: String
  let session: Session?
  /// Whose in-app credential.
  let user: String?
  let clock: any AuthClock

  func perform(_ effect: AuthsignalDeviceFlow.Effect) async throws(AuthError) -> AuthsignalDeviceFlow.Outcome {
    let api = devices.provider.api
    switch effect {
    case .fetchToken(let identifier):
      let token = try await tokens.token(for: action, identifier: identifier, session: session, rejected: nil)
      return token.map { .token($0) } ?? .identifierRequired
    case .challenge(.push, let token?): return .challenged(try await api.challengePush(action: action, token))
    case .challenge: return .challenged(try await api.challengeQRCode(action: action))
    case .ask(.push, let challenge, let token?):
      return .state(try await api.verifyPush(challenge, token), at: clock.now())
    case .ask(_, let challenge, _): return .state(try await api.verifyQRCode(challenge), at: clock.now())
    case .prove: return .proved(try await devices.verify(action: action, user: user))
    case .add(let method, let token):
      return .added(try await devices.add(method, token, user: user), at: clock.now())
    }
  }
}
