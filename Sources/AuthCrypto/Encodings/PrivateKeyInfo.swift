import AuthCore

/// A private key with its algorithm: PKCS #8 (RFC 5208 §5, RFC 5958).
struct PrivateKeyInfo {
  /// The algorithm's object identifier.
  var algorithm: [UInt8]
  /// The object identifier of the curve for an elliptic-curve key, otherwise empty.
  var curve: [UInt8] = []
  /// The key in the format of its algorithm.
  var key: Secret

  init(algorithm: [UInt8], curve: [UInt8] = [], key: Secret) {
    self.algorithm = algorithm
    self.curve = curve
    self.key = key
  }

  init(der: some Sequence<UInt8>) throws(CryptoError) {
    var reader = DERReader(der)
    var fields = try reader.nested(DER.sequence)
    try reader.end()
    let version = try fields.unsignedInteger()
    guard version.isEmpty || Array(version) == [1] else { throw .invalidEncoding }
    (algorithm, curve) = try AlgorithmIdentifier.read(from: &fields)
    key = Secret(try fields.read(DER.octetString))
    // Ignore the attributes [0] and, in version 1, the public key [1] (RFC 5958 §2): the public key is derived from the
    // private key.
    if fields.nextTag == DER.context(0) { _ = try fields.read(DER.context(0)) }
    if fields.nextTag == 0x81, !version.isEmpty { _ = try fields.read(0x81) }
    try fields.end()
  }

  /// The key in PKCS #8. The caller must wipe this copy.
  var der: [UInt8] {
    DER.sequence(
      [DER.integer, 1, 0], AlgorithmIdentifier.write(algorithm, curve: curve),
      DER.element(DER.octetString, key.revealBytes()))
  }
}
