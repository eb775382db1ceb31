/// A credential that a provider keeps on this device between sessions, such as a key for approvals.
public struct KeptCredential: Sendable {
  /// The credential's name at its provider instance.
  public let name: String
  /// Distinguishes the credential from a later one with the same name, such as the id of its key. Not a secret.
  public let mark: String
  /// The vendor's id of the user to whom the credential belongs (`Session.subject`); nil if it is not known.
  public let owner: String?
  /// Whether the credential is stored under one of the identifiers that the caller asked for.
  public let isNamed: Bool

  /// Describes a credential.
  public init(name: String, mark: String, owner: String?, isNamed: Bool) {
    self.name = name
    self.mark = mark
    self.owner = owner
    self.isNamed = isNamed
  }
}
