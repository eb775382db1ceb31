public import AuthCore
import AuthCrypto

extension RelyingParty {
  /// Checks an assertion with a stored credential.
  ///
  /// - Parameters:
  ///   - assertion: the authenticator's response.
  ///   - challenge: the challenge that was sent. The caller must ensure that a challenge is used only once.
  ///   - credential: the credential that is stored under the credential ID of `assertion`.
  ///   - allowedCredentials: the IDs in the request's `allowCredentials`; empty if the request allowed all credentials.
  ///   - owner: the credential's owner, and whether the user was identified before the ceremony.
  /// - Returns: the credential for the caller to store, and whether the user was verified.
  /// - Throws: `signature_invalid` with the check that failed, `unsupported` if the algorithm of the stored key is
  ///   unknown, or `malformed_response` for data that cannot be read.
  public func verify(
    _ assertion: PasskeyAssertion, challenge: [UInt8], credential: RegisteredPasskey,
    allowedCredentials: [[UInt8]] = [], owner: PasskeyOwner
  ) throws(AuthError) -> VerifiedAssertion {
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
    guard try COSEKey(encoded: credential.publicKey).verifies(assertion.signature, over: message) else {
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
    return VerifiedAssertion(credential: updated, isUserVerified: data.flags.contains(.userVerified))
  }
}
