import AuthCore
import AuthCrypto

#if canImport(CryptoKit)
  import CryptoKit
#endif

extension AttestationStatement {
  /// Checks the format `tpm` (WebAuthn Level 3 §8.3). The TPM certifies the public area of the credential's key with an
  /// attestation key, and `certificate` is the certificate of that attestation key.
  func verifyTPM(_ certificate: AttestationCertificate) throws(AuthError) {
    guard object.statement["ver"]?.textValue == "2.0", let area = object.statement["pubArea"]?.bytesValue,
      let info = object.statement["certInfo"]?.bytesValue
    else { throw Self.refused("ver is not 2.0, or pubArea or certInfo is missing") }
    guard let described = TPMPublicArea(area), described.isKey(key) else {
      throw Self.refused("pubArea does not describe the credential's key")
    }
    guard let algorithm = CertificateSignature(algorithm: object.statement["alg"]?.integerValue),
      let certified = TPMCertifyInfo(info), let expected = algorithm.hash(message),
      ConstantTime.equal(certified.extraData, expected)
    else { throw Self.refused("alg is not supported, or certInfo is malformed or does not match this ceremony") }
    guard let name = described.name(of: area), certified.name == name else {
      throw Self.refused("certInfo certifies a different key")
    }
    guard let signature = object.statement["sig"]?.bytesValue,
      certificate.publicKey?.verifies(signature, over: info, by: algorithm) == true
    else { throw Self.refused("the statement's signature does not verify") }
    try verifyIdentity(certificate)
    try verifyAAGUID(certificate)
  }

  /// Checks the requirements for the certificate of the attestation key (WebAuthn Level 3 §8.3.1).
  private func verifyIdentity(_ certificate: AttestationCertificate) throws(AuthError) {
    typealias Name = AttestationCertificate.ObjectIdentifier
    let usages = certificate.extensions[Name.extendedKeyUsage]?.value ?? []
    let names = certificate.extensions[Name.subjectAltName]?.value ?? []
    guard certificate.version == 3, AttestationCertificate.attributes(of: certificate.subject).isEmpty,
      certificate.basicConstraints?.isAuthority == false,
      Self.usages(usages).contains(Name.attestationIdentityKey),
      Set(Name.trustedModule).isSubset(of: Self.directoryAttributes(names))
    else { throw Self.refused("the certificate does not meet the requirements for TPMs (WebAuthn §8.3.1)") }
  }

  /// Returns the object identifiers in an extended key usage, as DER content.
  private static func usages(_ der: [UInt8]) -> [[UInt8]] {
    var outer = DERReader(der)
    guard var list = try? outer.nested(0x30) else { return [] }
    var found: [[UInt8]] = []
    while let usage = try? list.read(0x06) { found.append(Array(usage)) }
    return found
  }

  /// Returns the attribute types of the directory names ([4]) in a subject alternative name.
  private static func directoryAttributes(_ der: [UInt8]) -> Set<[UInt8]> {
    var outer = DERReader(der)
    guard var list = try? outer.nested(0x30) else { return [] }
    var found: Set<[UInt8]> = []
    while let name = try? list.next() {
      guard name.tag == 0xA4 else { continue }
      found.formUnion(AttestationCertificate.attributes(of: Array(name.content)).map(\.type))
    }
    return found
  }
}
