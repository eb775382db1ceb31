public import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The server's side of WebAuthn: pure checks of registrations and assertions (WebAuthn Level 3 §7.1, §7.2).
///
/// The caller keeps challenges (single use, with an end), credentials, and who owns them.
public struct RelyingParty: Sendable {
  /// The domain.
  public var id: String
  /// The origins that ceremonies may come from: `https://example.com`.
  public var origins: Set<String>
  /// The COSE algorithms that it takes.
  public var algorithms: [Int]
  /// Whether the person has to be verified, not only there.
  public var requiresUserVerification: Bool
  /// Whether ceremonies may run in a page of another origin.
  public var allowsCrossOrigin: Bool

  /// A relying party.
  public init(
    id: String, origins: Set<String>, algorithms: [Int] = [-7], requiresUserVerification: Bool = false,
    allowsCrossOrigin: Bool = false
  ) {
    self.id = id
    self.origins = origins
    self.algorithms = algorithms
    self.requiresUserVerification = requiresUserVerification
    self.allowsCrossOrigin = allowsCrossOrigin
  }

  /// Checks a registration that answers `challenge`. Statements about the authenticator are taken in the forms `none`
  /// and `packed` by the credential itself; no other is trusted.
  ///
  /// - Throws: `signature_invalid` with the check that failed, `unsupported` for another form or algorithm,
  ///   `malformed_response`.
  public func verify(
    _ registration: PasskeyRegistration, challenge: [UInt8]
  ) throws(AuthError) -> RegisteredPasskey {
    try check(registration.clientDataJSON, .create, challenge)
    let object = try AttestationObject(encoded: registration.attestationObject)
    let data = try AuthenticatorData(encoded: object.authenticatorData)
    try check(data)
    guard let credential = data.attestedCredential else { throw refused("there is no new credential") }
    guard credential.credentialID == registration.credentialID else { throw refused("the identities differ") }
    let key = try CredentialPublicKey(encoded: credential.publicKey)
    guard algorithms.contains(key.algorithm) else { throw refused("the algorithm was not offered") }
    switch object.format {
    case "none":
      guard object.statement.mapValue?.isEmpty == true else { throw refused("an empty statement is not empty") }
    case "packed" where object.statement["x5c"] == nil:
      let message = object.authenticatorData + Array(SHA256.hash(data: registration.clientDataJSON))
      guard object.statement["alg"]?.integerValue == Int64(key.algorithm),
        let signature = object.statement["sig"]?.bytesValue, key.verifies(signature, over: message)
      else { throw refused("the statement's signature does not verify") }
    default:
      throw AuthError(
        .unsupported, "Attestation '\(object.format)' is not checked here; ask for attestation 'none'.")
    }
    return RegisteredPasskey(
      credentialID: credential.credentialID, publicKey: credential.publicKey, signCount: data.signCount,
      isUserVerified: data.flags.contains(.userVerified), isBackupEligible: data.flags.contains(.backupEligible),
      isBackedUp: data.flags.contains(.backedUp))
  }

  /// Checks an assertion that answers `challenge` with a credential that the caller found by its identity.
  ///
  /// - Returns: the credential with its new count and backup state, for the caller to store.
  /// - Throws: `signature_invalid` with the check that failed, `malformed_response`.
  public func verify(
    _ assertion: PasskeyAssertion, challenge: [UInt8], credential: RegisteredPasskey
  ) throws(AuthError) -> RegisteredPasskey {
    guard assertion.credentialID == credential.credentialID else { throw refused("the identities differ") }
    try check(assertion.clientDataJSON, .get, challenge)
    let data = try AuthenticatorData(encoded: assertion.authenticatorData)
    try check(data)
    guard data.attestedCredential == nil else { throw refused("an assertion holds a new credential") }
    guard data.flags.contains(.backupEligible) == credential.isBackupEligible else {
      throw refused("the backup eligibility changed")
    }
    let message = assertion.authenticatorData + Array(SHA256.hash(data: assertion.clientDataJSON))
    guard try CredentialPublicKey(encoded: credential.publicKey).verifies(assertion.signature, over: message) else {
      throw refused("the signature does not verify")
    }
    guard (data.signCount == 0 && credential.signCount == 0) || data.signCount > credential.signCount else {
      throw refused("the count of uses did not grow: the credential may have been copied")
    }
    var updated = credential
    updated.signCount = data.signCount
    updated.isBackedUp = data.flags.contains(.backedUp)
    return updated
  }

  private func check(_ bytes: [UInt8], _ ceremony: ClientData.Ceremony, _ challenge: [UInt8]) throws(AuthError) {
    let clientData = try ClientData(parsing: bytes)
    guard clientData.ceremony == ceremony else { throw refused("it is of the other ceremony") }
    guard ConstantTime.equal(clientData.challenge, challenge) else { throw refused("the challenge is another") }
    guard origins.contains(clientData.origin) else { throw refused("the origin is not expected") }
    guard allowsCrossOrigin || (!clientData.crossOrigin && clientData.topOrigin == nil) else {
      throw refused("the page stood in one of another origin")
    }
  }

  private func check(_ data: AuthenticatorData) throws(AuthError) {
    guard data.relyingPartyIDHash == Array(SHA256.hash(data: Array(id.utf8))) else {
      throw refused("it is for another relying party")
    }
    guard data.flags.contains(.userPresent) else { throw refused("nobody was there") }
    guard data.flags.contains(.userVerified) || !requiresUserVerification else { throw refused("nobody was verified") }
    guard data.flags.contains(.backupEligible) || !data.flags.contains(.backedUp) else {
      throw refused("it is backed up and may not be")
    }
  }

  private func refused(_ reason: String) -> AuthError {
    AuthError(.signatureInvalid, "The passkey was refused: \(reason).")
  }
}
