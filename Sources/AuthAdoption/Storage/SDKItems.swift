public import AuthCore

/// The value of a preference.
public enum SDKPreference: Sendable, Hashable {
  /// A string.
  case text(String)
  /// Data, such as the JSON that an encoder wrote.
  case data([UInt8])
  /// A value of another type.
  case other
}

/// A generic password in the keychain.
public struct SDKPassword: Sendable, Equatable {
  /// The item's service.
  public let service: String
  /// The item's account.
  public let account: String
  /// The item's data.
  public let value: Secret

  /// Creates a password.
  public init(service: String, account: String, value: Secret) {
    self.service = service
    self.account = account
    self.value = value
  }
}

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
