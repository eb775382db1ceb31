public import AuthCore

/// A JWK Set (RFC 7517 §5) of keys that verify signatures.
public struct JWKSet: Sendable {
  /// The usable keys. Other keys in the document are ignored, as RFC 7517 §5 recommends.
  public let keys: [JWK]

  /// The length of the largest document that is read, in bytes.
  public static let maximumByteCount = 65536

  /// Creates a set of `keys`.
  ///
  /// - Throws: `invalid_request` if symmetric keys are mixed with others: publishing such a set would reveal secrets,
  ///   and a reader could confuse the two types.
  public init(_ keys: [JWK]) throws(AuthError) {
    guard Set(keys.map(\.key.isSymmetric)).count < 2 else {
      throw AuthError(.invalidRequest, "The key set mixes symmetric and public keys. Publish only the public keys.")
    }
    self.keys = keys
  }

  /// Reads the set in a JSON object with the array `keys`.
  ///
  /// - Throws: `malformed_response` if `json` is not such an object, `invalid_request` for a mixed set.
  public init(json: JSONValue) throws(AuthError) {
    guard let elements = json["keys"]?.arrayValue else {
      throw AuthError(.malformedResponse, "The key set is not a JSON object with an array 'keys'.")
    }
    var keys: [JWK] = []
    var unusableNames: Set<String> = []
    for element in elements {
      // An unusable key does not affect the others, except those with the same id: it would be unclear which of them a
      // token means.
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
  /// - Throws: `response_too_large`, `malformed_response`, or `invalid_request` for a mixed set.
  public init(parsing bytes: some Collection<UInt8>) throws(AuthError) {
    guard bytes.count <= Self.maximumByteCount else {
      throw AuthError(.responseTooLarge, "The key set is larger than \(Self.maximumByteCount) bytes.")
    }
    let json: JSONValue
    do {
      json = try JSONValue(parsing: bytes, depthLimit: 8)
    } catch {
      throw AuthError(.malformedResponse, "The key set is not JSON: \(error).")
    }
    try self.init(json: json)
  }

  /// The set as a JSON object.
  public var json: JSONValue { ["keys": .array(keys.map(\.json))] }

  /// Whether a key has the id `keyID`.
  public func contains(keyID: String) -> Bool { keys.contains { $0.keyID.hasSameBytes(as: keyID) } }

  /// The only key with the id `keyID` that allows `algorithm`. If `keyID` is nil, keys with any id match.
  ///
  /// - Throws: `invalid_token` if no key matches, or more than one.
  public func key(_ keyID: String?, for algorithm: JWSAlgorithm) throws(AuthError) -> JWK {
    let candidates = keys.filter { key in
      (keyID.map { key.keyID.hasSameBytes(as: $0) } ?? true) && key.allows(algorithm)
    }
    guard let key = candidates.first else {
      throw JWS.malformed(
        keyID == nil ? "has an alg that no key of the set allows" : "names a key that the set does not have for its alg"
      )
    }
    guard candidates.count == 1 else {
      throw JWS.malformed(
        keyID == nil ? "has no key id, and more than one key matches" : "names a key that is not unique")
    }
    return key
  }
}
