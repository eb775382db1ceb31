public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The credentials of this device: its keys for push, QR code and in-app approval (A37 to A53). Every call except
/// `add(_:to:…)` also works while no user is signed in.
public struct AuthsignalDevices: Sendable {
  package let provider: AuthsignalProvider
  package let keys: DeviceKeys

  init(_ provider: AuthsignalProvider) {
    self.provider = provider
    keys = DeviceKeys(
      providerID: provider.id, tenantID: provider.configuration.tenantID, services: provider.services)
  }

  /// The server's data about this device's credential; nil if the device has no such credential. If the server has
  /// removed the credential, its key is deleted and the result is nil.
  ///
  /// - Parameters:
  ///   - method: the kind of credential: push, QR code or in-app.
  ///   - user: the user of the in-app credential; other methods have one credential per device.
  /// - Throws: `key_unavailable`; a storage code; the errors of the request to the vendor.
  public func credential(_ method: DeviceMethod, user: String? = nil) async throws(AuthError) -> DeviceCredential? {
    guard let record = try await keys.record(method, user: user) else { return nil }
    do throws(AuthError) {
      return try await credential(method, publicKey: record.key.publicKey)
    } catch where error.code == .noCredential {
      try await keys.forget(method, user: user)
      return nil
    }
  }

  /// The server's data about a key of this device.
  ///
  /// - Throws: `no_credential` if the server does not know the key as a credential of this method; `key_unavailable`
  ///   for bytes that are not a compressed point; the other errors of the request to the vendor.
  package func credential(
    _ method: DeviceMethod, publicKey: [UInt8]
  ) async throws(AuthError) -> DeviceCredential {
    try await provider.api.deviceCredential(method, publicKey: try DeviceKeyFormat.publicKey(publicKey))
  }

  /// Adds this device to a signed-in user, with its existing key or a new one.
  ///
  /// - Parameters:
  ///   - method: the kind of credential: push, QR code or in-app.
  ///   - session: the user's session. It is used to request an action token that may add authenticators, unless
  ///     `setToken` has set a token.
  ///   - policy: the user authentication that a new key requires, and how long an authentication is valid; nil for the
  ///     configuration's policy. An existing key keeps its policy.
  ///   - user: the user of the in-app credential; other methods have one credential per device.
  ///   - deviceName: the display name of this device.
  ///   - pushToken: the address for notifications. Without it, push works only when the user opens the app.
  ///   - attestor: requests an attestation from the platform; nil if the tenant requires none.
  /// - Returns: the server's data about the new credential.
  /// - Throws: `forbidden` if the token may not add authenticators; `provider_error` if the server rejects a missing or
  ///   wrong attestation, if it does not return a nonce for the attestation, or if the attestor fails; `unsupported` if
  ///   the key store cannot create P-256 keys; the errors of the token source, such as `token_required`;
  ///   `key_unavailable`; a storage code; the other errors of the requests to the vendor.
  public func add(
    _ method: DeviceMethod, to session: Session, policy: KeyPolicy? = nil, user: String? = nil,
    deviceName: String = "Latchkey", pushToken: Secret? = nil, attestor: AppAttestor? = nil
  ) async throws(AuthError) -> DeviceCredential {
    let token = try await provider.tokenSource(for: .enroll(method.id)).token(
      for: provider.configuration.manageAction, of: session,
      cached: provider.cache.token(for: nil, at: provider.services.clock.now()))
    return try await add(
      method, token, owner: session.subject, policy: policy, user: user, deviceName: deviceName, pushToken: pushToken,
      attestor: attestor)
  }

  /// Adds this device to the user of a token, with its existing key or a new one: for an app that signs its users in
  /// without this package.
  ///
  /// - Parameters:
  ///   - method: the kind of credential: push, QR code or in-app.
  ///   - token: the token of an action that the app's backend tracked with the scope `add:authenticators`; nil for the
  ///     token that `setToken` has set.
  ///   - policy: as for `add(_:to:policy:user:deviceName:pushToken:attestor:)`, and so are the other parameters.
  ///   - user: the user of the in-app credential; other methods have one credential per device.
  ///   - deviceName: the display name of this device.
  ///   - pushToken: the address for notifications. Without it, push works only when the user opens the app.
  ///   - attestor: requests an attestation from the platform; nil if the tenant requires none.
  /// - Returns: the server's data about the new credential.
  /// - Throws: `token_required` if there is no token; `token_expired`; `invalid_token` for a token that is not a JWT,
  ///   or that the server rejects; and the errors of `add(_:to:policy:user:deviceName:pushToken:attestor:)`, except
  ///   those of the token source.
  public func add(
    _ method: DeviceMethod, token: Secret?, policy: KeyPolicy? = nil, user: String? = nil,
    deviceName: String = "Latchkey", pushToken: Secret? = nil, attestor: AppAttestor? = nil
  ) async throws(AuthError) -> DeviceCredential {
    try await add(
      method, provider.startToken(token), policy: policy, user: user, deviceName: deviceName, pushToken: pushToken,
      attestor: attestor)
  }

  /// - Parameter owner: the id of the session's user; nil takes the user of the token.
  func add(
    _ method: DeviceMethod, _ token: ActionToken, owner: String? = nil, policy: KeyPolicy? = nil, user: String?,
    deviceName: String = "Latchkey", pushToken: Secret? = nil, attestor: AppAttestor? = nil
  ) async throws(AuthError) -> DeviceCredential {
    let attestation = try await attested(attestor, token)
    var record = try await keys.keyed(method, user: user, policy: policy ?? provider.configuration.keyPolicy)
    let added = try await provider.api.addDeviceCredential(
      method, publicKey: try publicKey(record), deviceName: deviceName, pushToken: pushToken, attestation: attestation,
      token)
    record.credentialID = added.id
    record.owner = owner ?? token.user ?? added.userID
    try await keys.save(record, method, user: user)
    return added
  }

  /// The platform's attestation for a nonce from the server; nil if there is no attestor, or the attestor returns nil.
  /// If the attestor fails, the addition of the key fails. Otherwise, the key would be added as if no attestation were
  /// required (A39).
  private func attested(_ attestor: AppAttestor?, _ token: ActionToken) async throws(AuthError) -> AppAttestation? {
    guard let attestor else { return nil }
    guard let nonce = try await provider.api.attestationNonce(token), !nonce.isEmpty else {
      throw AuthError(
        .providerError,
        "The vendor returned no nonce for the attestation. Enable app attestation for the tenant, or add the key "
          + "without an attestor.",
        provider: provider.id)
    }
    do {
      return try await attestor(nonce)
    } catch let error as AuthError {
      throw error
    } catch is CancellationError {
      throw .cancelled
    } catch {
      throw AuthError(
        .providerError, "The app's attestor failed (\(type(of: error))). Try again.", provider: provider.id)
    }
  }

  /// Changes the push token, or restarts the credential's lifetime.
  ///
  /// - Parameters:
  ///   - pushToken: the new address for notifications; nil keeps the current one.
  ///   - resetsExpiry: whether the credential's lifetime starts again.
  /// - Throws: `no_credential` if this device has no push credential; `cancelled` if the user declines the
  ///   authentication that the key requires; `key_unavailable`; a storage code; the errors of the requests to the
  ///   vendor.
  public func updatePush(
    pushToken: Secret? = nil, resetsExpiry: Bool = false
  ) async throws(AuthError) -> DeviceCredential {
    try await prepareUpdate(pushToken: pushToken, resetsExpiry: resetsExpiry).complete()
  }

  /// Removes this device's credential. Its key is deleted whatever the server responds (A41), but is kept if the user
  /// declines the authentication that the key's policy requires, or if the task is cancelled.
  ///
  /// - Parameters:
  ///   - method: the kind of credential: push, QR code or in-app.
  ///   - user: the user of the in-app credential; other methods have one credential per device.
  /// - Returns: whether the device had such a credential.
  /// - Throws: `cancelled`; `key_unavailable`; a storage code; the errors of the request to the vendor.
  @discardableResult
  public func remove(_ method: DeviceMethod, user: String? = nil) async throws(AuthError) -> Bool {
    guard let removal = try await prepareRemoval(method, user: user) else { return false }
    do throws(AuthError) {
      try await removal.complete()
    } catch where error.code != .cancelled {
      try await keys.forget(method, user: user)
      throw error
    }
    return true
  }

  /// Claims a scanned challenge for this device. The challenge is then decided with the provider's `approve` or `deny`.
  ///
  /// - Parameter challengeID: the challenge's ID from the QR code.
  /// - Throws: `no_credential` if this device has no QR code credential; `approval_expired` if the challenge cannot be
  ///   claimed any more; `cancelled` if the user declines the authentication that the key requires; `key_unavailable`;
  ///   a storage code; the errors of the request to the vendor.
  public func claim(_ challengeID: String) async throws(AuthError) -> ClaimedChallenge {
    try await prepareClaim(challengeID).complete()
  }

  /// Proves an action with this device's own key.
  ///
  /// - Parameters:
  ///   - action: the action to prove.
  ///   - user: the user of the in-app credential; nil for the credential without a user.
  /// - Throws: `invalid_request` for a malformed action name; `no_credential` if this device has no credential;
  ///   `cancelled` if the user declines the authentication that the key requires; `key_unavailable`; a storage code;
  ///   the errors of the requests to the vendor.
  public func verify(action: String, user: String? = nil) async throws(AuthError) -> ActionProof {
    try await prepareVerification(action: action, user: user).complete()
  }

  /// The challenge that waits for this device's push credential; nil if there is no challenge or no credential.
  ///
  /// - Throws: `cancelled` if the user declines the authentication that the key requires; `key_unavailable`; a storage
  ///   code; the errors of the request for challenges.
  public func challenge() async throws(AuthError) -> PendingChallenge? {
    try await prepareChallenge()?.complete()
  }

  func known(_ method: DeviceMethod, user: String?) async throws(AuthError) -> DeviceRecord {
    guard let record = try await keys.record(method, user: user) else {
      throw AuthError(
        .noCredential, "This device has no \(method.rawValue) credential. Sign in and enrol it.",
        provider: provider.id, vendorCode: AuthsignalErrorCode.credentialNotFound.rawValue)
    }
    return record
  }

  func publicKey(_ record: DeviceRecord) throws(AuthError) -> String {
    try DeviceKeyFormat.publicKey(record.key.publicKey)
  }
}
