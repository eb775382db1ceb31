public import AuthCore

/// A request for an authorisation value, with the key that needs the value.
public struct TPMAuthorizationRequest: Sendable, Hashable {
  /// The key's namespace.
  public let namespace: String
  /// The key; nil for a new key, whose value the user chooses.
  public let key: KeyReference?
  /// The policy of the key.
  public let policy: KeyPolicy
}
