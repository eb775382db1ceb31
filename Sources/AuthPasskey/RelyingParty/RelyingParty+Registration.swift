public import AuthCore
import AuthCrypto

extension RelyingParty {
  /// Checks a registration.
  ///
  /// The attestation format `none` and self attestation in the format `packed` are accepted. With `attestationTrust`,
  /// statements with certificates in the formats `packed`, `fido-u2f`, `apple`, `android-key` and `tpm` are also
  /// accepted. With `requiresAttestation`, only the latter are accepted.
  ///
  /// - Parameters:
  ///   - registration: the authenticator's response.
  ///   - challenge: the challenge that was sent. The caller must ensure that a challenge is used only once.
  ///   - isConditional: whether the request had the mediation `conditional`. If so, the user need not be present (§7.1,
  ///     step 15).
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
    let key = try COSEKey(encoded: credential.publicKey)
    guard algorithms.contains(key.algorithm) else {
      throw PasskeyRefusal.algorithm.error("the key's algorithm was not offered")
    }
    let attestation = try AttestationStatement(
      object: object, data: data, credential: credential, key: key,
      clientDataHash: Array(SHA256.hash(data: registration.clientDataJSON))
    ).verify(attestationTrust, takesAnyCertificate: takesAnyCertificate)
    if requiresAttestation {
      guard case .certified = attestation else {
        throw PasskeyRefusal.attestation.error(
          "an attestation with the certificate of a trusted authenticator is required. Request attestation 'direct'")
      }
    }
    guard !isRegistered(credential.credentialID) else {
      throw PasskeyRefusal.alreadyRegistered.error("the credential ID is already registered")
    }
    return RegisteredPasskey(
      credentialID: credential.credentialID, publicKey: credential.publicKey, signCount: data.signCount,
      isUserVerified: data.flags.contains(.userVerified), isBackupEligible: data.flags.contains(.backupEligible),
      isBackedUp: data.flags.contains(.backedUp), transports: registration.transports, aaguid: credential.aaguid,
      attestation: attestation)
  }
}
