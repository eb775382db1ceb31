public import AuthCore

/// A JSON Web Key (RFC 7517) that verifies signatures.
public struct JWK: Sendable {
  /// `kid`: the id by which tokens name the key; nil if the key has none.
  public var keyID: String? { content.keyID }
  /// `alg`: the only algorithm that the key may be used with; nil if the key names none.
  public var algorithm: JWSAlgorithm? { content.algorithm }
  /// `use`: the purpose of the key, `sig` for a key that verifies signatures; nil if the key does not name one.
  public var use: String? { content.use }
  /// `key_ops`: the operations that the key may be used for; nil if the key names none.
  public var operations: [String]? { content.operations }
  /// The key itself.
  public var key: JWS.VerificationKey { content.key }
  private let content: Content

  /// The parts of a key. Copies of the key share them: the copies of a verification would otherwise take a tenth of its
  /// time with HMAC.
  private final class Content: Sendable {
    let key: JWS.VerificationKey
    let keyID: String?
    let algorithm: JWSAlgorithm?
    let use: String?
    let operations: [String]?
    /// The prepared HMAC; nil unless the key is symmetric and names its algorithm.
    let code: PreparedCode?

    init(
      _ key: JWS.VerificationKey, keyID: String?, algorithm: JWSAlgorithm?, use: String?, operations: [String]?
    ) {
      self.key = key
      self.keyID = keyID
      self.algorithm = algorithm
      self.use = use
      self.operations = operations
      code =
        if case .hmac(let secret) = key, let algorithm, key.fits(algorithm) {
          PreparedCode(secret, algorithm)
        } else {
          nil
        }
    }
  }

  /// Creates a JWK from a key and its properties.
  public init(_ key: JWS.VerificationKey, keyID: String? = nil, algorithm: JWSAlgorithm? = nil, use: String? = "sig") {
    content = Content(key, keyID: keyID, algorithm: algorithm, use: use, operations: nil)
  }

  /// Reads the key in a JSON object. The private members of an asymmetric key are ignored.
  ///
  /// - Throws: `invalid_request` if the key's type or curve is not supported, if a member is missing or malformed, if
  ///   the key is too weak, or if `alg` is not supported or does not fit the key.
  public init(json: JSONValue) throws(AuthError) {
    let fields = JWKFields(json: json)
    let key = try fields.verificationKey()
    let keyID = try fields.optionalText("kid")
    let use = try fields.optionalText("use")
    let operations = try fields.optionalTexts("key_ops")
    var algorithm: JWSAlgorithm?
    if let name = try fields.optionalText("alg") {
      algorithm = JWSAlgorithm(rawValue: name)
      guard let algorithm, key.fits(algorithm) else {
        throw JWKFields.refused(
          "its alg is not supported, does not match its kty and crv, or needs a longer key. Use an alg that fits the "
            + "key")
      }
    }
    content = Content(key, keyID: keyID, algorithm: algorithm, use: use, operations: operations)
  }

  /// Returns whether the type, `alg`, `use` and `key_ops` of the key allow it to verify signatures by `algorithm`.
  public func allows(_ algorithm: JWSAlgorithm) -> Bool {
    content.key.fits(algorithm) && (content.algorithm ?? algorithm) == algorithm && (content.use ?? "sig") == "sig"
      && (content.operations?.contains("verify") ?? true)
  }

  /// Returns whether `signature`, in the JWS format, is valid for `input` by `algorithm`; false if the key does not
  /// allow `algorithm`.
  func isValidSignature(
    _ signature: UnsafeBufferPointer<UInt8>, for input: UnsafeBufferPointer<UInt8>, by algorithm: JWSAlgorithm
  ) -> Bool {
    guard allows(algorithm) else { return false }
    return content.code?.isValid(signature, for: input)
      ?? content.key.isValidSignature(signature, for: input, by: algorithm)
  }

  /// The key as a JSON object: its public members and its properties. The only public member of a symmetric key is
  /// `kty`.
  public var json: JSONValue {
    var object = requiredMembers
    if let keyID { object["kid"] = .string(keyID) }
    if let use { object["use"] = .string(use) }
    if let operations { object["key_ops"] = .array(operations.map { .string($0) }) }
    if let algorithm { object["alg"] = .string(algorithm.rawValue) }
    return .object(object)
  }

  /// The members that a thumbprint covers (RFC 7638 §3.2).
  var requiredMembers: JSONObject {
    func elliptic(_ curve: String, _ coordinates: some Collection<UInt8>) -> JSONObject {
      let bytes = Array(coordinates)
      let half = bytes.count / 2
      return [
        "kty": "EC", "crv": .string(curve), "x": .string(Base64URL.encode(bytes[..<half])),
        "y": .string(Base64URL.encode(bytes[half...])),
      ]
    }
    return switch key {
    case .hmac: ["kty": "oct"]
    case .rsa(let key):
      ["kty": "RSA", "n": .string(Base64URL.encode(key.modulus)), "e": .string(Base64URL.encode(key.exponent))]
    case .p256(let key): elliptic("P-256", key.rawRepresentation)
    case .p384(let key): elliptic("P-384", key.rawRepresentation)
    case .p521(let key): elliptic("P-521", key.rawRepresentation)
    case .ed25519(let key):
      ["kty": "OKP", "crv": "Ed25519", "x": .string(Base64URL.encode(key.rawRepresentation))]
    }
  }
}
