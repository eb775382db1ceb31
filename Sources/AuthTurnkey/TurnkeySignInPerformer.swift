import AuthCore

/// Performs the effects of `TurnkeySignInFlow`. Each method has its own performer.
struct TurnkeySignInPerformer: FlowPerformer {
  let code: TurnkeyFlowPerformer
  let passkey: TurnkeyPasskeyPerformer
  let oauth: TurnkeyOAuthPerformer
  private let provider: TurnkeyProvider
  private let sessionKey: String?

  init(provider: TurnkeyProvider, request: FlowRequest) {
    let parameters = request.profile.parameters
    let sessionKey = parameters["sessionKey"]?.stringValue
    let invalidates = parameters["invalidateExisting"]?.boolValue ?? provider.configuration.invalidatesExisting
    self.provider = provider
    self.sessionKey = sessionKey
    code = TurnkeyFlowPerformer(provider: provider, sessionKey: sessionKey, invalidatesExisting: invalidates)
    passkey = TurnkeyPasskeyPerformer(provider: provider, sessionKey: sessionKey, invalidatesExisting: invalidates)
    oauth = TurnkeyOAuthPerformer(provider: provider, sessionKey: sessionKey, invalidatesExisting: invalidates)
  }

  func perform(_ effect: TurnkeySignInFlow.Effect) async throws(AuthError) -> TurnkeySignInFlow.Outcome {
    switch effect {
    case .code(let effect): .code(try await code.perform(effect))
    case .passkey(let effect): .passkey(try await passkey.perform(effect))
    case .oauth(let effect): .oauth(try await oauth.perform(effect))
    case .take(let token, let method): .taken(try await provider.take(token, method, sessionKey: sessionKey))
    }
  }
}
