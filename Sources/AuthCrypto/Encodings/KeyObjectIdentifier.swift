/// The object identifiers of key types and curves, as the contents of their DER elements.
enum KeyObjectIdentifier {
  /// 1.2.840.10045.2.1, id-ecPublicKey (RFC 5480 §2.1.1).
  static let ecPublicKey: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]
  /// 1.2.840.10045.3.1.7, secp256r1 (RFC 5480 §2.1.1.1).
  static let p256: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
  /// 1.3.132.0.34, secp384r1.
  static let p384: [UInt8] = [0x2B, 0x81, 0x04, 0x00, 0x22]
  /// 1.3.132.0.35, secp521r1.
  static let p521: [UInt8] = [0x2B, 0x81, 0x04, 0x00, 0x23]
  /// 1.3.101.112, id-Ed25519 (RFC 8410 §3).
  static let ed25519: [UInt8] = [0x2B, 0x65, 0x70]
  /// 1.2.840.113549.1.1.1, rsaEncryption (RFC 8017 §A.1).
  static let rsa: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]
}
