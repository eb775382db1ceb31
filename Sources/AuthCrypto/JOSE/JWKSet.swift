public import AuthCore

/// A set of keys that verify (RFC 7517 §5).
public struct JWKSet: Sendable {
  /// The usable keys; others in the document are ignored, as RFC 7517 §5 requires.
  public let keys: [JWK]

  /// The largest document that is read.
  public static let maximumByteCount = 65536

  /// A set of these keys.
  ///
  /// - Throws: `invalid_request` when symmetric keys are mixed with others: publishing such a set reveals secrets, and
  ///   a reader could confuse the two types.
  public init(_ keys: [JWK]) throws(AuthError) {
    guard Set(keys.map(\.key.isSymmetric)).count < 2 else {
      throw AuthError(.invalidRequest, "The key set mixes symmetric keys with public ones; publish public keys alone.")
    }
    self.keys = keys
  }

  /// The set in a JSON object with `keys`.
  ///
  /// - Throws: `malformed_response` when it is not such an object, `invalid_request` for a mixed set.
  public init(json: JSONValue) throws(AuthError) {
    guard let elements = json["keys"]?.arrayValue else {
      throw AuthError(.malformedResponse, "The key set is not a JSON object with an array 'keys'.")
    }
    var keys: [JWK] = []
    var unusableNames: Set<String> = []
    for element in elements {
      // An unknown or untrusted key does not affect the others, except those with the same id, since it is then unclear
      // which one is meant.
      if let key = try? JWK(json: element) {
        keys.append(key)
      } else if let name = element["kid"]?.stringValue, element["use"]?.stringValue != "enc" {
        unusableNames.insert(name)
      }
    }
    keys.removeAll { key in key.keyID.map(unusableNames.contains) ?? false }
    try self.init(keys)
  }

  /// The set in a document of at most `maximumByteCount`.
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

  /// The document.
  public var json: JSONValue { ["keys": .array(keys.map(\.json))] }

  /// Whether a key has the id `keyID`.
  public func contains(keyID: String) -> Bool { keys.contains { $0.keyID.hasSameBytes(as: keyID) } }

  /// The one key for a signature: the one named `keyID`, or without a name the only one that allows `algorithm`.
  ///
  /// - Throws: `invalid_token` when no key matches, or more than one.
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
