/// The `ECPrivateKey` of RFC 5915 §3, which PKCS #8 contains for an elliptic-curve key.
struct ECPrivateKeyInfo {
  /// The scalar, which has the length of a coordinate.
  var scalar: [UInt8]
  /// The object identifier of the curve; nil if the key does not name its curve.
  var curve: [UInt8]?
  /// The encoded public point (SEC 1 §2.3.3); nil if the key does not contain a public point.
  var point: [UInt8]?

  init(scalar: [UInt8], curve: [UInt8]? = nil, point: [UInt8]?) {
    self.scalar = scalar
    self.curve = curve
    self.point = point
  }

  init(der: some Sequence<UInt8>) throws(CryptoError) {
    var reader = DERReader(der)
    var fields = try reader.nested(DER.sequence)
    try reader.end()
    guard Array(try fields.unsignedInteger()) == [1] else { throw .invalidEncoding }
    scalar = Array(try fields.read(DER.octetString))
    if fields.nextTag == DER.context(0) {
      var parameters = try fields.nested(DER.context(0))
      curve = Array(try parameters.read(DER.objectIdentifier))
      try parameters.end()
    }
    if fields.nextTag == DER.context(1) {
      var publicKey = try fields.nested(DER.context(1))
      point = Array(try publicKey.bitString())
      try publicKey.end()
    }
    try fields.end()
  }

  /// The key in DER, without the curve, which PKCS #8 names outside this structure. The caller must wipe this copy.
  var der: [UInt8] {
    DER.sequence(
      [DER.integer, 1, 1], DER.element(DER.octetString, scalar),
      point.map { DER.element(DER.context(1), DER.bitString($0)) } ?? [])
  }
}
