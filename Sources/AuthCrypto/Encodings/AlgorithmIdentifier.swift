/// The `AlgorithmIdentifier` of SPKI and PKCS #8 (RFC 5280 §4.1.1.2): functions to read and write it.
enum AlgorithmIdentifier {
  static func read(from reader: inout DERReader) throws(CryptoError) -> (algorithm: [UInt8], curve: [UInt8]) {
    var fields = try reader.nested(DER.sequence)
    let algorithm = Array(try fields.read(DER.objectIdentifier))
    var curve: [UInt8] = []
    if algorithm == KeyObjectIdentifier.ecPublicKey {
      curve = Array(try fields.read(DER.objectIdentifier))
    } else if algorithm == KeyObjectIdentifier.rsa {
      // RFC 8017 §A.1 requires NULL.
      guard try fields.read(DER.null).isEmpty else { throw .invalidEncoding }
    }
    try fields.end()
    return (algorithm, curve)
  }

  static func write(_ algorithm: [UInt8], curve: [UInt8]) -> [UInt8] {
    let parameters: [UInt8] =
      if algorithm == KeyObjectIdentifier.ecPublicKey {
        DER.element(DER.objectIdentifier, curve)
      } else if algorithm == KeyObjectIdentifier.rsa {
        [DER.null, 0]
      } else {
        []
      }
    return DER.sequence(DER.element(DER.objectIdentifier, algorithm), parameters)
  }
}
