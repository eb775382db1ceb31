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
  /// Whether a registration is refused unless its attestation leads to a root of `attestationTrust`. Otherwise a
  /// registration without an attestation is accepted even if `attestationTrust` is set.
  public var requiresAttestation: Bool
  /// Whether a statement with certificates is accepted without `attestationTrust`. The format and the signature are
  /// still checked, but the statement proves nothing about the authenticator.
  package var takesAnyCertificate = false

  /// Creates a relying party. The parameters are described at the properties.
  public init(
    id: String, otherIDs: Set<String> = [], origins: Set<String>, algorithms: [Int] = [-7],
    requiresUserVerification: Bool = false, allowsCrossOrigin: Bool = false, topOrigins: Set<String> = [],
    refusesStaleCounts: Bool = true, attestationTrust: PasskeyAttestationTrust? = nil,
    requiresAttestation: Bool = false
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
    self.requiresAttestation = requiresAttestation
  }
}
