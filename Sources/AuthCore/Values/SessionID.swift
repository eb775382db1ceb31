/// The id of one stored session.
public struct SessionID: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// Opaque text. The providers of this package create ids of letters, digits, `-` and `_`; any text is accepted.
  public let rawValue: String
  /// Creates an id from its stored text.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Creates an id from its stored text.
  public init(_ text: String) { rawValue = text }
  /// The raw value.
  public var description: String { rawValue }
}
