import AuthCrypto

#if canImport(CryptoKit)
  import CryptoKit
#endif

/// The signature algorithm of a certificate, or of a statement that was signed with a certificate's key.
enum CertificateSignature: Sendable {
  case ecdsaSHA256, ecdsaSHA384, ecdsaSHA512
  case rsaSHA256, rsaSHA384, rsaSHA512
  case ed25519

  /// Creates the algorithm of a certificate's signature from the DER content of its object identifier (RFC 5758 §3.2,
  /// RFC 4055 §5, RFC 8410 §3). Returns nil for an unknown algorithm and for SHA-1.
  init?(objectIdentifier: [UInt8]) {
    switch objectIdentifier {
    case [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02]: self = .ecdsaSHA256
    case [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x03]: self = .ecdsaSHA384
    case [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x04]: self = .ecdsaSHA512
    case [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x0B]: self = .rsaSHA256
    case [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x0C]: self = .rsaSHA384
    case [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x0D]: self = .rsaSHA512
    case [0x2B, 0x65, 0x70]: self = .ed25519
    default: return nil
    }
  }

  /// Creates the algorithm of a statement's signature from its COSE algorithm identifier. Returns nil for an unknown
  /// algorithm.
  init?(algorithm: Int64?) {
    switch algorithm {
    case -7: self = .ecdsaSHA256
    case -35: self = .ecdsaSHA384
    case -36: self = .ecdsaSHA512
    case -257: self = .rsaSHA256
    case -258: self = .rsaSHA384
    case -259: self = .rsaSHA512
    case -8: self = .ed25519
    default: return nil
    }
  }

  /// Returns the hash of the message; nil if the algorithm does not hash the message first.
  func hash(_ message: [UInt8]) -> [UInt8]? {
    switch self {
    case .ecdsaSHA256, .rsaSHA256: Array(SHA256.hash(data: message))
    case .ecdsaSHA384, .rsaSHA384: Array(SHA384.hash(data: message))
    case .ecdsaSHA512, .rsaSHA512: Array(SHA512.hash(data: message))
    case .ed25519: nil
    }
  }
}
