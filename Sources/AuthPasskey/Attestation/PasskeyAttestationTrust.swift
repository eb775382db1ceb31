public import AuthCore

/// The roots that a relying party trusts about authenticators (WebAuthn Level 3 §7.1, steps 23 and 24).
public struct PasskeyAttestationTrust: Sendable {
  let roots: [AttestationCertificate]
  let clock: any AuthClock

  /// Trust in these roots: a vendor's own, or those of the FIDO Metadata Service.
  ///
  /// - Parameters:
  ///   - roots: X.509 certificates in DER.
  ///   - clock: the time for checking the certificates' validity.
  /// - Throws: `invalid_configuration` for a root that is not a certificate of an authority.
  public init(roots: [[UInt8]], clock: any AuthClock = SystemClock()) throws(AuthError) {
    var certificates: [AttestationCertificate] = []
    for (index, root) in roots.enumerated() {
      guard let certificate = AttestationCertificate(der: root), certificate.isAuthority else {
        throw AuthError(.invalidConfiguration, "roots[\(index)] is not a certificate of an authority in DER.")
      }
      certificates.append(certificate)
    }
    self.roots = certificates
    self.clock = clock
  }
}
