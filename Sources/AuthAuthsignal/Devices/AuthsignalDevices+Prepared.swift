public import AuthCore

/// The calls that sign, each in two halves: for apps that show a biometric prompt of their own in between. What
/// `complete()` gives is what the plain call of the same name gives.
extension AuthsignalDevices {
  /// Proves an action in app: its challenge is begun here. With a token that is set for the action (`setToken`) the
  /// proof is of the token's user.
  ///
  /// - Throws: `invalid_request` for a malformed action name, `no_credential`.
  public func prepareVerification(
    action: String, user: String? = nil
  ) async throws(AuthError) -> PreparedSignature<ActionProof> {
    try await prepareVerification(
      action: action, user: user, provider.cache.token(for: action, at: provider.services.clock.now()))
  }

  /// With a token the challenge names no action, since the token does; only the proof carries it (A52).
  func prepareVerification(
    action: String, user: String?, _ token: ActionToken?
  ) async throws(AuthError) -> PreparedSignature<ActionProof> {
    guard ActionName.isValid(action) else {
      throw AuthError(.invalidRequest, "An action's name must be \(ActionName.rule).")
    }
    let record = try await known(.inApp, user: user)
    let challengeID = try await provider.api.anonymousChallenge(action: token == nil ? action : nil)
    return try keys.prepare(challengeID, record) { [provider] (publicKey, signature) async throws(AuthError) in
      let verified = try await provider.api.verifyInApp(
        challengeID, publicKey: publicKey, signature: signature, token)
      provider.cache.replace(token, by: verified.token)
      return ActionProof(
        token: verified.token.secret, action: action, subject: verified.userID, identifier: verified.userName ?? user,
        expiresAt: verified.token.expiry(ofChallengeAt: provider.services.clock.now()))
    }
  }

  /// Asks what waits for this device's push credential: the server's message is fetched here. nil where there is no
  /// credential. Where the server gives no message, nothing is signed, and it is asked all the same (A42): the message
  /// is empty then.
  public func prepareChallenge() async throws(AuthError) -> PreparedSignature<PendingChallenge?>? {
    guard let record = try await keys.record(.push, user: nil) else { return nil }
    let publicKey = try publicKey(record)
    var message: String?
    do throws(AuthError) {
      message = try await provider.api.pushChallengeMessage(publicKey: publicKey)
    } catch where error.code != .cancelled {
      provider.services.observer.record(.step(provider: provider.id, name: "push_message_failed"))
    }
    guard let message, !message.isEmpty else {
      return keys.unsigned(record) { [provider] () async throws(AuthError) in
        try await provider.api.pushChallenge(publicKey: publicKey, signature: nil)?.pending
      }
    }
    return try keys.prepare(message, record) { [provider] (publicKey, signature) async throws(AuthError) in
      try await provider.api.pushChallenge(publicKey: publicKey, signature: signature)?.pending
    }
  }

  /// Decides a challenge that waits for this device, or that it claimed. Completed, it says whether the decision stands
  /// as an approval.
  ///
  /// - Parameters:
  ///   - method: whose challenge: `push` or `qrCode`.
  ///   - challengeID: which one.
  ///   - isApproved: yes or no.
  ///   - number: what the other device shows, where it shows one.
  /// - Throws: `no_credential`.
  public func prepareDecision(
    _ method: DeviceMethod, _ challengeID: String, isApproved: Bool, number: String? = nil
  ) async throws(AuthError) -> PreparedSignature<Bool> {
    try keys.prepare(challengeID, try await known(method, user: nil)) {
      [provider] (publicKey, signature) async throws(AuthError) in
      let isVerified = try await provider.api.decide(
        method, challengeID, isApproved: isApproved, number: number, publicKey: publicKey, signature: signature)
      provider.claims.remove(challengeID)
      return isVerified
    }
  }

  /// Claims a challenge whose picture was scanned.
  ///
  /// - Throws: `no_credential`.
  public func prepareClaim(_ challengeID: String) async throws(AuthError) -> PreparedSignature<ClaimedChallenge> {
    try keys.prepare(challengeID, try await known(.qrCode, user: nil)) {
      [provider] (publicKey, signature) async throws(AuthError) in
      let claimed = try await provider.api.claim(challengeID, publicKey: publicKey, signature: signature)
      provider.claims.insert(challengeID)
      return claimed
    }
  }

  /// Changes where notifications go, or makes the credential's time begin anew: the server's message is fetched here.
  ///
  /// - Throws: `no_credential`.
  public func prepareUpdate(
    pushToken: Secret? = nil, resetsExpiry: Bool = false
  ) async throws(AuthError) -> PreparedSignature<DeviceCredential> {
    let record = try await known(.push, user: nil)
    let (challengeID, message) = try await provider.api.pushUpdateMessage(publicKey: try publicKey(record))
    return try keys.prepare(message, record) { [provider] (publicKey, signature) async throws(AuthError) in
      try await provider.api.updatePushCredential(
        challengeID: challengeID, publicKey: publicKey, signature: signature, pushToken: pushToken,
        resetsExpiry: resetsExpiry)
    }
  }

  /// Removes this device's credential and, once it is removed, its key; nil where the device has none. What is signed is the
  /// time, so that it has to be completed within ten minutes.
  public func prepareRemoval(
    _ method: DeviceMethod, user: String? = nil
  ) async throws(AuthError) -> PreparedSignature<Void>? {
    guard let record = try await keys.record(method, user: user) else { return nil }
    let bucket = DeviceKeyFormat.timeBucket(provider.services.clock.now())
    return try keys.prepare(bucket, record) { [provider, keys] (publicKey, signature) async throws(AuthError) in
      do throws(AuthError) {
        try await provider.api.removeDeviceCredential(method, publicKey: publicKey, signature: signature)
      } catch where error.code == .noCredential {
        // What the server no longer knows is removed.
      }
      try await keys.forget(method, user: user)
    }
  }
}
