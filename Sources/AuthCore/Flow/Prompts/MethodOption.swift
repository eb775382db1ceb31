/// A method that the user can choose.
public struct MethodOption: Sendable, Hashable {
  /// The method for `select(method:)`.
  public let id: MethodID
  /// The method's display name.
  public let label: String
  /// The vendor's name for the method's icon; nil if the vendor sends none.
  public let icon: String?
  /// Creates an option, by default without an icon.
  public init(id: MethodID, label: String, icon: String? = nil) {
    self.id = id
    self.label = label
    self.icon = icon
  }
}
