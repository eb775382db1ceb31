import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Validates the path from a statement's certificates (`x5c`) to a trusted root (RFC 5280 §6.1, without policies and
/// revocation lists). The first certificate belongs to the authenticator. Each certificate is signed by the next one.
enum AttestationPath {
  /// The extensions that may be critical. Any other critical extension makes a path invalid.
  private static let understood: Set<[UInt8]> = [
    AttestationCertificate.ObjectIdentifier.keyUsage, AttestationCertificate.ObjectIdentifier.subjectAltName,
    AttestationCertificate.ObjectIdentifier.basicConstraints, AttestationCertificate.ObjectIdentifier.extendedKeyUsage,
  ]

  /// Returns whether a valid path leads from the first certificate to one of the roots.
  static func isTrusted(_ certificates: [AttestationCertificate], _ trust: PasskeyAttestationTrust) -> Bool {
    let now = trust.clock.now()
    for (index, certificate) in certificates.enumerated() {
      guard isSound(certificate, at: now), index == 0 || mayCertify(certificate, below: index - 1) else { return false }
      if trust.roots.contains(where: { isSound($0, at: now) && isSame($0, certificate) }) { return true }
      let isRooted = trust.roots.contains {
        isSound($0, at: now) && mayCertify($0, below: index) && certified(certificate, by: $0)
      }
      if isRooted { return true }
      guard index + 1 < certificates.count, certified(certificate, by: certificates[index + 1]) else { return false }
    }
    return false
  }

  /// Returns whether a certificate is valid at this time and has no unknown critical extension.
  private static func isSound(_ certificate: AttestationCertificate, at now: Date) -> Bool {
    certificate.notBefore <= now && now <= certificate.notAfter
      && certificate.extensions.allSatisfy { !$0.value.isCritical || understood.contains($0.key) }
  }

  /// Returns whether a certificate may sign other certificates if `count` intermediate certificates are below it.
  private static func mayCertify(_ certificate: AttestationCertificate, below count: Int) -> Bool {
    certificate.isAuthority && certificate.basicConstraints?.pathLength.map { count <= $0 } ?? true
  }

  /// Returns whether `issuer` signed the certificate.
  private static func certified(_ certificate: AttestationCertificate, by issuer: AttestationCertificate) -> Bool {
    guard certificate.issuer == issuer.subject, let key = issuer.publicKey,
      let algorithm = certificate.signatureAlgorithm
    else { return false }
    return key.verifies(certificate.signature, over: certificate.signed, by: algorithm)
  }

  private static func isSame(_ one: AttestationCertificate, _ other: AttestationCertificate) -> Bool {
    one.signed == other.signed && one.signature == other.signature
  }
}
