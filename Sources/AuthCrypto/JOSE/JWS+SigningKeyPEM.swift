public import AuthCore

#if canImport(CryptoKit)
  import CryptoKit
#endif

extension JWS.SigningKey {
  /// Reads a private key in PEM: an elliptic-curve, Ed25519 or RSA key in PKCS #8 (`PRIVATE KEY`), or in the older
  /// formats `EC PRIVATE KEY` and `RSA PRIVATE KEY`.
  ///
  /// - Parameters:
  ///   - pemRepresentation: the PEM text with exactly one key.
  ///   - algorithm: the algorithm of an RSA key; nil means RS256. A key of another type has only one algorithm: pass
  ///     nil or that algorithm.
  /// - Throws: `invalid_request` if the text is not such a key, if a key in `EC PRIVATE KEY` does not name its curve,
  ///   if an RSA key has fewer than 2048 bits or is unsafe, or if the key does not fit the algorithm.
  public init(pemRepresentation: String, algorithm: JWSAlgorithm? = nil) throws(AuthError) {
    let key: JWS.SigningKey
    do throws(CryptoError) {
      key = try Self.imported(try PEMDocument(text: pemRepresentation), algorithm ?? .rs256)
    } catch {
      throw AuthError(
        .invalidRequest,
        "The private key cannot be read. Use unencrypted PEM with a P-256, P-384, P-521, Ed25519 or RSA key (2048 bits "
          + "or more).")
    }
    guard (algorithm ?? key.algorithm) == key.algorithm, key.verificationKey.fits(key.algorithm) else {
      throw AuthError(
        .invalidRequest,
        "The private key does not fit the algorithm. Pass an algorithm for this type of key, or a key of another type.")
    }
    self = key
  }

  private static func imported(
    _ document: PEMDocument, _ algorithm: JWSAlgorithm
  ) throws(CryptoError) -> JWS.SigningKey {
    let der = document.derBytes
    switch document.label {
    case "RSA PRIVATE KEY": return .rsa(try RSA.Signing.PrivateKey(derRepresentation: der), algorithm)
    case "EC PRIVATE KEY": return try elliptic(try ECPrivateKeyInfo(der: der).curve ?? [], der)
    case "PRIVATE KEY":
      let info = try PrivateKeyInfo(der: der)
      switch info.algorithm {
      case KeyObjectIdentifier.rsa: return .rsa(try RSA.Signing.PrivateKey(derRepresentation: der), algorithm)
      case KeyObjectIdentifier.ed25519:
        return .ed25519(try Curve25519.Signing.PrivateKey(pkcs8Representation: der))
      case KeyObjectIdentifier.ecPublicKey: return try elliptic(info.curve, der)
      default: throw .invalidKey
      }
    default: throw .invalidEncoding
    }
  }

  private static func elliptic(_ curve: [UInt8], _ der: [UInt8]) throws(CryptoError) -> JWS.SigningKey {
    switch curve {
    case KeyObjectIdentifier.p256:
      return .p256(try JWS.VerificationKey.imported { try P256.Signing.PrivateKey(derRepresentation: der) })
    case KeyObjectIdentifier.p384:
      return .p384(try JWS.VerificationKey.imported { try P384.Signing.PrivateKey(derRepresentation: der) })
    case KeyObjectIdentifier.p521:
      return .p521(try JWS.VerificationKey.imported { try P521.Signing.PrivateKey(derRepresentation: der) })
    default: throw .invalidKey
    }
  }
}
