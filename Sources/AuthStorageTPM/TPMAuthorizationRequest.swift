public import AuthCore

/// What an authorisation value is asked for.
public struct TPMAuthorizationRequest: Sendable, Hashable {
  /// Whose key it is.
  public let namespace: String
  /// The key; nil for one that is about to be made, whose value the person chooses.
  public let key: KeyReference?
  /// What it takes to use the key.
  public let policy: KeyPolicy
}
