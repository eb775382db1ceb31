/// The checked public numbers of an RSA key: big-endian, without leading zeros.
struct RSAPublicNumbers: Sendable, Hashable {
  let modulus: [UInt8]
  let exponent: [UInt8]

  /// The accepted lengths of the modulus in bits: from 2048 (RFC 7518 §3.3) to 8192. With larger keys, an attacker
  /// could overload a server, because verification takes longer.
  static let modulusBits = 2048...8192

  init(modulus: some Sequence<UInt8>, exponent: some Sequence<UInt8>) throws(CryptoError) {
    self.modulus = Array(modulus.drop { $0 == 0 })
    self.exponent = Array(exponent.drop { $0 == 0 })
    guard Self.modulusBits.contains(bitCount), self.modulus.last.map({ $0 & 1 }) == 1,
      // The exponent must be odd and greater than one. More than 64 bits would only make verification slow.
      (1...8).contains(self.exponent.count), self.exponent.last.map({ $0 & 1 }) == 1, self.exponent != [1],
      !hasROCAFingerprint
    else { throw .invalidKey }
  }

  /// Reads an `RSAPublicKey` (RFC 8017 §A.1.1).
  init(pkcs1 der: some Sequence<UInt8>) throws(CryptoError) {
    var reader = DERReader(der)
    var fields = try reader.nested(DER.sequence)
    try reader.end()
    let modulus = try fields.unsignedInteger()
    let exponent = try fields.unsignedInteger()
    try fields.end()
    try self.init(modulus: modulus, exponent: exponent)
  }

  /// The `RSAPublicKey` (RFC 8017 §A.1.1).
  var pkcs1: [UInt8] { DER.sequence(DER.unsignedInteger(modulus), DER.unsignedInteger(exponent)) }

  /// The length of the modulus in bits.
  var bitCount: Int { modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0) }

  /// Whether the modulus has the fingerprint of keys that can be factored (ROCA, CVE-2017-15361): modulo each of these
  /// small primes, the modulus is a power of 65537.
  private var hasROCAFingerprint: Bool {
    [11, 13, 17, 19, 37, 53, 61, 71, 73, 79, 97, 103, 107, 109, 127, 151, 157].allSatisfy { prime in
      let residue = modulus.reduce(0) { ($0 << 8 | Int($1)) % prime }
      var power = 1
      repeat {
        if power == residue { return true }
        power = power * 65537 % prime
      } while power != 1
      return false
    }
  }
}
