/// An account that the user can choose.
public struct AccountOption: Sendable, Hashable {
  /// The id for `select(account:)`.
  public let id: String
  /// The account's name for people.
  public let label: String
  /// An account to choose.
  public init(id: String, label: String) {
    self.id = id
    self.label = label
  }
}
