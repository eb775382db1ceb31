public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The credentials of this device: keys that it holds for push, QR code and in-app approval (Authsignal protocol
/// notes §3). All but adding one works while nobody is signed in.
public struct AuthsignalDevices: Sendable {
  let provider: AuthsignalProvider
  let keys: DeviceKeys

  init(_ provider: AuthsignalProvider) {
    self.provider = provider
    keys = DeviceKeys(
      providerID: provider.id, tenantID: provider.configuration.tenantID, services: provider.services)
  }

  /// What the server knows of this device's credential; nil where there is none here, or where the server has removed
  /// it: its key is forgotten then.
  ///
  /// - Parameter user: whose in-app credential; other methods have one a device.
  public func credential(_ method: DeviceMethod, user: String? = nil) async throws(AuthError) -> DeviceCredential? {
    guard let record = try await keys.record(method, user: user) else { return nil }
    do throws(AuthError) {
      return try await provider.api.deviceCredential(method, publicKey: try publicKey(record))
    } catch where error.code == .noCredential {
      try await keys.forget(method, user: user)
      return nil
    }
  }

  /// Adds this device to a signed-in user: makes a key, or takes the one that is here.
  ///
  /// - Parameters:
  ///   - session: whose; an action token that may add authenticators is asked for on its behalf.
  ///   - policy: who has to be there to use the key, and how long that holds.
  ///   - deviceName: for people.
  ///   - pushToken: where notifications go; push works without, by opening the app.
  public func add(
    _ method: DeviceMethod, to session: Session, policy: KeyPolicy = KeyPolicy(), user: String? = nil,
    deviceName: String = "Latchkey", pushToken: Secret? = nil
  ) async throws(AuthError) -> DeviceCredential {
    let fetched = try await provider.tokenSource(for: .enroll(.push)).token(
      for: provider.configuration.manageAction, identifier: session.identifier ?? session.subject, session: session,
      rejected: nil)
    guard let token = fetched else {
      throw AuthError(.tokenRequired, "The session says nothing that an action token could be asked for with.")
    }
    return try await add(
      method, token, policy: policy, user: user, deviceName: deviceName, pushToken: pushToken)
  }

  func add(
    _ method: DeviceMethod, _ token: ActionToken, policy: KeyPolicy = KeyPolicy(), user: String?,
    deviceName: String = "Latchkey", pushToken: Secret? = nil
  ) async throws(AuthError) -> DeviceCredential {
    var record = try await keys.keyed(method, user: user, policy: policy)
    let added = try await provider.api.addDeviceCredential(
      method, publicKey: try publicKey(record), deviceName: deviceName, pushToken: pushToken, token)
    record.credentialID = added.id
    try await keys.save(record, method, user: user)
    return added
  }

  /// Changes where notifications go, or makes the credential's time begin anew.
  ///
  /// - Throws: `no_credential`.
  public func updatePush(pushToken: Secret? = nil, resetsExpiry: Bool = false) async throws(AuthError)
    -> DeviceCredential
  {
    let record = try await known(.push, user: nil)
    let key = try publicKey(record)
    let (challengeID, message) = try await provider.api.pushUpdateMessage(publicKey: key)
    return try await provider.api.updatePushCredential(
      challengeID: challengeID, publicKey: key, signature: try await keys.sign(message, with: record),
      pushToken: pushToken, resetsExpiry: resetsExpiry)
  }

  /// Removes this device's credential. Its key is forgotten whatever the server says (notes §3.3), and kept where the
  /// person whom its policy wants says no.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  public func remove(_ method: DeviceMethod, user: String? = nil) async throws(AuthError) -> Bool {
    guard let record = try await keys.record(method, user: user) else { return false }
    let refusal: AuthError?
    do throws(AuthError) {
      let bucket = DeviceKeyFormat.timeBucket(provider.services.clock.now())
      try await provider.api.removeDeviceCredential(
        method, publicKey: try publicKey(record), signature: try await keys.sign(bucket, with: record))
      refusal = nil
    } catch where error.code == .cancelled {
      throw error
    } catch {
      // What the server no longer knows is removed.
      refusal = error.code == .noCredential ? nil : error
    }
    try await keys.forget(method, user: user)
    if let refusal { throw refusal }
    return true
  }

  /// Claims a challenge whose picture was scanned; `approve` and `deny` of the provider then decide it.
  ///
  /// - Throws: `no_credential`, `approval_expired`.
  public func claim(_ challengeID: String) async throws(AuthError) -> ClaimedChallenge {
    let record = try await known(.qrCode, user: nil)
    return try await provider.api.claim(
      challengeID, publicKey: try publicKey(record), signature: try await keys.sign(challengeID, with: record))
  }

  /// Proves an action with this device's own key.
  ///
  /// - Throws: `invalid_request` for a malformed action name, `no_credential`.
  public func verify(action: String, user: String? = nil) async throws(AuthError) -> ActionProof {
    guard ActionName.isValid(action) else {
      throw AuthError(.invalidRequest, "An action's name must be \(ActionName.rule).")
    }
    let record = try await known(.inApp, user: user)
    let challengeID = try await provider.api.anonymousChallenge(action: action)
    let verified = try await provider.api.verifyInApp(
      challengeID, publicKey: try publicKey(record), signature: try await keys.sign(challengeID, with: record))
    return ActionProof(
      token: verified.token.secret, action: action, subject: verified.userID,
      identifier: verified.userName ?? user,
      expiresAt: provider.services.clock.now().addingTimeInterval(AuthsignalAttempt.lifetime))
  }

  /// What waits for this device's push credential; nil where nothing does, or there is no credential.
  func waiting() async throws(AuthError) -> PushChallenge? {
    guard let record = try await keys.record(.push, user: nil) else { return nil }
    let key = try publicKey(record)
    let message = try await provider.api.pushChallengeMessage(publicKey: key)
    return try await provider.api.pushChallenge(publicKey: key, signature: try await keys.sign(message, with: record))
  }

  func decide(
    _ method: DeviceMethod, _ challengeID: String, isApproved: Bool, number: String?
  ) async throws(AuthError) -> Bool {
    let record = try await known(method, user: nil)
    return try await provider.api.decide(
      method, challengeID, isApproved: isApproved, number: number, publicKey: try publicKey(record),
      signature: try await keys.sign(challengeID, with: record))
  }

  private func known(_ method: DeviceMethod, user: String?) async throws(AuthError) -> DeviceRecord {
    guard let record = try await keys.record(method, user: user) else {
      throw AuthError(
        .noCredential, "This device has no \(method.rawValue) credential; sign in and enrol it.",
        provider: provider.id)
    }
    return record
  }

  private func publicKey(_ record: DeviceRecord) throws(AuthError) -> String {
    try DeviceKeyFormat.publicKey(record.key.publicKey)
  }
}
