/// A method that the user can choose.
public struct MethodOption: Sendable, Hashable {
  /// The method for `select(method:)`.
  public let id: MethodID
  /// The method's name for people.
  public let label: String
  /// The vendor's name of an icon.
  public let icon: String?
  /// A method to choose.
  public init(id: MethodID, label: String, icon: String? = nil) {
    self.id = id
    self.label = label
    self.icon = icon
  }
}
