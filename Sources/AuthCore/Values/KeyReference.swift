/// The name of a key in a key store, with its public key.
public struct KeyReference: Sendable, Hashable {
  /// The store's id, such as `file`, `memory` or `secure-enclave`.
  public let storeID: String
  /// The key's id in the store; opaque.
  public let keyID: String
  /// The key's algorithm.
  public let algorithm: KeyAlgorithm
  /// The public key, in the format that `KeyAlgorithm` describes.
  public let publicKey: [UInt8]

  /// Creates a reference to a key of a key store.
  public init(storeID: String, keyID: String, algorithm: KeyAlgorithm, publicKey: [UInt8]) {
    self.storeID = storeID
    self.keyID = keyID
    self.algorithm = algorithm
    self.publicKey = publicKey
  }

  /// The reference as JSON, for stores and records.
  public var json: JSONValue {
    [
      "store": .string(storeID), "key": .string(keyID), "algorithm": .string(algorithm.rawValue),
      "public": .string(Hex.encode(publicKey)),
    ]
  }

  /// Reads a reference from `json`; nil if `json` is not a reference.
  public init?(json: JSONValue?) {
    guard let store = json?["store"]?.stringValue, let key = json?["key"]?.stringValue,
      let algorithm = json?["algorithm"]?.stringValue.flatMap(KeyAlgorithm.init(rawValue:)),
      let publicKey = json?["public"]?.stringValue.flatMap({ Hex.decode($0) })
    else { return nil }
    self.init(storeID: store, keyID: key, algorithm: algorithm, publicKey: publicKey)
  }
}
