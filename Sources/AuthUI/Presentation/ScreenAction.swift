/// A button of a screen that is not a flow's. `FlowPresentation.Action` is that of a flow.
public struct ScreenAction<Kind: Sendable & Hashable>: Sendable, Hashable {
  /// What the button does.
  public var kind: Kind
  /// The title.
  public var title: Phrase
  /// Whether the button can be pressed now.
  public var isEnabled: Bool
  /// Whether the button ends or deletes something, which systems show in another colour.
  public var isDestructive: Bool

  /// Creates a button; by default it can be pressed, and ends nothing.
  public init(_ kind: Kind, _ title: Phrase, isEnabled: Bool = true, isDestructive: Bool = false) {
    self.kind = kind
    self.title = title
    self.isEnabled = isEnabled
    self.isDestructive = isDestructive
  }
}
