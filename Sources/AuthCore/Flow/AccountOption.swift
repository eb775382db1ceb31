/// One account to choose.
public struct AccountOption: Sendable, Hashable {
  /// What `select(account:)` takes.
  public let id: String
  /// For people.
  public let label: String
  /// An account to choose.
  public init(id: String, label: String) {
    self.id = id
    self.label = label
  }
}
