import AuthCore
import AuthCrypto
import FuzzTargets

@testable import AuthPasskey

extension FuzzTarget {
  /// Keys, certificates and signatures in DER and PEM: a public key that is read is written as a key that is the same.
  static let keyForms = FuzzTarget(name: "keys") { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    let document = try? PEMDocument(text: text)
    if let document {
      require((try? PEMDocument(text: document.text))?.derBytes == document.derBytes, "a PEM document changes")
    }
    let der = document?.derBytes ?? bytes
    if let key = try? P256.Signing.PublicKey(derRepresentation: der) {
      require(
        (try? P256.Signing.PublicKey(derRepresentation: key.derRepresentation))?.rawRepresentation
          == key.rawRepresentation, "a P-256 key changes when read")
    }
    if let key = try? RSA.Signing.PublicKey(derRepresentation: der) {
      require(
        (try? RSA.Signing.PublicKey(derRepresentation: key.derRepresentation))?.modulus == key.modulus,
        "an RSA key changes when read")
    }
    _ = try? P384.Signing.PublicKey(derRepresentation: der)
    _ = try? P521.Signing.PublicKey(derRepresentation: der)
    _ = try? P256.Signing.PrivateKey(pemRepresentation: text)
    _ = try? Curve25519.Signing.PublicKey(spkiPEM: text)
    _ = try? Curve25519.Signing.PrivateKey(pkcs8PEM: text)
    if let signature = try? P256.Signing.ECDSASignature(derRepresentation: der) {
      require(Array(signature.derRepresentation) == der, "a signature has a second DER encoding")
    }
    _ = AttestationCertificate(der: der)
    _ = TPMPublicArea(bytes)
    _ = TPMCertifyInfo(bytes)
    var reader = DERReader(der)
    while !reader.isAtEnd, (try? reader.next()) != nil {}
  }
}
