import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Passkeys.
extension TurnkeyFlowPerformer {
  func assert(
    _ organizationID: String?, _ identifier: String?, _ options: PasskeyOptions
  ) async throws(AuthError) -> PasskeyLogin {
    let (authenticator, relyingPartyID) = try provider.passkeys()
    let sessionID = SessionID(services.random.token())
    let seconds = try await provider.sessionSeconds(expirationSeconds)
    return try await provider.undoing(sessionID) { () throws(AuthError) in
      let key = try await sessionKeys.begin(sessionID, now: services.clock.now())
      // For a login that names the parent organisation, the server finds the user's organisation by the credential
      // (T4).
      let body = provider.loginBody(
        for: key.publicKey, organizationID: organizationID ?? configuration.organizationID, lasting: seconds,
        invalidatesExisting: invalidatesExisting)
      let stamper = PasskeyStamper(authenticator, relyingPartyID: relyingPartyID, options: options)
      let assertion = try await stamper.assertion(for: body)
      return PasskeyLogin(
        sessionID: sessionID, key: key, body: body, stamp: PasskeyStamper.stamp(assertion),
        credentialID: Base64URL.encode(assertion.credentialID), organizationID: organizationID, identifier: identifier,
        seconds: seconds, stamper: stamper)
    }
  }

  func logIn(_ login: PasskeyLogin) async throws(AuthError) -> Session {
    try await provider.undoing(login.sessionID) { () throws(AuthError) in
      let result = try await provider.api.submit(
        "stamp_login", stamped: login.body, by: login.stamp,
        organizationID: login.organizationID ?? configuration.organizationID, stamper: login.stamper)
      return try await provider.opened(
        try result.requiredSecret("session"),
        TurnkeySessionDetails(
          sessionID: login.sessionID, key: login.key, identifier: login.identifier,
          organizationID: login.organizationID, sessionKey: sessionKey, credentialID: login.credentialID,
          seconds: login.seconds))
    }
  }

  func create(_ user: NewUser, _ request: FlowRequest) async throws(AuthError) -> NewPasskey {
    // Check for an auth proxy before the user sees a ceremony, because the sign-up needs one.
    _ = try provider.proxy()
    let (authenticator, relyingPartyID) = try provider.passkeys()
    let now = services.clock.now()
    let challenge = services.random.bytes(32)
    let label =
      request.passkey.label ?? request.profile.passkeyLabel ?? configuration.passkeyName
      ?? "passkey-\(Int64(now.timeIntervalSince1970))"
    // A later sign-in selects the passkey by the name of its user.
    let userName = user.contact?.value ?? user.userName ?? request.identifier ?? label
    let registration = try await authenticator.create(
      PasskeyCreationRequest(
        relyingPartyID: relyingPartyID, relyingPartyName: configuration.relyingPartyName ?? relyingPartyID,
        userHandle: Array(services.random.uuid().utf8), userName: userName,
        displayName: request.profile.displayName ?? userName, challenge: challenge, options: request.passkey))
    return NewPasskey(
      credentialID: Base64URL.encode(registration.credentialID),
      authenticator: registration.turnkeyAuthenticator(name: label, challenge: challenge),
      key: TurnkeySignUpKey("passkey-auth"))
  }

  func signUp(_ user: NewUser, _ passkey: NewPasskey) async throws(AuthError) -> String {
    var complete = user
    complete.authenticators = [passkey.authenticator]
    complete.apiKeys = [passkey.key.apiKey]
    return try await provider.proxy().signUp(complete, captcha: try await provider.captcha())
  }

  /// Opens the session for a key of this device, with a login that the temporary key stamps. The login invalidates the
  /// temporary key, and nothing else: a new user has no other sessions.
  func open(
    _ passkey: NewPasskey, _ organizationID: String, _ identifier: String?
  ) async throws(AuthError) -> Session {
    let sessionID = SessionID(services.random.token())
    let seconds = try await provider.sessionSeconds(expirationSeconds)
    return try await provider.undoing(sessionID) { () throws(AuthError) in
      let key = try await sessionKeys.begin(sessionID, now: services.clock.now())
      let body = provider.loginBody(
        for: key.publicKey, organizationID: organizationID, lasting: seconds, invalidatesExisting: true)
      let result = try await provider.api.submit(
        "stamp_login", body: body, organizationID: organizationID, result: "stampLoginResult",
        stamper: passkey.key.stamper)
      return try await provider.opened(
        try result.requiredSecret("session"),
        TurnkeySessionDetails(
          sessionID: sessionID, key: key, identifier: identifier, organizationID: organizationID,
          sessionKey: sessionKey, credentialID: passkey.credentialID, seconds: seconds))
    }
  }
}
