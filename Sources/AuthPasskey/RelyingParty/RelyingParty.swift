public import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A WebAuthn relying party, which checks registrations and assertions without I/O (WebAuthn Level 3 §7.1, §7.2).
///
/// The caller stores the challenges (single use, with an expiry), the credentials and their owners. A failed check
/// throws `signature_invalid`; `AuthError.passkeyRefusal` contains the check.
public struct RelyingParty: Sendable {
  /// The RP ID: a domain.
  public var id: String
  /// Further RP IDs whose passkeys are accepted, such as the former domain of the service.
  public var otherIDs: Set<String>
  /// The origins of the pages that may start ceremonies, such as `https://example.com`.
  public var origins: Set<String>
  /// The COSE algorithms that the relying party accepts.
  public var algorithms: [Int]
  /// Whether the user must be verified, not only present.
  public var requiresUserVerification: Bool
  /// Whether ceremonies may run in a page that is in a frame of another origin.
  public var allowsCrossOrigin: Bool
  /// The top origins that are accepted if `allowsCrossOrigin` is true; empty accepts any top origin.
  public var topOrigins: Set<String>
  /// Whether an assertion is refused if the signature counter did not increase. A counter that did not increase
  /// suggests, but does not prove, that the credential was copied (§6.1.1).
  public var refusesStaleCounts: Bool
  /// The trusted root certificates for authenticators; nil refuses statements with certificates.
  public var attestationTrust: PasskeyAttestationTrust?
  /// Whether a statement with certificates is accepted without `attestationTrust`. The format and the signature are
  /// still checked, but the statement proves nothing about the authenticator.
  package var takesAnyCertificate = false

  /// Creates a relying party. The parameters are described at the properties.
  public init(
    id: String, otherIDs: Set<String> = [], origins: Set<String>, algorithms: [Int] = [-7],
    requiresUserVerification: Bool = false, allowsCrossOrigin: Bool = false, topOrigins: Set<String> = [],
    refusesStaleCounts: Bool = true, attestationTrust: PasskeyAttestationTrust? = nil
  ) {
    self.id = id
    self.otherIDs = otherIDs
    self.origins = origins
    self.algorithms = algorithms
    self.requiresUserVerification = requiresUserVerification
    self.allowsCrossOrigin = allowsCrossOrigin
    self.topOrigins = topOrigins
    self.refusesStaleCounts = refusesStaleCounts
    self.attestationTrust = attestationTrust
  }

  /// Checks a registration.
  ///
  /// The attestation format `none` and self attestation in the format `packed` are accepted. With `attestationTrust`,
  /// statements with certificates in the formats `packed`, `fido-u2f`, `apple`, `android-key` and `tpm` are also
  /// accepted.
  ///
  /// - Parameters:
  ///   - registration: the authenticator's response.
  ///   - challenge: the challenge that was sent. The caller must ensure that a challenge is used only once.
  ///   - isConditional: whether the request had the mediation `conditional`, so that the user need not be present
  ///     (§7.1, step 15).
  ///   - isRegistered: returns whether a credential with this ID is already registered for any user (§7.1, step 26).
  /// - Returns: the new credential, for the caller to store.
  /// - Throws: `signature_invalid` with the check that failed; `unsupported` for an unknown attestation format or key
  ///   algorithm, and for a statement with certificates without `attestationTrust`; or `malformed_response` for data
  ///   that cannot be read.
  public func verify(
    _ registration: PasskeyRegistration, challenge: [UInt8], isConditional: Bool = false,
    isRegistered: (_ credentialID: [UInt8]) -> Bool = { _ in false }
  ) throws(AuthError) -> RegisteredPasskey {
    try check(registration.clientDataJSON, .create, challenge)
    let object = try AttestationObject(encoded: registration.attestationObject)
    let data = try AuthenticatorData(encoded: object.authenticatorData)
    try check(data, takesAbsence: isConditional)
    guard let credential = data.attestedCredential else {
      throw PasskeyRefusal.attestedCredential.error("the authenticator data has no attested credential data")
    }
    guard credential.credentialID == registration.credentialID else {
      throw PasskeyRefusal.credentialID.error("the credential ID differs from the ID in the authenticator data")
    }
    let key = try CredentialPublicKey(encoded: credential.publicKey)
    guard algorithms.contains(key.algorithm) else {
      throw PasskeyRefusal.algorithm.error("the key's algorithm was not offered")
    }
    let attestation = try AttestationStatement(
      object: object, data: data, credential: credential, key: key,
      clientDataHash: Array(SHA256.hash(data: registration.clientDataJSON))
    ).verify(attestationTrust, takesAnyCertificate: takesAnyCertificate)
    guard !isRegistered(credential.credentialID) else {
      throw PasskeyRefusal.alreadyRegistered.error("the credential ID is already registered")
    }
    return RegisteredPasskey(
      credentialID: credential.credentialID, publicKey: credential.publicKey, signCount: data.signCount,
      isUserVerified: data.flags.contains(.userVerified), isBackupEligible: data.flags.contains(.backupEligible),
      isBackedUp: data.flags.contains(.backedUp), transports: registration.transports, aaguid: credential.aaguid,
      attestation: attestation)
  }

  /// Checks an assertion with a stored credential.
  ///
  /// - Parameters:
  ///   - assertion: the authenticator's response.
  ///   - challenge: the challenge that was sent. The caller must ensure that a challenge is used only once.
  ///   - credential: the credential that is stored under the credential ID of `assertion`.
  ///   - allowedCredentials: the IDs in the request's `allowCredentials`; empty if the request allowed all credentials.
  ///   - owner: the credential's owner, and whether the user was identified before the ceremony.
  /// - Returns: the credential with its new signature counter and backup state, for the caller to store.
  /// - Throws: `signature_invalid` with the check that failed, `unsupported` if the algorithm of the stored key is
  ///   unknown, or `malformed_response` for data that cannot be read.
  public func verify(
    _ assertion: PasskeyAssertion, challenge: [UInt8], credential: RegisteredPasskey,
    allowedCredentials: [[UInt8]] = [], owner: PasskeyOwner = .checkedByCaller
  ) throws(AuthError) -> RegisteredPasskey {
    guard assertion.credentialID == credential.credentialID else {
      throw PasskeyRefusal.credentialID.error("the credential ID differs from the ID of the stored credential")
    }
    guard allowedCredentials.isEmpty || allowedCredentials.contains(assertion.credentialID) else {
      throw PasskeyRefusal.notAllowed.error("the credential is not one of the allowed credentials")
    }
    try check(assertion.userHandle, owner)
    try check(assertion.clientDataJSON, .get, challenge)
    let data = try AuthenticatorData(encoded: assertion.authenticatorData)
    try check(data, takesAbsence: false)
    guard data.attestedCredential == nil else {
      throw PasskeyRefusal.attestedCredential.error("the assertion has attested credential data")
    }
    guard data.flags.contains(.backupEligible) == credential.isBackupEligible else {
      throw PasskeyRefusal.backup.error("the backup eligibility changed")
    }
    let message = assertion.authenticatorData + Array(SHA256.hash(data: assertion.clientDataJSON))
    guard try CredentialPublicKey(encoded: credential.publicKey).verifies(assertion.signature, over: message) else {
      throw PasskeyRefusal.signature.error("the signature is not valid")
    }
    let grew = (data.signCount == 0 && credential.signCount == 0) || data.signCount > credential.signCount
    guard grew || !refusesStaleCounts else {
      throw PasskeyRefusal.signCount.error(
        "the signature counter did not increase, so the credential may have been copied")
    }
    var updated = credential
    updated.signCount = data.signCount
    updated.isBackedUp = data.flags.contains(.backedUp)
    return updated
  }
}
