public import AuthCore

/// The calls that sign, each in two halves, for apps that show their own biometric prompt between the halves.
/// `complete()` returns the result of the call that is not split: `verify`, `challenge`, `claim` and so on.
///
/// All these functions also throw `key_unavailable`, a storage code, and the errors of their requests to the vendor.
extension AuthsignalDevices {
  /// Prepares the proof of an action in the app, and starts its challenge. If a token is set for the action
  /// (`setToken`), the proof belongs to the token's user.
  ///
  /// - Parameters:
  ///   - action: the action to prove.
  ///   - user: the user of the in-app credential; nil for the credential without a user.
  /// - Throws: `invalid_request` for a malformed action name; `no_credential` if this device has no credential.
  public func prepareVerification(
    action: String, user: String? = nil
  ) async throws(AuthError) -> PreparedSignature<ActionProof> {
    try await prepareVerification(
      action: action, user: user, provider.cache.token(for: action, at: provider.services.clock.now()))
  }

  /// Prepares the proof. With a token, the challenge request does not name the action, because the token determines it.
  /// The token is sent only with the signature (A52).
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

  /// Prepares the request for challenges that wait for this device's push credential, and fetches the message to sign
  /// from the server. If the server does not return a message, or the request for the message fails, `message` is
  /// empty, and the request for challenges is sent without a signature (A42).
  ///
  /// - Returns: the prepared request; nil if this device has no push credential.
  /// - Throws: `cancelled` if the task is cancelled.
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

  /// Prepares the decision on a challenge that waits for this device or that this device claimed. `complete()` returns
  /// whether the server reports the challenge as verified.
  ///
  /// - Parameters:
  ///   - method: the method of the challenge: `push` or `qrCode`.
  ///   - challengeID: the challenge's ID.
  ///   - isApproved: whether to approve.
  ///   - number: the number that the other device shows; nil if it does not show one.
  /// - Throws: `no_credential` if this device has no credential of the method.
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

  /// Prepares claiming a scanned challenge.
  ///
  /// - Parameter challengeID: the challenge's ID from the QR code.
  /// - Throws: `no_credential` if this device has no QR code credential.
  public func prepareClaim(_ challengeID: String) async throws(AuthError) -> PreparedSignature<ClaimedChallenge> {
    try keys.prepare(challengeID, try await known(.qrCode, user: nil)) {
      [provider] (publicKey, signature) async throws(AuthError) in
      let claimed = try await provider.api.claim(challengeID, publicKey: publicKey, signature: signature)
      provider.claims.insert(challengeID)
      return claimed
    }
  }

  /// Prepares changing the push token or restarting the credential's lifetime, and fetches the message to sign from the
  /// server.
  ///
  /// - Parameters:
  ///   - pushToken: the new address for notifications; nil keeps the current one.
  ///   - resetsExpiry: whether the credential's lifetime starts again.
  /// - Throws: `no_credential` if this device has no push credential.
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

  /// Prepares removing this device's credential at the server and then its key on this device. The signature covers the
  /// current ten-minute period, so complete the removal promptly.
  ///
  /// - Parameters:
  ///   - method: the kind of credential: push, QR code or in-app.
  ///   - user: the user of the in-app credential; other methods have one per device.
  /// - Returns: the prepared removal; nil if the device has no credential.
  public func prepareRemoval(
    _ method: DeviceMethod, user: String? = nil
  ) async throws(AuthError) -> PreparedSignature<Void>? {
    guard let record = try await keys.record(method, user: user) else { return nil }
    let bucket = DeviceKeyFormat.timeBucket(provider.services.clock.now())
    return try keys.prepare(bucket, record) { [provider, keys] (publicKey, signature) async throws(AuthError) in
      do throws(AuthError) {
        try await provider.api.removeDeviceCredential(method, publicKey: publicKey, signature: signature)
      } catch where error.code == .noCredential {
        // The server has no such credential, so it is already removed.
      }
      try await keys.forget(method, user: user)
    }
  }
}
