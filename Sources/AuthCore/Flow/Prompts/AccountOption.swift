/// An account that the user can choose.
public struct AccountOption: Sendable, Hashable {
  /// The id for `select(account:)`.
  public let id: String
  /// The account's display name.
  public let label: String
  /// Creates an option of a `selectAccount` prompt.
  public init(id: String, label: String) {
    self.id = id
    self.label = label
  }
}
