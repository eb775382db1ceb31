public import AuthCore

/// A private key of P-256 in the keychain. The key itself stays there.
public struct SDKKey: Sendable, Hashable {
  /// The public key, a compressed point of 33 bytes.
  public let publicKey: [UInt8]
  /// The application tag as text; nil if the key has no tag, or the tag is not UTF-8.
  public let tag: String?
  /// The label; nil if the key has none.
  public let label: String?

  /// Creates a key.
  public init(publicKey: [UInt8], tag: String? = nil, label: String? = nil) {
    self.publicKey = publicKey
    self.tag = tag
    self.label = label
  }
}

extension SDKKey: Redacting {
  /// The public key, and the tag, which may contain a user's name, only by its presence.
  public var shownParts: KeyValuePairs<String, String> {
    ["publicKey": Hex.encode(publicKey), "tag": tag == nil ? "none" : "set"]
  }
}
