/// A public key with its algorithm (RFC 5280 §4.1.2.7).
struct SubjectPublicKeyInfo {
  /// The algorithm's object identifier.
  var algorithm: [UInt8]
  /// The object identifier of the curve for an elliptic-curve key, otherwise empty.
  var curve: [UInt8] = []
  /// The key in the format of its algorithm.
  var key: [UInt8]

  init(algorithm: [UInt8], curve: [UInt8] = [], key: [UInt8]) {
    self.algorithm = algorithm
    self.curve = curve
    self.key = key
  }

  init(der: some Sequence<UInt8>) throws(CryptoError) {
    var reader = DERReader(der)
    var fields = try reader.nested(DER.sequence)
    try reader.end()
    (algorithm, curve) = try AlgorithmIdentifier.read(from: &fields)
    key = Array(try fields.bitString())
    try fields.end()
  }

  var der: [UInt8] { DER.sequence(AlgorithmIdentifier.write(algorithm, curve: curve), DER.bitString(key)) }
}
