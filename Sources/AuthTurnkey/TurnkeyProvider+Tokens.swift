public import AuthCore
import AuthCrypto

extension TurnkeyProvider {
  /// Makes a key for a session that the app's own backend opens. Pass the session's token to a flow as its `token`; the
  /// flow turns it into the session.
  ///
  /// The key waits for its session for one hour. At most ten keys wait; a further key replaces the oldest.
  ///
  /// - Returns: the public key, a compressed point in lower-case hex. The backend names it when it opens the session.
  /// - Throws: the errors of the key store and the record store.
  public func createKeyPair() async throws(AuthError) -> String {
    let id = SessionID(services.random.token())
    return Hex.encode(try await sessionKeys.makePending(id, now: services.clock.now()).publicKey)
  }

  /// Deletes the keys from `createKeyPair()` for which no session has arrived, and no other keys.
  ///
  /// - Throws: the errors of the key store and the record store.
  public func clearUnusedKeyPairs() async throws(AuthError) { try await sessionKeys.discardPending() }

  /// Determines the kind of a token and the key that waits for it.
  ///
  /// - Throws: `invalid_token` for a string that is not a JWT or lacks a claim, `key_unavailable` if no key waits for
  ///   the token, the errors of the checks for the kind of token, for an identity token the errors of
  ///   `dashboard(isNeeded:)`, and the errors of the stores.
  func take(_ token: Secret, _ method: MethodID?, sessionKey: String?) async throws(AuthError) -> TokenContent {
    let now = services.clock.now()
    if let from = method?.oauthProvider.flatMap(TurnkeyOAuthProvider.init(rawValue:)) {
      let claims = try IdentityClaims(token)
      let waiting = try await pending { claims.nonces.contains(OAuthNonce.of(publicKeyHex: Hex.encode($0.publicKey))) }
      let oauth = configuration.oauth
      var clientID = oauth.clients[from.rawValue]?.clientID
      if clientID == nil, configuration.authProxyConfigID != nil {
        clientID = try await dashboard(isNeeded: false)?.oauthClientIDs[from.rawValue]
      }
      let identity = try VerifiedIdentity(
        accountName: from.accountName, token: token, names: OAuthClientNames(of: from, oauth, clientID: clientID),
        sessionID: waiting.sessionID, key: waiting.key)
      return .identity(identity, from)
    }
    let claims = try UnverifiedClaims(token)
    guard let publicKey = claims.publicKey else {
      throw AuthError(
        .invalidToken,
        "The token has no claim 'public_key', or the claim is not hexadecimal. Pass a session token or a verification "
          + "token of the vendor.",
        provider: id)
    }
    let waiting = try await pending { $0.publicKey == publicKey }
    if let contact = try claims.contact {
      return .contact(
        VerifiedContact(
          contact: contact,
          token: try VerificationToken(
            verifying: token, publicKey: publicKey, contact: contact, keys: configuration.keys,
            version: configuration.otpVersion, now: now),
          sessionID: waiting.sessionID, key: waiting.key))
    }
    return .session(
      try await opened(
        token,
        TurnkeySessionDetails(
          sessionID: waiting.sessionID, key: waiting.key, organizationID: nil, sessionKey: sessionKey)))
  }

  private func pending(
    _ isMeant: (KeyReference) -> Bool
  ) async throws(AuthError) -> SessionKeys.Pending {
    guard let found = try await sessionKeys.pending().first(where: { isMeant($0.key) }) else {
      throw AuthError(
        .keyUnavailable,
        "This device has no key for the token. A key from createKeyPair() is kept for an hour. Make a new key, and "
          + "sign in with it.",
        recovery: .restart, provider: id)
    }
    return found
  }
}

/// The claims of a token that is not verified yet. They determine the key and the contact to verify the token with.
private struct UnverifiedClaims {
  private let claims: JSONObject

  /// Reads the claims without checking the signature.
  ///
  /// - Throws: `invalid_token` for a string that is not a JWT whose payload is a JSON object.
  init(_ token: Secret) throws(AuthError) {
    let jws = try JWS(compact: token.revealText())
    guard let claims = (try? JSONValue(parsing: jws.payload))?.objectValue else {
      throw AuthError(.invalidToken, "The token's payload is not a JSON object. Pass a token of the vendor.")
    }
    self.claims = claims
  }

  var publicKey: [UInt8]? { claims["public_key"]?.stringValue.flatMap { Hex.decode($0) } }

  /// The contact of a verification token; nil for a session's token.
  var contact: Contact? {
    get throws(AuthError) {
      guard let type = claims["verification_type"]?.stringValue else { return nil }
      let text = claims["contact"]?.stringValue ?? ""
      guard let contact = type == "OTP_TYPE_SMS" ? Contact(phone: text) : Contact(email: text) else {
        throw AuthError(
          .invalidToken,
          "The verification token has no claim 'contact', or the claim is not an e-mail address or a phone number, as "
            + "the claim 'verification_type' requires. Request a new code.")
      }
      return contact
    }
  }
}
