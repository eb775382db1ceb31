public import AuthCore

#if canImport(CryptoKit)
  import CryptoKit
#endif

/// A verification key, as identity systems publish it (RFC 7517).
public struct JWK: Sendable {
  /// `kid`.
  public let keyID: String?
  /// `alg`: the only algorithm that the key is for, if its owner names one.
  public let algorithm: JWSAlgorithm?
  /// `use`.
  public let use: String?
  /// `key_ops`.
  public let operations: [String]?
  /// The key itself, checked.
  public let key: JWS.VerificationKey
  /// The prepared HMAC, if the key is symmetric and its algorithm is known.
  private let code: PreparedCode?

  /// A key with its properties.
  public init(_ key: JWS.VerificationKey, keyID: String? = nil, algorithm: JWSAlgorithm? = nil, use: String? = "sig") {
    self.key = key
    self.keyID = keyID
    self.algorithm = algorithm
    self.use = use
    operations = nil
    code = Self.code(key, algorithm)
  }

  /// The key in a JSON object. Private members are ignored.
  ///
  /// - Throws: `invalid_request` for a key that is malformed or weak, or that does not match its own `alg`.
  public init(json: JSONValue) throws(AuthError) {
    let fields = JWKFields(json: json)
    key = try fields.verificationKey()
    keyID = try fields.optionalText("kid")
    use = try fields.optionalText("use")
    operations = try fields.optionalTexts("key_ops")
    if let name = try fields.optionalText("alg") {
      guard let algorithm = JWSAlgorithm(rawValue: name), key.fits(algorithm) else {
        throw JWKFields.refused("its alg does not match its kty, or the key is too short for the alg")
      }
      self.algorithm = algorithm
    } else {
      algorithm = nil
    }
    code = Self.code(key, algorithm)
  }

  /// Whether the key may verify a signature by `algorithm`: by its type, its `alg`, its `use` and its `key_ops`.
  public func allows(_ algorithm: JWSAlgorithm) -> Bool {
    key.fits(algorithm) && (self.algorithm ?? algorithm) == algorithm && (use ?? "sig") == "sig"
      && (operations?.contains("verify") ?? true)
  }

  /// Whether `signature`, in JOSE's form, is one of `input` by `algorithm`, which the key allows.
  func isValidSignature(
    _ signature: UnsafeBufferPointer<UInt8>, for input: UnsafeBufferPointer<UInt8>, by algorithm: JWSAlgorithm
  ) -> Bool {
    guard allows(algorithm) else { return false }
    return code?.isValid(signature, for: input) ?? key.isValidSignature(signature, for: input, by: algorithm)
  }

  private static func code(_ key: JWS.VerificationKey, _ algorithm: JWSAlgorithm?) -> PreparedCode? {
    guard case .hmac(let secret) = key, let algorithm, key.fits(algorithm) else { return nil }
    return PreparedCode(secret, algorithm)
  }

  /// The public members and the key's properties; of a symmetric key only the properties.
  public var json: JSONValue {
    var object = requiredMembers
    if let keyID { object["kid"] = .string(keyID) }
    if let use { object["use"] = .string(use) }
    if let operations { object["key_ops"] = .array(operations.map { .string($0) }) }
    if let algorithm { object["alg"] = .string(algorithm.rawValue) }
    return .object(object)
  }

  /// The SHA-256 thumbprint (RFC 7638), as base64url; nil for a symmetric key, since a thumbprint would let an attacker
  /// test guesses of it.
  public var thumbprint: String? {
    guard !key.isSymmetric else { return nil }
    let members = requiredMembers.members.sorted { $0.name < $1.name }.map { ($0.name, $0.value) }
    return Base64URL.encode(SHA256.hash(data: JSONValue.object(JSONObject(members)).serialized))
  }

  private var requiredMembers: JSONObject {
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
