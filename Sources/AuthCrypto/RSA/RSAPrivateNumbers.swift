import AuthCore

/// The numbers of an RSA private key with two primes (RFC 8017 §A.1.2).
struct RSAPrivateNumbers: Sendable {
  let publicNumbers: RSAPublicNumbers
  /// d, p, q, d mod p−1, d mod q−1, 1/q mod p.
  let privateParts: [Secret]

  init(publicNumbers: RSAPublicNumbers, privateParts: [Secret]) throws(CryptoError) {
    guard privateParts.count == 6, privateParts.allSatisfy({ !$0.isEmpty }) else { throw .invalidKey }
    self.publicNumbers = publicNumbers
    self.privateParts = privateParts
  }

  /// Reads an `RSAPrivateKey` (RFC 8017 §A.1.2).
  init(pkcs1 der: some Sequence<UInt8>) throws(CryptoError) {
    var reader = DERReader(der)
    var fields = try reader.nested(DER.sequence)
    try reader.end()
    guard try fields.unsignedInteger().isEmpty else { throw .invalidEncoding }
    let modulus = try fields.unsignedInteger()
    let exponent = try fields.unsignedInteger()
    var parts: [Secret] = []
    for _ in 0..<6 { parts.append(Secret(try fields.unsignedInteger())) }
    try fields.end()
    try self.init(publicNumbers: RSAPublicNumbers(modulus: modulus, exponent: exponent), privateParts: parts)
  }

  /// The numbers as an `RSAPrivateKey`. The caller must wipe this copy.
  var pkcs1: [UInt8] {
    let numbers = [publicNumbers.modulus, publicNumbers.exponent] + privateParts.map { $0.revealBytes() }
    return DER.element(DER.sequence, [DER.integer, 1, 0] + numbers.flatMap { DER.unsignedInteger($0) })
  }
}
