public import AuthCore

/// The reason for asking for an authorisation value.
public struct TPMAuthorizationRequest: Sendable, Hashable {
  /// The key's namespace.
  public let namespace: String
  /// The key; nil for a new key, whose value the user chooses.
  public let key: KeyReference?
  /// The policy of the key.
  public let policy: KeyPolicy
}
