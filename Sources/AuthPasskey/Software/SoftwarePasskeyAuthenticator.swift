public import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A WebAuthn client and authenticator in software (WebAuthn Level 3 §6): ES256, discoverable credentials, by default
/// bound to this machine, the extensions `credProps` and `prf`. Its private keys lie in a key store, what it knows of
/// them in a record store.
public final class SoftwarePasskeyAuthenticator: PasskeyAuthenticator {
  let vault: PasskeyVault
  private let random: any RandomSource
  private let profile: SoftwarePasskeyProfile
  private let onInteraction: (@Sendable (PasskeyInteraction) -> Void)?
  private let consent: PasskeyConsent
  private let conversations = PasskeyConversations()

  /// ES256 (RFC 9053 §2.1).
  private static let es256 = -7

  /// An authenticator.
  ///
  /// - Parameters:
  ///   - keys: where its private keys are made; P-256.
  ///   - records: what it knows of them; a namespace of its own.
  ///   - random: where credential identities and secrets come from.
  ///   - profile: what it says about itself and its passkeys.
  ///   - onInteraction: told when the person is asked and when that is over.
  ///   - consent: asks the person. See `UnattendedConsent` for those that ask no person.
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

  /// Whether the key store makes keys of the kind that passkeys have.
  public func isAvailable() async -> Bool { vault.keys.supportedAlgorithms.contains(.p256) }

  /// As `isAvailable`: the consent is told what is only suggested.
  public func isAutofillAvailable() async -> Bool { await isAvailable() }

  /// Makes a credential (WebAuthn Level 3 §5.1.3, §6.3.2). Attestation `direct` gives a `packed` statement by the
  /// credential itself, every other wish none.
  ///
  /// - Throws: `invalid_request` for a request that no client may pass on, `unsupported` when ES256 is not asked for or
  ///   the server insists on a verification that the person did not give, `credential_excluded`, `cancelled`, or a
  ///   storage code.
  public func create(_ request: PasskeyCreationRequest) async throws(AuthError) -> PasskeyRegistration {
    try Self.check(request.relyingPartyID, request.challenge)
    guard request.options.mediation == .modal else {
      throw AuthError(.unsupported, "Passkeys made in passing take a platform's authenticator.")
    }
    guard (1...64).contains(request.userHandle.count) else {
      throw AuthError(.invalidRequest, "A passkey's user handle has 1 to 64 bytes, not \(request.userHandle.count).")
    }
    guard request.extensions.prf?.inputsByCredential.isEmpty ?? true else {
      throw AuthError(.invalidRequest, "A new passkey's 'prf' takes no inputs by credential; leave them out.")
    }
    guard request.algorithms.contains(Self.es256) else {
      throw AuthError(
        .unsupported, "This authenticator makes ES256 (-7) passkeys alone, which the server does not take.")
    }
    let account = PasskeyCeremony.Account(
      userName: request.userName, displayName: request.displayName, credentialID: [])
    let existing = try await vault.passkeys(of: request.relyingPartyID)
    let (_, isVerified) = try await ask(
      PasskeyCeremony(
        kind: .create, relyingPartyID: request.relyingPartyID, accounts: [account],
        requiresVerification: request.userVerification == "required", isAutofill: false))
    // Only now: without the person's consent a page would learn which credentials are here (§6.3.2, step 3).
    guard !existing.contains(where: { request.excludedCredentials.contains($0.credentialID) }) else {
      throw AuthError(.credentialExcluded, "This device already holds a passkey of this account.")
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
        publicKey: CredentialPublicKey.encoded(try Self.publicKey(of: passkey)))
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

  /// Uses a credential (WebAuthn Level 3 §5.1.4, §6.3.3). With mediation `conditional` the accounts are only suggested:
  /// the next ceremony of this authenticator ends that with `cancelled`.
  ///
  /// - Throws: `invalid_request` for a request that no client may pass on, `no_credential`, `unsupported` when the
  ///   server insists on a verification that the person did not give, `cancelled`, `key_unavailable`, or a storage code.
  public func get(_ request: PasskeyAssertionRequest) async throws(AuthError) -> PasskeyAssertion {
    try Self.check(request.relyingPartyID, request.challenge)
    if let prf = request.extensions.prf {
      guard prf.inputsByCredential.keys.allSatisfy({ request.allowedCredentials.contains($0) }) else {
        throw AuthError(
          .invalidRequest, "Inputs of 'prf' by credential are for those that the request allows; allow them too.")
      }
    }
    let passkeys = try await vault.passkeys(of: request.relyingPartyID).filter { passkey in
      request.allowedCredentials.isEmpty || request.allowedCredentials.contains(passkey.credentialID)
    }
    guard !passkeys.isEmpty else {
      throw AuthError(.noCredential, "There is no passkey for \(request.relyingPartyID) here.")
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

  /// Ends every ceremony that asks the person now; each throws `cancelled`.
  public func cancel() async { conversations.cancelAll() }

  private func ask(_ ceremony: PasskeyCeremony) async throws(AuthError) -> (account: Int, isVerified: Bool) {
    onInteraction?(.began(ceremony.kind, isAutofill: ceremony.isAutofill))
    guard case .approve(let account, let isVerified) = await conversations.ask(ceremony, consent),
      ceremony.accounts.indices.contains(account)
    else {
      onInteraction?(.dismissed(ceremony.kind, isAutofill: ceremony.isAutofill))
      throw AuthError(.cancelled, "The passkey was not used.")
    }
    onInteraction?(.approved(ceremony.kind, isAutofill: ceremony.isAutofill))
    guard isVerified || !ceremony.requiresVerification else {
      throw AuthError(.unsupported, "The server wants the person verified, and this authenticator did not verify them.")
    }
    return (account, isVerified)
  }

  private static func check(_ relyingPartyID: String, _ challenge: [UInt8]) throws(AuthError) {
    guard let origin = Origin(Self.origin(relyingPartyID)), origin.host == relyingPartyID, origin.port == 443 else {
      throw AuthError(
        .invalidRequest, "'\(relyingPartyID)' is no domain in lower case, as a relying party's id has to be.")
    }
    guard !challenge.isEmpty else { throw AuthError(.invalidRequest, "A passkey ceremony needs a challenge.") }
  }

  /// GUESS D8: no page shows the ceremony here, so the relying party's own origin stands for it,
  /// as with apps on iOS; every verifier has it among the origins that it expects.
  private static func origin(_ relyingPartyID: String) -> String { "https://" + relyingPartyID }

  private static func publicKey(of passkey: StoredPasskey) throws(AuthError) -> P256.Signing.PublicKey {
    do {
      return try P256.Signing.PublicKey(compressedRepresentation: passkey.key.publicKey)
    } catch {
      throw AuthError(.internalError, "The key store gave a malformed public key.", underlying: "\(error)")
    }
  }

  /// A passkey's signature of a ceremony; WebAuthn wants ES256 in ASN.1 DER (Level 3 §6.5.5).
  private func sign(
    _ data: [UInt8], _ clientData: [UInt8], with passkey: StoredPasskey
  ) async throws(AuthError) -> [UInt8] {
    let signature = try await vault.keys.sign(data + Array(SHA256.hash(data: clientData)), with: passkey.key)
    do {
      return Array(try P256.Signing.ECDSASignature(rawRepresentation: signature).derRepresentation)
    } catch {
      throw AuthError(.internalError, "The key store gave a malformed signature.", underlying: "\(error)")
    }
  }
}
