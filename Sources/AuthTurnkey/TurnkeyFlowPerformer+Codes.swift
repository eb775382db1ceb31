import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One-time codes.
extension TurnkeyFlowPerformer {
  private var keys: TurnkeyKeys { provider.configuration.keys }
  private var version: OTPVersion { provider.configuration.otpVersion }
  private var now: Date { services.clock.now() }

  func sendCode(
    _ contact: Contact, releasing sessionID: SessionID?
  ) async throws(AuthError) -> OTPChallenge {
    if let sessionID { try await sessionKeys.discard(sessionID) }
    try await sessionKeys.recover(now: now)
    let answer = try await provider.proxy().sendCode(to: contact, captcha: try await provider.captcha())
    return try challenge(answer)
  }

  /// The challenge that the user has to answer, from the response to sending a code.
  func challenge(_ sent: JSONValue) throws(AuthError) -> OTPChallenge {
    try OTPChallenge(sent, keys: keys, version: version, now: now)
  }

  /// Each attempt makes its own key and deletes it if the attempt fails, so that no key waits while the user types.
  func verify(
    _ code: Secret, _ contact: Contact, _ challenge: OTPChallenge
  ) async throws(AuthError) -> VerifiedContact {
    let sessionID = SessionID(services.random.token())
    return try await provider.undoing(sessionID) { () throws(AuthError) in
      let key = try await sessionKeys.begin(sessionID, now: now)
      let token = try await provider.proxy().verify(code, challenge, publicKey: key.publicKey)
      return VerifiedContact(
        contact: contact,
        token: try VerificationToken(
          verifying: token, publicKey: key.publicKey, contact: contact, keys: keys, version: version, now: now),
        sessionID: sessionID, key: key)
    }
  }

  func signUp(_ user: NewUser, _ verified: VerifiedContact) async throws(AuthError) -> String {
    let message = ClientSignature.signUpMessage(tokenID: verified.token.tokenID, contact: verified.contact)
    return try await provider.proxy().signUp(
      user, verified.token, try await sign(message, verified), captcha: try await provider.captcha())
  }

  func logIn(_ verified: VerifiedContact, _ organizationID: String) async throws(AuthError) -> Session {
    let publicKey = verified.key.publicKey
    let message = ClientSignature.loginMessage(tokenID: verified.token.tokenID, publicKey: publicKey)
    let token = try await provider.proxy().logIn(
      publicKey: publicKey, organizationID: organizationID, verified.token, try await sign(message, verified),
      invalidatesExisting: invalidatesExisting)
    return try await provider.opened(
      token,
      TurnkeySessionDetails(
        sessionID: verified.sessionID, key: verified.key, identifier: verified.contact.value,
        organizationID: organizationID, sessionKey: sessionKey))
  }

  /// Signs a message with the key that the verification token is bound to. Returns nil for a token of the first version
  /// that is not bound to a key.
  private func sign(_ message: String, _ verified: VerifiedContact) async throws(AuthError) -> ClientSignature? {
    guard verified.token.isBound else { return nil }
    let signature = try await services.keys.sign(Array(message.utf8), with: verified.key)
    return ClientSignature(message: message, publicKey: verified.key.publicKey, signature: signature)
  }
}
