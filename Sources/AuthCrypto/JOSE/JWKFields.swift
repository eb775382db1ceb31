public import AuthCore

#if canImport(CryptoKit)
  import CryptoKit
#endif

/// A reader of the members of a JWK (RFC 7518 §6, RFC 8037 §2).
struct JWKFields {
  let json: JSONValue

  static func refused(_ reason: String) -> AuthError {
    AuthError(.invalidRequest, "The JWK is refused: \(reason). Correct the JWK, or use another one.")
  }

  func verificationKey() throws(AuthError) -> JWS.VerificationKey {
    do throws(CryptoError) {
      switch (json["kty"]?.stringValue, json["crv"]?.stringValue) {
      case ("oct", nil):
        let bytes = try bytes("k")
        guard !bytes.isEmpty else { throw .invalidKey }
        return .hmac(SymmetricKey(data: bytes))
      case ("RSA", nil):
        return .rsa(try RSA.Signing.PublicKey(modulus: bytes("n"), exponent: bytes("e")))
      case ("EC", "P-256"):
        let point = try point(32)
        return .p256(try JWS.VerificationKey.imported { try P256.Signing.PublicKey(rawRepresentation: point) })
      case ("EC", "P-384"):
        let point = try point(48)
        return .p384(try JWS.VerificationKey.imported { try P384.Signing.PublicKey(rawRepresentation: point) })
      case ("EC", "P-521"):
        let point = try point(66)
        return .p521(try JWS.VerificationKey.imported { try P521.Signing.PublicKey(rawRepresentation: point) })
      case ("OKP", "Ed25519"):
        let point = try bytes("x")
        return .ed25519(
          try JWS.VerificationKey.imported { try Curve25519.Signing.PublicKey(rawRepresentation: point) })
      default: throw .invalidParameter
      }
    } catch {
      throw Self.refused(
        error == .invalidParameter
          ? "its kty and crv are not supported. Use oct, RSA, EC with P-256, P-384 or P-521, or OKP with Ed25519"
          : "a member is missing or malformed, or the key is too weak. Use unpadded base64url, coordinates of full "
            + "length, and 2048 bits or more for RSA")
    }
  }

  /// Returns the private key. An RSA or symmetric key must have an `alg`, because several algorithms can use the key.
  func signingKey() throws(AuthError) -> JWS.SigningKey {
    let verificationKey = try verificationKey()
    do throws(CryptoError) {
      switch verificationKey {
      case .hmac(let key): return .hmac(key, try algorithm())
      case .rsa(let key):
        let parts = try ["d", "p", "q", "dp", "dq", "qi"].map { (name) throws(CryptoError) in
          Secret(try bytes(name).drop { $0 == 0 })
        }
        return .rsa(
          try RSA.Signing.PrivateKey(numbers: RSAPrivateNumbers(publicNumbers: key.numbers, privateParts: parts)),
          try algorithm())
      case .p256(let key):
        let form = try key.x963Representation + bytes("d")
        return .p256(try JWS.VerificationKey.imported { try P256.Signing.PrivateKey(x963Representation: form) })
      case .p384(let key):
        let form = try key.x963Representation + bytes("d")
        return .p384(try JWS.VerificationKey.imported { try P384.Signing.PrivateKey(x963Representation: form) })
      case .p521(let key):
        let form = try key.x963Representation + bytes("d")
        return .p521(try JWS.VerificationKey.imported { try P521.Signing.PrivateKey(x963Representation: form) })
      case .ed25519(let key):
        let seed = try bytes("d")
        let pair = try JWS.VerificationKey.imported { try Curve25519.Signing.PrivateKey(rawRepresentation: seed) }
        guard Array(pair.publicKey.rawRepresentation) == Array(key.rawRepresentation) else { throw .invalidKey }
        return .ed25519(pair)
      }
    } catch {
      throw Self.refused(
        "its private members or its alg are missing or malformed, or do not match its public members. Pass the "
          + "complete private key; an RSA or oct key needs an alg")
    }
  }

  func optionalText(_ name: String) throws(AuthError) -> String? {
    guard let value = json[name] else { return nil }
    guard let text = value.stringValue else { throw Self.refused("its \(name) is not a string") }
    return text
  }

  func optionalTexts(_ name: String) throws(AuthError) -> [String]? {
    guard let value = json[name] else { return nil }
    guard let elements = value.arrayValue else { throw Self.refused("its \(name) is not an array of strings") }
    let texts = elements.compactMap(\.stringValue)
    guard texts.count == elements.count, Set(texts).count == texts.count else {
      throw Self.refused("its \(name) is not an array of strings, or repeats a string")
    }
    return texts
  }

  private func algorithm() throws(CryptoError) -> JWSAlgorithm {
    guard let algorithm = json["alg"]?.stringValue.flatMap(JWSAlgorithm.init(rawValue:)) else {
      throw .invalidEncoding
    }
    return algorithm
  }

  private func bytes(_ name: String) throws(CryptoError) -> [UInt8] {
    guard let bytes = json[name]?.stringValue.flatMap({ Base64URL.decode($0) }) else { throw .invalidEncoding }
    return bytes
  }

  /// Returns x‖y. Each coordinate must have exactly `byteCount` bytes (RFC 7518 §6.2.1.2).
  private func point(_ byteCount: Int) throws(CryptoError) -> [UInt8] {
    let x = try bytes("x")
    let y = try bytes("y")
    guard x.count == byteCount, y.count == byteCount else { throw .invalidKey }
    return x + y
  }
}

extension JWS.SigningKey {
  /// Reads the private key in a JWK. An RSA or symmetric key must have an `alg`, because several algorithms can use the
  /// key.
  ///
  /// - Throws: `invalid_request` if the key's type or curve is not supported, if members are missing, malformed or do
  ///   not match each other, or if the key is too weak.
  public init(jwk: JSONValue) throws(AuthError) {
    self = try JWKFields(json: jwk).signingKey()
  }
}
