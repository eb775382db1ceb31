/// One method to choose.
public struct MethodOption: Sendable, Hashable {
  /// What `select(method:)` takes.
  public let id: MethodID
  /// For people.
  public let label: String
  /// The vendor's name of a picture.
  public let icon: String?
  /// A method to choose.
  public init(id: MethodID, label: String, icon: String? = nil) {
    self.id = id
    self.label = label
    self.icon = icon
  }
}
