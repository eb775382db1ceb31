public import AuthCore

#if canImport(CryptoKit)
  public import CryptoKit
#endif

extension JWS {
  /// A signing key for exactly one algorithm.
  public enum SigningKey: Sendable {
    /// HS256, HS384 or HS512, with a key at least as long as the hash.
    case hmac(SymmetricKey, JWSAlgorithm)
    /// RS256, RS384, RS512, PS256, PS384 or PS512.
    case rsa(RSA.Signing.PrivateKey, JWSAlgorithm)
    /// ES256.
    case p256(P256.Signing.PrivateKey)
    /// ES384.
    case p384(P384.Signing.PrivateKey)
    /// ES512.
    case p521(P521.Signing.PrivateKey)
    /// EdDSA.
    case ed25519(Curve25519.Signing.PrivateKey)

    /// The algorithm, which the header names in `alg`.
    public var algorithm: JWSAlgorithm {
      switch self {
      case .hmac(_, let algorithm), .rsa(_, let algorithm): algorithm
      case .p256: .es256
      case .p384: .es384
      case .p521: .es512
      case .ed25519: .edDSA
      }
    }

    /// The key that verifies the signatures.
    public var verificationKey: VerificationKey {
      switch self {
      case .hmac(let key, _): .hmac(key)
      case .rsa(let key, _): .rsa(key.publicKey)
      case .p256(let key): .p256(key.publicKey)
      case .p384(let key): .p384(key.publicKey)
      case .p521(let key): .p521(key.publicKey)
      case .ed25519(let key): .ed25519(key.publicKey)
      }
    }

    /// Signs `input` and returns the signature in the JWS format (RFC 7518 §3, RFC 8037 §3.1).
    ///
    /// - Throws: `invalid_request` if the key does not fit its algorithm; `internal` if signing fails.
    public func signature(for input: [UInt8]) throws(AuthError) -> [UInt8] {
      guard verificationKey.fits(algorithm) else {
        throw AuthError(
          .invalidRequest, "The key does not fit \(algorithm.rawValue). Use a key of the right type and length.")
      }
      do {
        return try unchecked(input)
      } catch {
        throw AuthError(
          .internalError,
          "The cryptographic library could not sign with \(algorithm.rawValue). Report this to Latchkey's maintainers.")
      }
    }

    private func unchecked(_ input: [UInt8]) throws -> [UInt8] {
      switch self {
      case .hmac(let key, .hs384): Array(HMAC<SHA384>.authenticationCode(for: input, using: key))
      case .hmac(let key, .hs512): Array(HMAC<SHA512>.authenticationCode(for: input, using: key))
      case .hmac(let key, _): Array(HMAC<SHA256>.authenticationCode(for: input, using: key))
      case .rsa(let key, let algorithm):
        try key.signature(for: input, using: algorithm.rsaScheme ?? .pkcs1v15SHA256)
      case .p256(let key): Array(try key.signature(for: input).rawRepresentation)
      case .p384(let key): Array(try key.signature(for: input).rawRepresentation)
      case .p521(let key): Array(try key.signature(for: input).rawRepresentation)
      case .ed25519(let key): Array(try key.signature(for: input))
      }
    }
  }

  /// Signs `payload` and returns the compact serialisation (RFC 7515 §7.1).
  ///
  /// - Parameters:
  ///   - payload: the bytes to sign, unchanged.
  ///   - header: the header's members other than `alg`.
  ///   - key: the signing key, which determines `alg`.
  /// - Throws: the errors of `SigningKey.signature(for:)`.
  public static func sign(
    _ payload: some Sequence<UInt8>, header: JSONObject = [:], with key: SigningKey
  ) throws(AuthError) -> String {
    let input = signingInput(payload, header: header, algorithm: key.algorithm)
    return input + "." + Base64URL.encode(try key.signature(for: Array(input.utf8)))
  }

  /// Signs `claims` and returns the JWT (RFC 7519). `type` is the header's `typ`, and `keyID` is the header's `kid`;
  /// nil omits the member.
  ///
  /// - Throws: the errors of `SigningKey.signature(for:)`.
  public static func sign(
    claims: JSONObject, type: String? = "JWT", keyID: String? = nil, with key: SigningKey
  ) throws(AuthError) -> String {
    var header = JSONObject()
    if let type { header["typ"] = .string(type) }
    if let keyID { header["kid"] = .string(keyID) }
    return try sign(JSONValue.object(claims).serialized, header: header, with: key)
  }

  /// Returns the text to sign with a key in a key store. The text, a dot and the signature in base64url form the token.
  /// `algorithm` becomes the header's `alg`; an `alg` in `header` is ignored.
  public static func signingInput(
    _ payload: some Sequence<UInt8>, header: JSONObject, algorithm: JWSAlgorithm
  ) -> String {
    var members: [(String, JSONValue)] = [("alg", .string(algorithm.rawValue))]
    members += header.members.filter { $0.name != "alg" }.map { ($0.name, $0.value) }
    return Base64URL.encode(JSONValue.object(JSONObject(members)).serialized) + "." + Base64URL.encode(payload)
  }
}
