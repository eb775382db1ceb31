/// One field for the user to fill in.
public struct InputField: Sendable, Hashable {
  /// The kind of content of a field, by which a view chooses the keyboard and the masking.
  public enum Kind: String, Sendable, Hashable {
    /// Any text.
    case text
    /// A password: masked, and submitted exactly as typed.
    case password
    /// A secret of a few digits: masked.
    case pin
    /// The token that a captcha widget returned.
    case captcha
    /// The code that an invited user received.
    case inviteCode

    /// Whether a view hides the typed text.
    public var isMasked: Bool {
      switch self {
      case .password, .pin: true
      case .text, .captcha, .inviteCode: false
      }
    }
  }

  /// The field's name for `submit(fields:)`.
  public let name: String
  /// The label to show to the user.
  public let label: String
  /// The kind of content.
  public let kind: Kind
  /// Whether the field may stay empty.
  public let isOptional: Bool

  /// Creates a field, by default for any text and required.
  public init(name: String, label: String, kind: Kind = .text, isOptional: Bool = false) {
    self.name = name
    self.label = label
    self.kind = kind
    self.isOptional = isOptional
  }
}
