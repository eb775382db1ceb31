/// The DER structure of a public key and its algorithm (RFC 5280 §4.1.2.7). A pin is the hash of this structure. The
/// Security framework returns keys without this structure.
enum SubjectPublicKeyInfo {
  /// Returns the structure around `key`: an X9.63 point for elliptic curves, PKCS #1 for RSA. Returns nil for curves
  /// other than P-256, P-384 and P-521, and for RSA keys of fewer than 2048 bits.
  static func encode(isElliptic: Bool, bits: Int, key: [UInt8]) -> [UInt8]? {
    let algorithm: [UInt8]
    switch (isElliptic, bits) {
    // id-ecPublicKey with secp256r1, secp384r1, secp521r1 (RFC 5480 §2.1.1).
    case (true, 256): algorithm = ecPublicKey + [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
    case (true, 384): algorithm = ecPublicKey + [0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x22]
    case (true, 521): algorithm = ecPublicKey + [0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x23]
    // rsaEncryption with its NULL (RFC 8017 A.1).
    case (false, 2048...): algorithm = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00]
    default: return nil
    }
    return wrap(0x30, wrap(0x30, algorithm) + wrap(0x03, [0x00] + key))
  }

  private static let ecPublicKey: [UInt8] = [0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]

  private static func wrap(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    var length: [UInt8] = []
    if content.count < 0x80 {
      length = [UInt8(content.count)]
    } else {
      var rest = content.count
      while rest > 0 {
        length.insert(UInt8(rest & 0xFF), at: 0)
        rest >>= 8
      }
      length.insert(0x80 | UInt8(length.count), at: 0)
    }
    return [tag] + length + content
  }
}
