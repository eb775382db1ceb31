public import AuthCore

/// The root certificates of authenticators that a relying party trusts (WebAuthn Level 3 §7.1, steps 23 and 24).
public struct PasskeyAttestationTrust: Sendable {
  let roots: [AttestationCertificate]
  let clock: any AuthClock

  /// Creates the trust in the given roots, for example the roots of a vendor or of the FIDO Metadata Service.
  ///
  /// - Parameters:
  ///   - roots: X.509 certificates in DER.
  ///   - clock: the clock for checking the validity periods of certificates.
  /// - Throws: `invalid_configuration` if a root is not the X.509 version 3 certificate of a certificate authority in
  ///   DER.
  public init(roots: [[UInt8]], clock: any AuthClock = SystemClock()) throws(AuthError) {
    var certificates: [AttestationCertificate] = []
    for (index, root) in roots.enumerated() {
      guard let certificate = AttestationCertificate(der: root), certificate.isAuthority else {
        throw AuthError(
          .invalidConfiguration,
          "roots[\(index)] is not the certificate of a certificate authority. Pass an X.509 version 3 CA "
            + "certificate in DER.")
      }
      certificates.append(certificate)
    }
    self.roots = certificates
    self.clock = clock
  }
}
