/// What a key in a key store can do.
public enum KeyAlgorithm: String, Sendable, Hashable, CaseIterable {
  /// ECDSA over P-256 with SHA-256; signatures are the 64 bytes r‖s, public keys 33 bytes, compressed (SEC 1 §2.3.3).
  case p256 = "p256"
  /// Ed25519 (RFC 8032); signatures are 64 bytes, public keys 32.
  case ed25519 = "ed25519"
}

/// Names a key without holding it.
public struct KeyReference: Sendable, Hashable {
  /// Which store: `file`, `memory`, `secure-enclave`.
  public let storeID: String
  /// Which key in it; opaque.
  public let keyID: String
  /// What it can do.
  public let algorithm: KeyAlgorithm
  /// The public half, in the form that `KeyAlgorithm` says.
  public let publicKey: [UInt8]

  /// A reference, as a key store gives it.
  public init(storeID: String, keyID: String, algorithm: KeyAlgorithm, publicKey: [UInt8]) {
    self.storeID = storeID
    self.keyID = keyID
    self.algorithm = algorithm
    self.publicKey = publicKey
  }

  /// The form that stores and records keep.
  public var json: JSONValue {
    [
      "store": .string(storeID), "key": .string(keyID), "algorithm": .string(algorithm.rawValue),
      "public": .string(Hex.encode(publicKey)),
    ]
  }

  /// The reference behind `json`; nil when it is none.
  public init?(json: JSONValue?) {
    guard let store = json?["store"]?.stringValue, let key = json?["key"]?.stringValue,
      let algorithm = json?["algorithm"]?.stringValue.flatMap(KeyAlgorithm.init(rawValue:)),
      let publicKey = json?["public"]?.stringValue.flatMap({ Hex.decode($0) })
    else { return nil }
    self.init(storeID: store, keyID: key, algorithm: algorithm, publicKey: publicKey)
  }
}

/// What it takes to use a key, fixed when the key is made.
public struct KeyPolicy: Sendable, Hashable {
  /// Whether a person has to be there, and how they show it.
  public enum UserPresence: String, Sendable, Hashable {
    /// Nobody has to be there.
    case none
    /// A biometric or the device's own code.
    case any
    /// A biometric alone.
    case biometric
    /// The device's own code alone.
    case deviceCredential
  }

  /// Who has to be there.
  public var userPresence: UserPresence
  /// How long one proof of presence holds; zero asks at every use.
  public var authorizationLifetime: Duration

  /// A policy; by default nobody has to be there.
  public init(userPresence: UserPresence = .none, authorizationLifetime: Duration = .zero) {
    self.userPresence = userPresence
    self.authorizationLifetime = authorizationLifetime
  }
}
