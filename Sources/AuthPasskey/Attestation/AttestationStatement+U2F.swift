import AuthCore
import AuthCrypto

#if canImport(CryptoKit)
  import CryptoKit
#endif

extension AttestationStatement {
  /// Checks the format `fido-u2f` (§8.6).
  func verifyU2F(_ certificates: [AttestationCertificate]) throws(AuthError) {
    guard certificates.count == 1, case .p256? = certificates[0].publicKey, case .es256(let key) = key else {
      throw Self.refused("the statement must have one certificate, and both keys must be P-256")
    }
    let signed =
      [0] + data.relyingPartyIDHash + clientDataHash + credential.credentialID + Array(key.x963Representation)
    guard let signature = object.statement["sig"]?.bytesValue,
      certificates[0].publicKey?.verifies(signature, over: signed, by: .ecdsaSHA256) == true
    else { throw Self.refused("the statement's signature does not verify") }
  }
}
