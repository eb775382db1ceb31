import AuthCrypto

#if canImport(CryptoKit)
  import CryptoKit
#endif

/// The public key of a certificate.
enum CertificateKey: Sendable {
  case p256(P256.Signing.PublicKey)
  case p384(P384.Signing.PublicKey)
  case p521(P521.Signing.PublicKey)
  case rsa(RSA.Signing.PublicKey)
  case ed25519(Curve25519.Signing.PublicKey)

  /// Reads the key in a `SubjectPublicKeyInfo`. Returns nil for an unknown kind of key.
  init?(publicKeyInfo der: [UInt8]) {
    if let key = try? P256.Signing.PublicKey(derRepresentation: der) {
      self = .p256(key)
    } else if let key = try? P384.Signing.PublicKey(derRepresentation: der) {
      self = .p384(key)
    } else if let key = try? P521.Signing.PublicKey(derRepresentation: der) {
      self = .p521(key)
    } else if let key = try? RSA.Signing.PublicKey(derRepresentation: der) {
      self = .rsa(key)
    } else if let key = try? Curve25519.Signing.PublicKey(spkiRepresentation: der) {
      self = .ed25519(key)
    } else {
      return nil
    }
  }

  /// Returns whether `signature` is a signature of this key over `message`. Any curve may be used with any of the ECDSA
  /// hash functions, as certificates allow.
  func verifies(_ signature: [UInt8], over message: [UInt8], by algorithm: CertificateSignature) -> Bool {
    switch (self, algorithm) {
    case (.p256(let key), _): Self.verifies(signature, message, algorithm, key)
    case (.p384(let key), _): Self.verifies(signature, message, algorithm, key)
    case (.p521(let key), _): Self.verifies(signature, message, algorithm, key)
    case (.rsa(let key), .rsaSHA256): key.isValidSignature(signature, for: message, using: .pkcs1v15SHA256)
    case (.rsa(let key), .rsaSHA384): key.isValidSignature(signature, for: message, using: .pkcs1v15SHA384)
    case (.rsa(let key), .rsaSHA512): key.isValidSignature(signature, for: message, using: .pkcs1v15SHA512)
    case (.ed25519(let key), .ed25519): key.isValidSignature(signature, for: message)
    case (.rsa, _), (.ed25519, _): false
    }
  }

  private static func verifies(
    _ signature: [UInt8], _ message: [UInt8], _ algorithm: CertificateSignature, _ key: P256.Signing.PublicKey
  ) -> Bool {
    guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature) else { return false }
    return switch algorithm {
    case .ecdsaSHA256: key.isValidSignature(signature, for: SHA256.hash(data: message))
    case .ecdsaSHA384: key.isValidSignature(signature, for: SHA384.hash(data: message))
    case .ecdsaSHA512: key.isValidSignature(signature, for: SHA512.hash(data: message))
    default: false
    }
  }

  private static func verifies(
    _ signature: [UInt8], _ message: [UInt8], _ algorithm: CertificateSignature, _ key: P384.Signing.PublicKey
  ) -> Bool {
    guard let signature = try? P384.Signing.ECDSASignature(derRepresentation: signature) else { return false }
    return switch algorithm {
    case .ecdsaSHA256: key.isValidSignature(signature, for: SHA256.hash(data: message))
    case .ecdsaSHA384: key.isValidSignature(signature, for: SHA384.hash(data: message))
    case .ecdsaSHA512: key.isValidSignature(signature, for: SHA512.hash(data: message))
    default: false
    }
  }

  private static func verifies(
    _ signature: [UInt8], _ message: [UInt8], _ algorithm: CertificateSignature, _ key: P521.Signing.PublicKey
  ) -> Bool {
    guard let signature = try? P521.Signing.ECDSASignature(derRepresentation: signature) else { return false }
    return switch algorithm {
    case .ecdsaSHA256: key.isValidSignature(signature, for: SHA256.hash(data: message))
    case .ecdsaSHA384: key.isValidSignature(signature, for: SHA384.hash(data: message))
    case .ecdsaSHA512: key.isValidSignature(signature, for: SHA512.hash(data: message))
    default: false
    }
  }
}
