public import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A WebAuthn client and authenticator in software (WebAuthn Level 3 §6): ES256, discoverable credentials bound to this
/// machine (BE and BS are 0), no attestation statement, a count of uses. Its private keys lie in a key store, what it
/// knows of them in a record store.
public final class SoftwarePasskeyAuthenticator: PasskeyAuthenticator {
  private let vault: PasskeyVault
  private let random: any RandomSource
  private let consent: PasskeyConsent
  private let ceremonies = Locked<[UInt64: Task<PasskeyDecision, Never>]>([:])
  private let nextID = Locked<UInt64>(0)

  /// ES256 (RFC 9053 §2.1).
  private static let es256 = -7
  /// No model is claimed.
  private static let aaguid = [UInt8](repeating: 0, count: 16)

  /// An authenticator.
  ///
  /// - Parameters:
  ///   - keys: where its private keys are made; P-256.
  ///   - records: what it knows of them; a namespace of its own.
  ///   - consent: asks the person. See `UnattendedConsent` for those that ask nobody.
  public init(
    keys: any KeyStore, records: any RecordStore, random: any RandomSource = SystemRandomSource(),
    consent: @escaping PasskeyConsent
  ) {
    vault = PasskeyVault(keys: keys, records: records)
    self.random = random
    self.consent = consent
  }

  /// Always.
  public func isAvailable() async -> Bool { true }

  /// Makes a credential (WebAuthn Level 3 §5.1.3, §6.3.2).
  ///
  /// - Throws: `invalid_request` for a request that no client may pass on, `unsupported` when ES256 is not asked for,
  ///   `credential_excluded`, `cancelled`, or a storage code.
  public func create(_ request: PasskeyCreationRequest) async throws(AuthError) -> PasskeyRegistration {
    try Self.check(request.relyingPartyID, request.challenge, request.options)
    guard (1...64).contains(request.userHandle.count) else {
      throw AuthError(.invalidRequest, "A passkey's user handle has 1 to 64 bytes, not \(request.userHandle.count).")
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
        kind: .create, relyingPartyID: request.relyingPartyID, accounts: [account], requiresVerification: false))
    // Only now: without the person's consent a page would learn which credentials are here (§6.3.2, step 3).
    guard !existing.contains(where: { request.excludedCredentials.contains($0.credentialID) }) else {
      throw AuthError(.credentialExcluded, "This device already holds a passkey of this account.")
    }
    let passkey = try await vault.create(request, credentialID: random.bytes(32))
    let publicKey = try Self.publicKey(of: passkey)
    let data = AuthenticatorData(
      relyingPartyID: request.relyingPartyID, flags: Self.flags(isVerified), signCount: passkey.signCount,
      attestedCredential: AuthenticatorData.AttestedCredential(
        aaguid: Self.aaguid, credentialID: passkey.credentialID, publicKey: publicKey.encoded))
    return PasskeyRegistration(
      credentialID: passkey.credentialID,
      clientDataJSON: ClientData(.create, challenge: request.challenge, origin: Self.origin(request.relyingPartyID))
        .serialized,
      attestationObject: AttestationObject(authenticatorData: data.encoded).encoded, transports: ["internal"])
  }

  /// Uses a credential (WebAuthn Level 3 §5.1.4, §6.3.3).
  ///
  /// - Throws: `invalid_request` for a request that no client may pass on, `no_credential`, `unsupported` when the
  ///   server insists on a verification that the person did not give, `cancelled`, `key_unavailable`, or a storage code.
  public func get(_ request: PasskeyAssertionRequest) async throws(AuthError) -> PasskeyAssertion {
    try Self.check(request.relyingPartyID, request.challenge, request.options)
    let passkeys = try await vault.passkeys(of: request.relyingPartyID).filter { passkey in
      request.allowedCredentials.isEmpty || request.allowedCredentials.contains(passkey.credentialID)
    }
    guard !passkeys.isEmpty else {
      throw AuthError(.noCredential, "There is no passkey for \(request.relyingPartyID) here.")
    }
    let requiresVerification = request.userVerification == "required"
    let (index, isVerified) = try await ask(
      PasskeyCeremony(
        kind: .use, relyingPartyID: request.relyingPartyID, accounts: passkeys.map(\.account),
        requiresVerification: requiresVerification))
    guard isVerified || !requiresVerification else {
      throw AuthError(.unsupported, "The server wants the person verified, and this authenticator did not verify them.")
    }
    let passkey = try await vault.countUse(of: passkeys[index])
    let clientData = ClientData(.get, challenge: request.challenge, origin: Self.origin(request.relyingPartyID))
      .serialized
    let data = AuthenticatorData(
      relyingPartyID: request.relyingPartyID, flags: Self.flags(isVerified), signCount: passkey.signCount
    ).encoded
    let signature = try await vault.keys.sign(data + Array(SHA256.hash(data: clientData)), with: passkey.key)
    return PasskeyAssertion(
      credentialID: passkey.credentialID, clientDataJSON: clientData, authenticatorData: data,
      signature: try Self.der(signature), userHandle: passkey.userHandle)
  }

  /// Ends every ceremony that asks the person now; each throws `cancelled`.
  public func cancel() async {
    for task in ceremonies.withLock({ Array($0.values) }) { task.cancel() }
  }

  /// Asks the person, in a task of its own so that `cancel()` reaches it.
  private func ask(_ ceremony: PasskeyCeremony) async throws(AuthError) -> (account: Int, isVerified: Bool) {
    let task = Task { [consent] in await consent(ceremony) }
    let id = nextID.withLock { id in
      id += 1
      return id
    }
    ceremonies.withLock { $0[id] = task }
    let decision = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    ceremonies.withLock { _ = $0.removeValue(forKey: id) }
    guard !task.isCancelled, !Task.isCancelled, case .approve(let account, let isVerified) = decision,
      ceremony.accounts.indices.contains(account)
    else { throw AuthError(.cancelled, "The passkey was not used.") }
    return (account, isVerified)
  }

  private static func check(
    _ relyingPartyID: String, _ challenge: [UInt8], _ options: PasskeyOptions
  ) throws(AuthError) {
    guard let origin = Origin(Self.origin(relyingPartyID)), origin.host == relyingPartyID, origin.port == 443 else {
      throw AuthError(
        .invalidRequest, "'\(relyingPartyID)' is no domain in lower case, as a relying party's id has to be.")
    }
    guard !challenge.isEmpty else { throw AuthError(.invalidRequest, "A passkey ceremony needs a challenge.") }
    guard options.mediation == .modal else {
      throw AuthError(.unsupported, "Passkeys as suggestions of the keyboard take a platform's authenticator.")
    }
  }

  /// GUESS (WebAuthn and OTP notes §3): no page shows the ceremony here, so the relying party's own origin stands for it,
  /// as with apps on iOS; every verifier has it among the origins that it expects.
  private static func origin(_ relyingPartyID: String) -> String { "https://" + relyingPartyID }

  private static func flags(_ isVerified: Bool) -> AuthenticatorData.Flags {
    isVerified ? [.userPresent, .userVerified] : .userPresent
  }

  private static func publicKey(of passkey: StoredPasskey) throws(AuthError) -> CredentialPublicKey {
    do {
      return .es256(try P256.Signing.PublicKey(compressedRepresentation: passkey.key.publicKey))
    } catch {
      throw AuthError(.internalError, "The key store gave a public key that is none.", underlying: "\(error)")
    }
  }

  /// WebAuthn wants ES256 signatures in ASN.1 DER (Level 3 §6.5.5).
  private static func der(_ signature: [UInt8]) throws(AuthError) -> [UInt8] {
    do {
      return Array(try P256.Signing.ECDSASignature(rawRepresentation: signature).derRepresentation)
    } catch {
      throw AuthError(.internalError, "The key store gave a signature that is none.", underlying: "\(error)")
    }
  }
}
