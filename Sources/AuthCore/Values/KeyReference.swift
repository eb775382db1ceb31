/// Names a key without holding it.
public struct KeyReference: Sendable, Hashable {
  /// Which store: `file`, `memory`, `secure-enclave`.
  public let storeID: String
  /// Which key in it; opaque.
  public let keyID: String
  /// The algorithm, which determines the key's uses.
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

  /// The reference in `json`; nil when `json` is not a reference.
  public init?(json: JSONValue?) {
    guard let store = json?["store"]?.stringValue, let key = json?["key"]?.stringValue,
      let algorithm = json?["algorithm"]?.stringValue.flatMap(KeyAlgorithm.init(rawValue:)),
      let publicKey = json?["public"]?.stringValue.flatMap({ Hex.decode($0) })
    else { return nil }
    self.init(storeID: store, keyID: key, algorithm: algorithm, publicKey: publicKey)
  }
}
