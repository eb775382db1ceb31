import AuthCore

/// Performs the effects of `AuthsignalFlow`.
struct AuthsignalFlowPerformer: FlowPerformer {
  let api: AuthsignalAPI
  let tokens: ActionTokenSource
  let cache: ActionTokenCache
  let action: String
  let request: FlowRequest
  let clock: any AuthClock

  func perform(_ effect: AuthsignalFlow.Effect) async throws(AuthError) -> AuthsignalFlow.Outcome {
    switch effect {
    case .fetchToken(let identifier, let rejected):
      let token = try await tokens.token(
        for: action, identifier: identifier, session: try await request.currentSession(), rejected: rejected)
      return token.map { .token($0) } ?? .identifierRequired
    case .list(let token): return .authenticators(try await api.authenticators(token))
    case .enroll(let attempt):
      var contact: Contact?
      if case .enroll(let given) = attempt.kind { contact = given }
      return .enrolled(try await api.enroll(attempt.method, contact, attempt.token))
    case .challenge(let attempt):
      var authenticatorID: String?
      if case .challenge(let id, _) = attempt.kind { authenticatorID = id }
      try await api.challenge(attempt.method, authenticatorID: authenticatorID, attempt.token)
      return .challenged(at: clock.now())
    case .verify(let code, let attempt):
      let verification = try await api.verify(code, attempt.method, attempt.token)
      if case .verified(let token, _) = verification { cache.replace(attempt.token, by: token) }
      return .verified(verification)
    }
  }
}
