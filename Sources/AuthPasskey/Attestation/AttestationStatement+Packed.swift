import AuthCore
import AuthCrypto

extension AttestationStatement {
  /// Checks self attestation in the format `packed`, in which the credential's key signs the statement (§8.2).
  func verifyByCredential() throws(AuthError) {
    guard object.statement["alg"]?.integerValue == Int64(key.algorithm) else {
      throw Self.refused("the statement's algorithm differs from the algorithm of the credential's key")
    }
    guard let signature = object.statement["sig"]?.bytesValue, key.verifies(signature, over: message) else {
      throw Self.refused("the statement's signature does not verify")
    }
  }

  /// Checks the format `packed` with certificates (§8.2, §8.2.1).
  func verifyPacked(_ certificate: AttestationCertificate) throws(AuthError) {
    try verifySignature(by: certificate)
    let subject = AttestationCertificate.attributes(of: certificate.subject)
    func values(_ type: [UInt8]) -> [[UInt8]] { subject.filter { $0.type == type }.map(\.value) }
    guard certificate.version == 3, certificate.basicConstraints?.isAuthority == false,
      values(AttestationCertificate.ObjectIdentifier.country).first?.count == 2,
      !values(AttestationCertificate.ObjectIdentifier.organization).isEmpty,
      values(AttestationCertificate.ObjectIdentifier.organizationalUnit) == [Array("Authenticator Attestation".utf8)],
      !values(AttestationCertificate.ObjectIdentifier.commonName).isEmpty
    else { throw Self.refused("the certificate does not meet the requirements for authenticators (WebAuthn §8.2.1)") }
    try verifyAAGUID(certificate)
  }
}
