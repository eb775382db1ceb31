public import AuthCore

/// A JWK Set (RFC 7517 §5) of keys that verify signatures.
public struct JWKSet: Sendable {
  /// The usable keys. Keys in the document that cannot be used are ignored, as RFC 7517 §5 recommends.
  public let keys: [JWK]

  /// The length of the largest accepted document, in bytes.
  public static let maximumByteCount = 65536

  /// Creates a set of `keys`.
  ///
  /// - Throws: `invalid_request` if the set mixes symmetric and public keys. Publishing such a set would reveal the
  ///   symmetric keys, and a recipient could confuse the two types.
  public init(_ keys: [JWK]) throws(AuthError) {
    guard Set(keys.map(\.key.isSymmetric)).count < 2 else {
      throw AuthError(.invalidRequest, "The key set mixes symmetric and public keys. Publish only the public keys.")
    }
    self.keys = keys
  }

  /// Reads the set in a JSON object with the array `keys`.
  ///
  /// - Throws: `malformed_response` if `json` is not such an object; `invalid_request` if the set mixes symmetric and
  ///   public keys.
  public init(json: JSONValue) throws(AuthError) {
    guard let elements = json["keys"]?.arrayValue else {
      throw AuthError(
        .malformedResponse, "The key set is not a JSON object with an array 'keys'. Check the URL of the key set.")
    }
    var keys: [JWK] = []
    var unusableNames: Set<String> = []
    for element in elements {
      // Ignore an unusable key, and every usable key with the same id: a token that names the id may mean the unusable
      // key. An encryption key (`use` is `enc`) does not have this effect, because it never signs a token.
      if let key = try? JWK(json: element) {
        keys.append(key)
      } else if let name = element["kid"]?.stringValue, element["use"]?.stringValue != "enc" {
        unusableNames.insert(name)
      }
    }
    keys.removeAll { key in key.keyID.map(unusableNames.contains) ?? false }
    try self.init(keys)
  }

  /// Parses a document of at most `maximumByteCount` bytes.
  ///
  /// - Throws: `response_too_large` for a larger document; `malformed_response` if the document is not a JSON object
  ///   with an array `keys`, repeats a member, or is nested more than 8 levels deep; `invalid_request` if the set mixes
  ///   symmetric and public keys.
  public init(parsing bytes: some Collection<UInt8>) throws(AuthError) {
    guard bytes.count <= Self.maximumByteCount else {
      throw AuthError(
        .responseTooLarge,
        "The key set is larger than the limit of \(Self.maximumByteCount) bytes. Check the URL of the key set.")
    }
    let json: JSONValue
    do {
      json = try JSONValue(parsing: bytes, depthLimit: 8)
    } catch {
      throw AuthError(
        .malformedResponse, "The key set cannot be parsed as JSON: \(error). Check the URL of the key set.")
    }
    try self.init(json: json)
  }

  /// The set as a JSON object.
  public var json: JSONValue { ["keys": .array(keys.map(\.json))] }

  /// Returns whether a key has the id `keyID`.
  public func contains(keyID: String) -> Bool { keys.contains { $0.keyID.hasSameBytes(as: keyID) } }

  /// Returns the only key with the id `keyID` that allows `algorithm`. If `keyID` is nil, the id does not matter.
  ///
  /// - Throws: `invalid_token` if no key matches, or if several keys match.
  public func key(_ keyID: String?, for algorithm: JWSAlgorithm) throws(AuthError) -> JWK {
    let candidates = keys.filter { key in
      (keyID.map { key.keyID.hasSameBytes(as: $0) } ?? true) && key.allows(algorithm)
    }
    guard let key = candidates.first else {
      throw JWS.malformed(
        keyID == nil
          ? "has an alg that no key of the key set allows"
          : "names a key (kid) that the key set does not have for the token's alg"
      )
    }
    guard candidates.count == 1 else {
      throw JWS.malformed(
        keyID == nil ? "has no kid, and more than one key matches" : "names a kid that more than one key has")
    }
    return key
  }
}
