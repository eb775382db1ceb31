import AuthCore

/// Performs the effects of `TurnkeyFlow`.
struct TurnkeyFlowPerformer: FlowPerformer {
  let provider: TurnkeyProvider
  let proxy: AuthProxyAPI

  func perform(_ effect: TurnkeyFlow.Effect) async throws(AuthError) -> TurnkeyFlow.Outcome {
    switch effect {
    case .sendCode(let contact, let verified): .codeSent(try await sendCode(contact, releasing: verified))
    case .verifyCode(let code, let contact, let challenge): .verified(try await verify(code, contact, challenge))
    case .lookUp(let verified):
      .account(organizationID: try await proxy.organization(of: verified.contact, verified.token))
    case .signUp(let user, let verified): .signedUp(organizationID: try await signUp(user, verified))
    case .logIn(let verified, let organizationID): .loggedIn(try await logIn(verified, organizationID))
    case .release(let verified): try await release(verified)
    }
  }

  private var services: ProviderServices { provider.services }
  private var keys: TurnkeyKeys { provider.configuration.keys }
  private var sessionKeys: SessionKeys { provider.sessionKeys }

  private func sendCode(
    _ contact: Contact, releasing verified: VerifiedContact?
  ) async throws(AuthError) -> OTPChallenge {
    if let verified { try await sessionKeys.discard(verified.sessionID) }
    try await sessionKeys.recover(now: services.clock.now())
    let answer = try await proxy.sendCode(to: contact)
    return try OTPChallenge(answer, keys: keys, now: services.clock.now())
  }

  /// Each try makes a key of its own and forgets it when the try fails, so that no key waits for a user to type.
  private func verify(
    _ code: Secret, _ contact: Contact, _ challenge: OTPChallenge
  ) async throws(AuthError) -> VerifiedContact {
    let sessionID = SessionID(services.random.token())
    do throws(AuthError) {
      let key = try await sessionKeys.begin(sessionID, now: services.clock.now())
      let bundle = try OTPCodeBundle(code: code, publicKey: key.publicKey, target: challenge.targetKey)
      let token = try VerificationToken(
        verifying: try await proxy.verify(bundle, otpID: challenge.otpID), publicKey: key.publicKey,
        contact: contact, keys: keys, now: services.clock.now())
      return VerifiedContact(contact: contact, token: token, sessionID: sessionID, key: key)
    } catch {
      await forget(sessionID)
      throw error
    }
  }

  private func signUp(_ user: NewUser, _ verified: VerifiedContact) async throws(AuthError) -> String {
    let message = ClientSignature.signUpMessage(tokenID: verified.token.tokenID, contact: verified.contact)
    return try await proxy.signUp(user, verified.token, try await sign(message, verified))
  }

  private func logIn(_ verified: VerifiedContact, _ organizationID: String) async throws(AuthError) -> Session {
    let publicKey = verified.key.publicKey
    let message = ClientSignature.loginMessage(tokenID: verified.token.tokenID, publicKey: publicKey)
    let answer = try await proxy.logIn(
      publicKey: publicKey, organizationID: organizationID, verified.token, try await sign(message, verified))
    let now = services.clock.now()
    let token = try SessionToken(
      verifying: answer, publicKey: publicKey, organizationID: organizationID, keys: keys, now: now)
    try await sessionKeys.opened(verified.sessionID, until: token.expiresAt, now: now)
    return token.session(
      verified.sessionID, of: provider, identifier: verified.contact.value, key: verified.key, now: now)
  }

  private func release(_ verified: VerifiedContact) async throws(AuthError) -> TurnkeyFlow.Outcome {
    try await sessionKeys.discard(verified.sessionID)
    return .released
  }

  private func sign(_ message: String, _ verified: VerifiedContact) async throws(AuthError) -> ClientSignature {
    let signature = try await services.keys.sign(Array(message.utf8), with: verified.key)
    return ClientSignature(message: message, publicKey: verified.key.publicKey, signature: signature)
  }

  /// The error that led here is the one to report; what is left is undone at the start of a later flow.
  private func forget(_ sessionID: SessionID) async {
    do throws(AuthError) {
      try await sessionKeys.discard(sessionID)
    } catch {
      services.observer.record(.store(operation: "discard", provider: provider.id, error: error))
    }
  }
}
