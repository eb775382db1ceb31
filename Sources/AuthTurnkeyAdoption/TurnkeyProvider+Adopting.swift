import AuthCore
import AuthTurnkey

/// Sessions of this provider from those that the vendor's own SDK opened on this device.
extension TurnkeyProvider {
  /// The tag of an adopted session: the public key that it had in the other SDK, in hex. A renewal keeps it.
  static let adoptedKeyTag = "adoptedKey"

  /// Turns a stored session token into a session. No request is sent.
  ///
  /// - Parameters:
  ///   - token: the session's JWT.
  ///   - publicKey: the session's key.
  ///   - name: the app's name for the session.
  ///   - seconds: the lifetime that a renewal requests; nil for the configured one.
  ///   - takeOver: moves the key into the namespace of the new session.
  /// - Throws: the errors of the token's checks (`SessionToken`) before the key is taken over; the errors of `takeOver`
  ///   and of the stores.
  func adopt(
    token: Secret, publicKey: [UInt8], name: String?, seconds: Int?,
    takeOver: (_ id: SessionID, _ namespace: String) async throws(AuthError) -> KeyReference
  ) async throws(AuthError) -> Session {
    let now = services.clock.now()
    _ = try SessionToken(
      verifying: token, publicKey: publicKey, organizationID: nil, keys: configuration.keys, now: now)
    let id = SessionID(services.random.token())
    try await sessionKeys.recordStart(id, now: now)
    return try await undoing(id) { () async throws(AuthError) -> Session in
      let key = try await takeOver(id, sessionKeys.namespace(id))
      let session = try await opened(
        token,
        TurnkeySessionDetails(
          sessionID: id, key: key, organizationID: nil, sessionKey: name,
          seconds: seconds ?? configuration.sessionExpirationSeconds))
      return session.adopted(from: publicKey)
    }
  }

  /// Logs in by a stamp of a key that cannot be taken over, and so opens a session with a new key.
  ///
  /// - Parameters:
  ///   - publicKey: the old key.
  ///   - organizationID: the organisation of the old key's user.
  ///   - name: the app's name for the session.
  ///   - seconds: the lifetime to request; nil for the configured one.
  ///   - stamper: stamps with the old key.
  /// - Throws: the vendor's refusals, `malformed_response`, the checks of the new token, and the errors of the stores
  ///   and the transport.
  func adopt(
    publicKey: [UInt8], organizationID: String, name: String?, seconds: Int?, stampedBy stamper: any Stamper
  ) async throws(AuthError) -> Session {
    let lifetime: Int
    if let seconds { lifetime = seconds } else { lifetime = try await sessionSeconds() }
    let id = SessionID(services.random.token())
    let key = try await sessionKeys.begin(id, now: services.clock.now())
    return try await undoing(id) { () async throws(AuthError) -> Session in
      // The old session must not end: if the answer is lost, its key is used again.
      let body = loginBody(
        for: key.publicKey, organizationID: organizationID, lasting: lifetime, invalidatesExisting: false)
      let result = try await api.submit(
        "stamp_login", body: body, organizationID: organizationID, result: "stampLoginResult", stamper: stamper)
      let session = try await opened(
        try result.requiredSecret("session"),
        TurnkeySessionDetails(
          sessionID: id, key: key, organizationID: organizationID, sessionKey: name, seconds: lifetime))
      return session.adopted(from: publicKey)
    }
  }
}

extension Session {
  fileprivate func adopted(from publicKey: [UInt8]) -> Session {
    var adopted = self
    adopted.tags[TurnkeyProvider.adoptedKeyTag] = Hex.encode(publicKey)
    return adopted
  }
}
