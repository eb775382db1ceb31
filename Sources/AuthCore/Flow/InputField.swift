/// One field to fill in.
public struct InputField: Sendable, Hashable {
  /// What a field holds, for the keyboard and for masking.
  public enum Kind: String, Sendable, Hashable {
    /// Anything.
    case text
    /// A secret of few digits: masked.
    case pin
    /// The token that a captcha's widget gave.
    case captcha
    /// What an invited user was told.
    case inviteCode
  }

  /// The name in `submit(fields:)`.
  public let name: String
  /// For people.
  public let label: String
  /// What it holds.
  public let kind: Kind
  /// Whether it may stay empty.
  public let isOptional: Bool

  /// A field.
  public init(name: String, label: String, kind: Kind = .text, isOptional: Bool = false) {
    self.name = name
    self.label = label
    self.kind = kind
    self.isOptional = isOptional
  }
}
