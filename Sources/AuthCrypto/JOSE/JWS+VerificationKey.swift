public import AuthCore

#if canImport(CryptoKit)
  public import CryptoKit
#endif

extension JWS {
  /// A key that verifies signatures. Its type determines its algorithms: the header's `alg` never decides how a key is
  /// used (RFC 8725 §3.1).
  public enum VerificationKey: Sendable {
    /// HS256, HS384 and HS512, if the key is long enough.
    case hmac(SymmetricKey)
    /// RS256, RS384, RS512, PS256, PS384 and PS512.
    case rsa(RSA.Signing.PublicKey)
    /// ES256.
    case p256(P256.Signing.PublicKey)
    /// ES384.
    case p384(P384.Signing.PublicKey)
    /// ES512.
    case p521(P521.Signing.PublicKey)
    /// EdDSA.
    case ed25519(Curve25519.Signing.PublicKey)

    /// Reads a public key in PEM: an elliptic-curve, Ed25519 or RSA key in SPKI (`PUBLIC KEY`).
    ///
    /// - Throws: `invalid_request` if the text is not such a key, or if an RSA key has fewer than 2048 bits or is
    ///   unsafe.
    public init(pemRepresentation: String) throws(AuthError) {
      do throws(CryptoError) {
        let der = try PEMDocument(text: pemRepresentation).bytes(labelled: "PUBLIC KEY")
        let info = try SubjectPublicKeyInfo(der: der)
        switch (info.algorithm, info.curve) {
        case (KeyObjectIdentifier.rsa, _): self = .rsa(try RSA.Signing.PublicKey(derRepresentation: der))
        case (KeyObjectIdentifier.ed25519, _):
          self = .ed25519(try Curve25519.Signing.PublicKey(spkiRepresentation: der))
        case (KeyObjectIdentifier.ecPublicKey, KeyObjectIdentifier.p256):
          self = .p256(try Self.imported { try P256.Signing.PublicKey(x963Representation: info.key) })
        case (KeyObjectIdentifier.ecPublicKey, KeyObjectIdentifier.p384):
          self = .p384(try Self.imported { try P384.Signing.PublicKey(x963Representation: info.key) })
        case (KeyObjectIdentifier.ecPublicKey, KeyObjectIdentifier.p521):
          self = .p521(try Self.imported { try P521.Signing.PublicKey(x963Representation: info.key) })
        default: throw .invalidKey
        }
      } catch {
        throw AuthError(
          .invalidRequest,
          "The public key cannot be read. Use PEM with a P-256, P-384, P-521, Ed25519 or RSA key (2048 bits or more).")
      }
    }

    /// Runs `body`, which imports a key, and throws `CryptoError.invalidKey` for any error: CryptoKit's initialisers do
    /// not declare the type of their errors.
    static func imported<Key>(_ body: () throws -> Key) throws(CryptoError) -> Key {
      do {
        return try body()
      } catch {
        throw .invalidKey
      }
    }

    /// Returns whether the key has the type that `algorithm` needs and, for HMAC, at least the required length.
    public func fits(_ algorithm: JWSAlgorithm) -> Bool {
      switch self {
      case .hmac(let key): algorithm.minimumKeyByteCount.map { key.bitCount >= $0 * 8 } ?? false
      case .rsa: algorithm.rsaScheme != nil
      case .p256: algorithm == .es256
      case .p384: algorithm == .es384
      case .p521: algorithm == .es512
      case .ed25519: algorithm == .edDSA
      }
    }

    /// Whether the key is symmetric. If so, the verification key can also sign.
    public var isSymmetric: Bool { if case .hmac = self { true } else { false } }

    /// Returns whether `signature`, in the JWS format, is valid for `input` by `algorithm`; false if the key does not
    /// fit `algorithm`.
    public func isValidSignature(_ signature: [UInt8], for input: [UInt8], by algorithm: JWSAlgorithm) -> Bool {
      signature.withUnsafeBufferPointer { signature in
        input.withUnsafeBufferPointer { isValidSignature(signature, for: $0, by: algorithm) }
      }
    }

    /// Returns whether `signature`, in the JWS format, is valid for `input` by `algorithm`, without copying the bytes;
    /// false if the key does not fit `algorithm`.
    func isValidSignature(
      _ signature: UnsafeBufferPointer<UInt8>, for input: UnsafeBufferPointer<UInt8>, by algorithm: JWSAlgorithm
    ) -> Bool {
      guard fits(algorithm) else { return false }
      switch self {
      case .hmac(let key): return Self.isValidCode(signature, for: input, by: algorithm, key: key)
      case .rsa(let key):
        guard let scheme = algorithm.rsaScheme else { return false }
        return key.isValidSignature(signature, for: input, using: scheme)
      // An ECDSA signature in a JWS is r‖s. A signature of another length, such as a signature in DER, is refused.
      case .p256(let key): return key.isValidSignature(raw: signature, for: input)
      case .p384(let key):
        guard let pair = try? P384.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
        return key.isValidSignature(pair, for: input)
      case .p521(let key):
        guard let pair = try? P521.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
        return key.isValidSignature(pair, for: input)
      case .ed25519(let key): return key.isValidSignature(signature, for: input)
      }
    }

    private static func isValidCode(
      _ code: UnsafeBufferPointer<UInt8>, for input: UnsafeBufferPointer<UInt8>, by algorithm: JWSAlgorithm,
      key: SymmetricKey
    ) -> Bool {
      switch algorithm {
      case .hs256: HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: input, using: key)
      case .hs384: HMAC<SHA384>.isValidAuthenticationCode(code, authenticating: input, using: key)
      case .hs512: HMAC<SHA512>.isValidAuthenticationCode(code, authenticating: input, using: key)
      default: false
      }
    }
  }
}
