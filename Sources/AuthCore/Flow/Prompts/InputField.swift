/// One field for the user to fill in.
public struct InputField: Sendable, Hashable {
  /// The content of a field, for the keyboard and for masking.
  public enum Kind: String, Sendable, Hashable {
    /// Any text.
    case text
    /// A password: masked, and never trimmed or shortened.
    case password
    /// A secret with few digits: masked.
    case pin
    /// The token from a captcha's widget.
    case captcha
    /// The code that an invited user received.
    case inviteCode

    /// Whether a screen hides what is typed.
    public var isMasked: Bool {
      switch self {
      case .password, .pin: true
      case .text, .captcha, .inviteCode: false
      }
    }
  }

  /// The name in `submit(fields:)`.
  public let name: String
  /// The label to show to the user.
  public let label: String
  /// The field's content.
  public let kind: Kind
  /// Whether the field may stay empty.
  public let isOptional: Bool

  /// Creates a field.
  public init(name: String, label: String, kind: Kind = .text, isOptional: Bool = false) {
    self.name = name
    self.label = label
    self.kind = kind
    self.isOptional = isOptional
  }
}
