public import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A WebAuthn client and authenticator in software (WebAuthn Level 3 §6).
///
/// The authenticator creates discoverable ES256 credentials, which by default are bound to this machine. It supports
/// the extensions `credProps` and `prf`. A key store contains the private keys, and a record store contains the other
/// data of the passkeys.
public final class SoftwarePasskeyAuthenticator: PasskeyAuthenticator {
  let vault: PasskeyVault
  private let random: any RandomSource
  private let profile: SoftwarePasskeyProfile
  private let onInteraction: (@Sendable (PasskeyInteraction) -> Void)?
  private let consent: PasskeyConsent
  private let conversations = PasskeyConversations()

  /// ES256 (RFC 9053 §2.1).
  private static let es256 = -7

  /// Creates an authenticator.
  ///
  /// - Parameters:
  ///   - keys: the store of the private keys, which must support P-256.
  ///   - records: the store of the other data of the passkeys. Pass a separate namespace.
  ///   - random: the source of credential IDs and secrets.
  ///   - profile: the properties of the authenticator and its passkeys.
  ///   - onInteraction: called when a ceremony asks the user, and when the user has decided or the ceremony has ended.
  ///   - consent: asks the user. See `UnattendedConsent` for consents without a user.
  public init(
    keys: any KeyStore, records: any RecordStore, random: any RandomSource = SystemRandomSource(),
    profile: SoftwarePasskeyProfile = SoftwarePasskeyProfile(),
    onInteraction: (@Sendable (PasskeyInteraction) -> Void)? = nil, consent: @escaping PasskeyConsent
  ) {
    vault = PasskeyVault(keys: keys, records: records)
    self.random = random
    self.profile = profile
    self.onInteraction = onInteraction
    self.consent = consent
  }

  /// Returns whether the key store can create the P-256 keys that passkeys need.
  public func isAvailable() async -> Bool { vault.keys.supportedAlgorithms.contains(.p256) }

  /// Returns whether the key store can create P-256 keys. Autofill has no other requirement. With autofill, `consent`
  /// receives a ceremony whose `isAutofill` is true.
  public func isAutofillAvailable() async -> Bool { await isAvailable() }

  /// Creates a credential (WebAuthn Level 3 §5.1.3, §6.3.2). For the attestation preference `direct`, the registration
  /// has `packed` self attestation; for any other preference, it has no attestation.
  ///
  /// - Parameter request: the relying party's request.
  /// - Throws: `invalid_request` for a request that WebAuthn forbids; `unsupported` for mediation `conditional`, if
  ///   ES256 is not requested, or if the server requires user verification and the user was not verified;
  ///   `credential_excluded` if the device has an excluded credential; `cancelled` if the user declines or the ceremony
  ///   is ended; `internal` if the key store returns a malformed key or signature; or the errors of the stores.
  public func create(_ request: PasskeyCreationRequest) async throws(AuthError) -> PasskeyRegistration {
    try Self.check(request.relyingPartyID, request.challenge)
    guard request.options.mediation == .modal else {
      throw AuthError(.unsupported, "Conditional creation needs a platform authenticator. Use mediation 'modal'.")
    }
    guard (1...64).contains(request.userHandle.count) else {
      throw AuthError(
        .invalidRequest, "The user handle has \(request.userHandle.count) bytes; it must have 1 to 64 bytes.")
    }
    guard request.extensions.prf?.inputsByCredential.isEmpty ?? true else {
      throw AuthError(
        .invalidRequest, "The 'prf' of a registration must not have evalByCredential. Remove evalByCredential.")
    }
    guard request.algorithms.contains(Self.es256) else {
      throw AuthError(
        .unsupported,
        "This authenticator creates only ES256 (-7) passkeys, but the server does not accept them. Add -7 to the "
          + "server's pubKeyCredParams.")
    }
    let account = PasskeyCeremony.Account(
      userName: request.userName, displayName: request.displayName, credentialID: [])
    let existing = try await vault.passkeys(of: request.relyingPartyID)
    let (_, isVerified) = try await ask(
      PasskeyCeremony(
        kind: .create, relyingPartyID: request.relyingPartyID, accounts: [account],
        requiresVerification: request.userVerification == "required", isAutofill: false))
    // The excluded credentials are checked only after the user's consent. Otherwise a page could determine which
    // credentials exist on this device (§6.3.2, step 3).
    guard !existing.contains(where: { request.excludedCredentials.contains($0.credentialID) }) else {
      throw AuthError(
        .credentialExcluded, "This device already has a passkey for this account. Sign in with that passkey.")
    }
    let passkey = try await vault.create(
      request, credentialID: random.bytes(32), functionSecret: Secret(random.bytes(32)),
      isBackupEligible: profile.isBackupEligible)
    return try await registration(of: passkey, for: request, isVerified: isVerified)
  }

  private func registration(
    of passkey: StoredPasskey, for request: PasskeyCreationRequest, isVerified: Bool
  ) async throws(AuthError) -> PasskeyRegistration {
    let clientData = ClientData(.create, challenge: request.challenge, origin: Self.origin(request.relyingPartyID))
      .serialized
    let data = AuthenticatorData(
      relyingPartyID: request.relyingPartyID,
      flags: profile.flags(isVerified: isVerified, isBackupEligible: passkey.isBackupEligible),
      signCount: passkey.signCount,
      attestedCredential: AuthenticatorData.AttestedCredential(
        aaguid: profile.aaguid, credentialID: passkey.credentialID,
        publicKey: COSEKey.encoded(try Self.publicKey(of: passkey)))
    ).encoded
    let object =
      request.attestation == "direct"
      ? AttestationObject(
        authenticatorData: data, algorithm: Self.es256, signature: try await sign(data, clientData, with: passkey))
      : AttestationObject(authenticatorData: data)
    return PasskeyRegistration(
      credentialID: passkey.credentialID, clientDataJSON: clientData, attestationObject: object.encoded,
      transports: ["internal"],
      extensionResults: PasskeyExtensionResults(
        isDiscoverable: request.extensions.credentialProperties ? true : nil,
        prf: request.extensions.prf.map {
          PasskeyPRF.results(of: passkey.functionSecret, at: $0.inputs, isCreation: true)
        }))
  }

  /// Uses a credential (WebAuthn Level 3 §5.1.4, §6.3.3). With mediation `conditional`, the accounts are only
  /// suggested, and the next ceremony of this authenticator ends this ceremony with `cancelled`.
  ///
  /// - Parameter request: the relying party's request.
  /// - Throws: `invalid_request` for a request that WebAuthn forbids; `no_credential` if no passkey matches, or if the
  ///   chosen passkey was deleted in the meantime or its signature counter is at the limit; `unsupported` if the server
  ///   requires user verification and the user was not verified; `cancelled` if the user declines or the ceremony is
  ///   ended; `key_unavailable` if the key store cannot use the key; `internal` if the key store returns a malformed
  ///   signature; or the errors of the stores.
  public func get(_ request: PasskeyAssertionRequest) async throws(AuthError) -> PasskeyAssertion {
    try Self.check(request.relyingPartyID, request.challenge)
    if let prf = request.extensions.prf {
      guard prf.inputsByCredential.keys.allSatisfy({ request.allowedCredentials.contains($0) }) else {
        throw AuthError(
          .invalidRequest,
          "evalByCredential in 'prf' contains a credential that is not in allowCredentials. Add it to "
            + "allowCredentials, or remove it.")
      }
    }
    let passkeys = try await vault.passkeys(of: request.relyingPartyID).filter { passkey in
      request.allowedCredentials.isEmpty || request.allowedCredentials.contains(passkey.credentialID)
    }
    guard !passkeys.isEmpty else {
      throw AuthError(
        .noCredential,
        "This device has no matching passkey for \(ServerText.quoted(request.relyingPartyID)). Create a passkey.")
    }
    let (index, isVerified) = try await ask(
      PasskeyCeremony(
        kind: .use, relyingPartyID: request.relyingPartyID, accounts: passkeys.map(\.account),
        requiresVerification: request.userVerification == "required",
        isAutofill: request.options.mediation == .conditional))
    let passkey = profile.countsUses ? try await vault.countUse(of: passkeys[index]) : passkeys[index]
    let clientData = ClientData(.get, challenge: request.challenge, origin: Self.origin(request.relyingPartyID))
      .serialized
    let data = AuthenticatorData(
      relyingPartyID: request.relyingPartyID,
      flags: profile.flags(isVerified: isVerified, isBackupEligible: passkey.isBackupEligible),
      signCount: profile.countsUses ? passkey.signCount : 0
    ).encoded
    let prf = request.extensions.prf.map { asked in
      PasskeyPRF.results(
        of: passkey.functionSecret, at: asked.inputsByCredential[passkey.credentialID] ?? asked.inputs,
        isCreation: false)
    }
    return PasskeyAssertion(
      credentialID: passkey.credentialID, clientDataJSON: clientData, authenticatorData: data,
      signature: try await sign(data, clientData, with: passkey), userHandle: passkey.userHandle,
      extensionResults: PasskeyExtensionResults(prf: prf))
  }

  /// Ends every ceremony that is waiting for the user; each throws `cancelled`.
  public func cancel() async { conversations.cancelAll() }

  private func ask(_ ceremony: PasskeyCeremony) async throws(AuthError) -> (account: Int, isVerified: Bool) {
    onInteraction?(.began(ceremony.kind, isAutofill: ceremony.isAutofill))
    guard case .approve(let account, let isVerified) = await conversations.ask(ceremony, consent),
      ceremony.accounts.indices.contains(account)
    else {
      onInteraction?(.dismissed(ceremony.kind, isAutofill: ceremony.isAutofill))
      throw AuthError(.cancelled, "The passkey request was cancelled by the user or the app. Start it again.")
    }
    onInteraction?(.approved(ceremony.kind, isAutofill: ceremony.isAutofill))
    guard isVerified || !ceremony.requiresVerification else {
      throw AuthError(
        .unsupported,
        "The server requires user verification, but the user was not verified. Use an authenticator that verifies the "
          + "user.")
    }
    return (account, isVerified)
  }

  private static func check(_ relyingPartyID: String, _ challenge: [UInt8]) throws(AuthError) {
    guard let origin = Origin(Self.origin(relyingPartyID)), origin.host == relyingPartyID, origin.port == 443 else {
      throw AuthError(
        .invalidRequest,
        "The relying party ID '\(ServerText.quoted(relyingPartyID))' is not a domain in lower case. Correct the RP ID.")
    }
    guard !challenge.isEmpty else {
      throw AuthError(.invalidRequest, "The challenge is empty. Pass the challenge of the server.")
    }
  }

  /// Returns the origin of a ceremony. GUESS D8: no page shows the ceremony, so the origin is the origin of the relying
  /// party's domain, as with apps on iOS. A verifier that lists only origins on subdomains refuses this origin.
  private static func origin(_ relyingPartyID: String) -> String { "https://" + relyingPartyID }

  private static func publicKey(of passkey: StoredPasskey) throws(AuthError) -> P256.Signing.PublicKey {
    do {
      return try P256.Signing.PublicKey(compressedRepresentation: passkey.key.publicKey)
    } catch {
      throw AuthError(
        .internalError, "The key store returned a malformed public key. Report this to the author of the key store.",
        underlying: "\(error)")
    }
  }

  /// Signs the data of a ceremony with a passkey. WebAuthn requires ES256 signatures in ASN.1 DER (Level 3 §6.5.5).
  private func sign(
    _ data: [UInt8], _ clientData: [UInt8], with passkey: StoredPasskey
  ) async throws(AuthError) -> [UInt8] {
    let signature = try await vault.keys.sign(data + Array(SHA256.hash(data: clientData)), with: passkey.key)
    do {
      return Array(try P256.Signing.ECDSASignature(rawRepresentation: signature).derRepresentation)
    } catch {
      throw AuthError(
        .internalError, "The key store returned a malformed signature. Report this to the author of the key store.",
        underlying: "\(error)")
    }
  }
}
