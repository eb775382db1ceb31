/// The URL of a key set that an app registered, and the id of the key that a request's token names.
public struct KeySetQuery: Sendable, Hashable {
  /// The key set's URL.
  public let url: String
  /// The `kid` of the token's header; nil if the header has none.
  public let keyID: String?

  /// Creates a query for one key of a key set.
  public init(url: String, keyID: String?) {
    self.url = url
    self.keyID = keyID
  }
}
