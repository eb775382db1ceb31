import AuthCore

/// Performs the effects of a sign-in.
struct TurnkeyFlowPerformer: FlowPerformer {
  let provider: TurnkeyProvider
  /// The app's name for the session.
  let sessionKey: String?
  let invalidatesExisting: Bool
  let expirationSeconds: Int?

  init(provider: TurnkeyProvider, request: FlowRequest) {
    self.provider = provider
    sessionKey = request.profile.turnkeySessionName
    invalidatesExisting = request.profile.turnkeyInvalidatesExisting ?? provider.configuration.invalidatesExisting
    expirationSeconds = request.profile.turnkeyExpirationSeconds
  }

  var services: ProviderServices { provider.services }
  var configuration: TurnkeyConfiguration { provider.configuration }
  var sessionKeys: SessionKeys { provider.sessionKeys }

  func perform(_ effect: TurnkeyEffect) async throws(AuthError) -> TurnkeyOutcome {
    switch effect {
    case .take(let token, let method): return .taken(try await provider.take(token, method, sessionKey: sessionKey))
    case .sendCode(let contact, let sessionID): return .codeSent(try await sendCode(contact, releasing: sessionID))
    case .takeUpCode(let sent): return .codeSent(try challenge(sent))
    case .verifyCode(let code, let contact, let challenge):
      return .verified(try await verify(code, contact, challenge))
    case .prepareRedirect(let from, let request): return try await prepare(from, request)
    case .identify(let attempt, let content): return .identified(try await identify(attempt, content))
    case .lookUpOrganizations(let contact): return .organizations(try await provider.organizations(of: contact))
    case .assertPasskey(let organizationID, let identifier, let options):
      return .asserted(try await assert(organizationID, identifier, options))
    case .logInByPasskey(let login): return .loggedIn(try await logIn(login))
    case .createPasskey(let user, let request): return .created(try await create(user, request))
    case .signUpByPasskey(let user, let passkey):
      return .signedUp(organizationID: try await signUp(user, passkey))
    case .openByPasskey(let passkey, let organizationID, let identifier):
      return .loggedIn(try await open(passkey, organizationID, identifier))
    case .lookUp(let proof): return .account(organizationID: try await organization(of: proof))
    case .signUp(let user, .contact(let verified)):
      return .signedUp(organizationID: try await signUp(user, verified))
    case .signUp(let user, .account):
      return .signedUp(organizationID: try await provider.proxy().signUp(user, captcha: try await provider.captcha()))
    case .logIn(.contact(let verified), let organizationID):
      return .loggedIn(try await logIn(verified, organizationID))
    case .logIn(.account(let identity), let organizationID):
      return .loggedIn(try await logIn(identity, organizationID))
    case .release(let sessionID):
      try await sessionKeys.discard(sessionID)
      return .released
    }
  }

  private func organization(of proof: TurnkeyProof) async throws(AuthError) -> String? {
    switch proof {
    case .contact(let verified):
      try await provider.proxy().organization(of: .contact(verified.contact), verified.token)
    case .account(let identity): try await provider.proxy().organization(of: .identityToken(identity.token))
    }
  }
}
