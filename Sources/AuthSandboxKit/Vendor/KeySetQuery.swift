/// A key set that an app registered by its URL, and the key in it that a request's token names.
public struct KeySetQuery: Sendable, Hashable {
  /// The set's address.
  public let url: String
  /// The key's id in the token; nil if the token has no key id.
  public let keyID: String?

  /// A query.
  public init(url: String, keyID: String?) {
    self.url = url
    self.keyID = keyID
  }
}
