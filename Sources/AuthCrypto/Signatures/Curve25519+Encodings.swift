import AuthCore

#if canImport(CryptoKit)
  import CryptoKit
#endif

// CryptoKit reads and writes Ed25519 keys only as 32 bytes. Identity systems exchange Ed25519 keys as SPKI and PKCS #8
// (RFC 8410).

extension Curve25519.Signing.PublicKey {
  /// Reads a key in SPKI (RFC 8410 §4).
  ///
  /// - Throws: `CryptoError.invalidEncoding` for malformed DER; `.invalidKey` for another algorithm, or if the key does
  ///   not have 32 bytes.
  public init(spkiRepresentation: some Sequence<UInt8>) throws(CryptoError) {
    let info = try SubjectPublicKeyInfo(der: spkiRepresentation)
    guard info.algorithm == KeyObjectIdentifier.ed25519 else { throw .invalidKey }
    do {
      try self.init(rawRepresentation: info.key)
    } catch {
      throw .invalidKey
    }
  }

  /// Reads a key in SPKI, as PEM: `PUBLIC KEY`.
  ///
  /// - Throws: `CryptoError.invalidEncoding` for malformed PEM or another label, and the errors of
  ///   `init(spkiRepresentation:)`.
  public init(spkiPEM: String) throws(CryptoError) {
    try self.init(spkiRepresentation: try PEMDocument(text: spkiPEM).bytes(labelled: "PUBLIC KEY"))
  }

  /// The key in SPKI.
  public var spkiRepresentation: [UInt8] {
    SubjectPublicKeyInfo(algorithm: KeyObjectIdentifier.ed25519, key: Array(rawRepresentation)).der
  }

  /// The key in SPKI, as PEM.
  public var spkiPEM: String { PEMDocument(label: "PUBLIC KEY", derBytes: spkiRepresentation).text }
}

extension Curve25519.Signing.PrivateKey {
  /// Reads a key in PKCS #8 (RFC 8410 §7).
  ///
  /// - Throws: `CryptoError.invalidEncoding` for malformed DER; `.invalidKey` for another algorithm, or if the seed
  ///   does not have 32 bytes.
  public init(pkcs8Representation: some Sequence<UInt8>) throws(CryptoError) {
    let info = try PrivateKeyInfo(der: pkcs8Representation)
    guard info.algorithm == KeyObjectIdentifier.ed25519 else { throw .invalidKey }
    // The content of the field `privateKey` is itself an OCTET STRING (`CurvePrivateKey`), which contains the seed
    // (RFC 8410 §7).
    var reader = DERReader(info.key.revealBytes())
    let seed = try reader.read(DER.octetString)
    try reader.end()
    do {
      try self.init(rawRepresentation: Array(seed))
    } catch {
      throw .invalidKey
    }
  }

  /// Reads a key in PKCS #8, as PEM: `PRIVATE KEY`.
  ///
  /// - Throws: `CryptoError.invalidEncoding` for malformed PEM or another label, and the errors of
  ///   `init(pkcs8Representation:)`.
  public init(pkcs8PEM: String) throws(CryptoError) {
    try self.init(pkcs8Representation: try PEMDocument(text: pkcs8PEM).bytes(labelled: "PRIVATE KEY"))
  }

  /// The key in PKCS #8. The caller must wipe this copy.
  public var pkcs8Representation: [UInt8] {
    PrivateKeyInfo(
      algorithm: KeyObjectIdentifier.ed25519, key: Secret(DER.element(DER.octetString, Array(rawRepresentation)))
    ).der
  }

  /// The key in PKCS #8, as PEM. The text contains the private key and is not wiped, so keep it only briefly.
  public var pkcs8PEM: String { PEMDocument(label: "PRIVATE KEY", derBytes: pkcs8Representation).text }
}
