import AuthCore
import AuthCrypto

#if canImport(CryptoKit)
  import CryptoKit
#endif

extension AttestationStatement {
  /// Checks the format `apple` (§8.8).
  func verifyApple(_ certificate: AttestationCertificate) throws(AuthError) {
    let nonce = Array(SHA256.hash(data: message))
    guard let value = certificate.extensions[AttestationCertificate.ObjectIdentifier.appleNonce]?.value,
      value == [0x30, 0x24, 0xA1, 0x22, 0x04, 0x20] + nonce
    else { throw Self.refused("the certificate's nonce does not match this ceremony") }
    try verifyKey(of: certificate)
  }
}
