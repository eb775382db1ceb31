public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The passkeys of an Authsignal-style vendor (A27 to A36). Flows with the method `passkey` use this type; its public
/// functions are for apps, outside of flows.
public struct AuthsignalPasskeys: Sendable {
  let provider: AuthsignalProvider

  /// Whether the app should offer to create a passkey: no passkey was used on this device, or the server no longer has
  /// the passkey that was used last.
  ///
  /// This depends on a stored record of past use. The passkey authenticator is not asked.
  ///
  /// - Parameter user: the user whose record is checked; nil for the last user of a passkey.
  /// - Throws: a storage code; the errors of the request to the vendor.
  public func shouldPromptToCreate(user: String? = nil) async throws(AuthError) -> Bool {
    guard let id = try await remembered(user) else { return true }
    return try await !provider.api.hasPasskey(id)
  }

  /// Ends a running ceremony, including autofill. Its flow fails with `cancelled`. Does nothing if the client has no
  /// passkey authenticator.
  public func cancel() async { await provider.services.passkeys?.cancel() }

  /// Registers a passkey or security key for the token's user. A security key is neither remembered as this device's
  /// passkey nor reported to the authenticator, because it belongs to no device.
  func register(
    _ method: WebAuthnMethod, _ token: ActionToken, user: String?, displayName: String?, options: PasskeyOptions
  ) async throws(AuthError) -> VerifiedPasskey {
    let authenticator = try authenticator()
    let creation = try await provider.api.passkeyCreation(
      method, userName: user, displayName: displayName, options: options, token)
    let registration = try await authenticator.create(creation.request)
    // The ceremony ends with the same token that it started with (A70).
    let verified = try await provider.api.addPasskey(
      method, registration, challengeID: creation.challengeID,
      deviceID: method == .passkey ? try await deviceID() : nil,
      isConditional: method == .passkey && options.mediation == .conditional, token)
    provider.cache.replace(token, by: verified.token)
    guard method == .passkey else { return verified }
    try await remember(registration.credentialID, users: [user, verified.userName], owner: verified.userID)
    await synchronize(
      verified, with: authenticator, at: creation.request.relyingPartyID, handle: creation.request.userHandle,
      used: registration.credentialID)
    return verified
  }

  /// Verifies a passkey or security key: with a token, one of the token's user; without a token, a passkey of any user,
  /// with a challenge that binds the proof to the action (A35).
  func verify(
    _ method: WebAuthnMethod, action: String, idempotencyKey: String? = nil, _ token: ActionToken?,
    options: PasskeyOptions
  ) async throws(AuthError) -> VerifiedPasskey {
    let authenticator = try authenticator()
    let caller: AuthsignalAPI.Caller
    var bound: String?
    if let token {
      caller = .token(token)
    } else {
      // Without this challenge, the proof would not be bound to an action. The sign-in therefore ends if this request
      // fails.
      bound = try await provider.api.anonymousChallenge(action: action, idempotencyKey: idempotencyKey)
      caller = .tenant
    }
    let asked = try await provider.api.passkeyRequest(method, challengeID: bound, options: options, as: caller)
    let assertion = try await authenticator.get(asked.request)
    do throws(AuthError) {
      let verified = try await provider.api.verifyPasskey(
        method, assertion, challengeID: asked.challengeID,
        deviceID: method == .passkey ? try await deviceID() : nil, as: caller)
      provider.cache.replace(token, by: verified.token)
      guard method == .passkey else { return verified }
      try await remember(assertion.credentialID, users: [verified.userName], owner: verified.userID)
      await synchronize(
        verified, with: authenticator, at: asked.request.relyingPartyID, handle: assertion.userHandle,
        used: assertion.credentialID)
      return verified
    } catch where error.code == .noCredential && method == .passkey {
      if error.vendorCode == AuthsignalErrorCode.unknownCredential.rawValue {
        await tell(
          authenticator,
          .unknownCredential(relyingPartyID: asked.request.relyingPartyID, credentialID: assertion.credentialID))
      }
      try await forget(assertion.credentialID)
      throw error
    }
  }

  private func authenticator() throws(AuthError) -> any PasskeyAuthenticator {
    guard let authenticator = provider.services.passkeys else {
      throw AuthError(.unsupported, "This client has no passkey authenticator. Set ProviderServices.passkeys.")
    }
    return authenticator
  }

  // MARK: Stored values

  private static let memory = "passkey"
  package static let deviceIDName = "device-id"
  private var records: any RecordStore { provider.services.records }

  /// The ID by which the vendor distinguishes devices: the configured ID, or else an ID that is generated once and
  /// stored (A32).
  ///
  /// - Throws: a storage code.
  public func deviceID() async throws(AuthError) -> String {
    if let given = provider.configuration.deviceID { return given }
    while true {
      if let known = try await records.read(Self.deviceIDName) { return known.value.revealText() }
      let fresh = provider.services.random.uuid()
      if try await records.write(Secret(fresh), for: Self.deviceIDName, expecting: nil) != nil { return fresh }
    }
  }

  private func remembered(_ user: String?) async throws(AuthError) -> [UInt8]? {
    try await records.read(Self.name(user)).flatMap { Base64URL.decode(Self.parts($0.value)[0]) }
  }

  private func remember(_ id: [UInt8], users: [String?], owner: String?) async throws(AuthError) {
    let value = ([id] + (owner.map { [Array($0.utf8)] } ?? [])).map { Base64URL.encode($0) }.joined(separator: ".")
    for name in Set(([nil] + users).map(Self.name)) { try await records.replace(Secret(value), for: name) }
  }

  private func forget(_ id: [UInt8]) async throws(AuthError) {
    let text = Base64URL.encode(id)
    for key in try await records.keys() where Self.isName(key) {
      guard let value = try await records.read(key)?.value, Self.parts(value)[0] == text else { continue }
      try await records.remove(key, expecting: nil)
    }
  }

  /// The parts of a stored value: the passkey's ID and, if it is known, the user's ID, both in base64url.
  private static func parts(_ value: Secret) -> [Substring] {
    value.revealText().split(separator: ".", omittingEmptySubsequences: false)
  }

  /// The ID of the user in a stored value; nil for a value of an earlier version.
  static func owner(_ value: Secret) -> String? {
    parts(value).dropFirst().first.flatMap { Base64URL.decode($0) }.flatMap { String(strictUTF8: $0) }
  }

  static func isName(_ name: String) -> Bool { name == memory || name.hasPrefix(memory + ".") }

  package static func name(_ user: String?) -> String {
    guard let user = user?.trimmingBlanks, !user.isEmpty else { return memory }
    return memory + "." + Hex.encode(Array(user.utf8))
  }
}
